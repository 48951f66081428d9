import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { actionsOf } from './actions.ts'
import type { Happened } from './groups.ts'

let seq = 10_000
/** Each is older than the one before. */
const done = (op: Happened['op'], at: string, path: string, changes = 1) => {
  seq -= changes
  const last_seq = seq + changes - 1
  return { op, at: `2026-11-10T${at}`, path, changes, seq, last_seq, item_id: seq } as Happened
}
const told = (...operations: Happened[]) =>
  actionsOf(operations).map(({ operations: all, items, folder }) => [all[0].op, all.length, items, folder])

describe('what one did, action by action', () => {
  it('is one action in however many requests it came', () => {
    assert.deepEqual(
      told(
        done('delete', '14:32:40', '/Clients/e.txt', 240),
        done('delete', '14:32:20', '/Clients/d.txt', 1000),
        done('delete', '14:32:00', '/Clients/a.txt', 1000),
      ),
      [['delete', 3, 2240, 'Clients']],
    )
    // Those were two.
    assert.deepEqual(
      told(done('delete', '14:32:20', '/b.txt', 240), done('delete', '14:32:00', '/a.txt', 7)),
      [
        ['delete', 1, 240, ''],
        ['delete', 1, 7, ''],
      ],
    )
  })

  it('is one action of a device that sends one item after another, with the folder of all', () => {
    const items = [5, 4, 3, 2, 1].map((n) =>
      done('update', `09:00:0${n}`, `/Work/${n > 2 ? 'Plans' : 'Notes'}/${n}`),
    )
    assert.deepEqual(told(...items), [['update', 5, 5, 'Work']])
    assert.deepEqual(told(...items.slice(0, 2)).length, 2, 'a few are told one by one')
    const again = items.map((one) => ({ ...one, item_id: 7 }))
    assert.deepEqual(told(...again), [['update', 5, 1, 'Work']])
  })

  it('ends with another kind of change, a pause, and what cannot be undone', () => {
    const four = (op: Happened['op'], minute: string) =>
      [4, 3, 2, 1].map((n) => done(op, `${minute}:0${n}`, `/${n}`))
    assert.deepEqual(
      told(...four('delete', '12:05'), ...four('delete', '12:01'), ...four('create', '12:00')),
      [
        ['delete', 4, 4, ''],
        ['delete', 4, 4, ''],
        ['create', 4, 4, ''],
      ],
    )
    assert.equal(told(...four('lock', '12:05')).length, 4)
  })
})
