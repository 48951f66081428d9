import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Listeners } from './listeners.ts'
import { Watched } from './watched.ts'

describe('a watched value', () => {
  it('is already the new one when those who subscribed hear of it', () => {
    const count = new Watched(1)
    const seen: number[] = []
    count.subscribe(() => seen.push(count.get()))
    count.set(2)
    count.set(3)
    assert.deepEqual([count.get(), seen], [3, [2, 3]])
  })

  it('tells nobody who has stopped, and the others all the same', () => {
    const count = new Watched(1)
    const told: string[] = []
    const stop = count.subscribe(() => told.push('first'))
    count.subscribe(() => told.push('second'))
    count.set(2)
    stop()
    stop()
    count.set(3)
    assert.deepEqual(told, ['first', 'second', 'second'])
  })

  it('can be handed over by its parts, as React asks for them', () => {
    const { get, subscribe } = new Watched('as it was')
    assert.equal(get(), 'as it was')
    subscribe(() => assert.fail('nothing was set'))()
  })
})

describe('listeners', () => {
  it('are told what happened, each once however often it was added', () => {
    const listeners = new Listeners<[what: string, times: number]>()
    const told: unknown[] = []
    const hear = (...what: unknown[]) => told.push(what)
    listeners.add(hear)
    listeners.add(hear)
    listeners.tell('saved', 2)
    listeners.clear()
    listeners.tell('saved', 3)
    assert.deepEqual(told, [['saved', 2]])
  })
})
