import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { listHistory } from '@holdfast/api/files/history'
import { getTimeline } from '@holdfast/api/files/history-figures'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { LongReads, type Reader } from './long-reads.ts'
import { MakeWay } from './make-way.ts'

/** Each statement takes so long, whatever it does. */
const clockOf = (ms: number) => {
  let now = 0
  return () => {
    now += ms
    return now
  }
}
const reader: Reader = { address: 'here', operation: 'look', mayTakeLong: false, isAnswering: () => false }
const quiet = { warn: () => {} }

describe('long reads', () => {
  it('of one caller come one at a time, and keep no other caller waiting', async () => {
    const reads = new LongReads(new MakeWay(2), quiet, clockOf(60))
    const under: string[] = []
    const gate = Promise.withResolvers<void>()
    const begin = async (caller: string) => {
      const pace = reads.paceOf({}, reader)
      pace.caller = caller
      // The first statement is short until it is over.
      await pace.read(async () => {})
      return pace.read(async () => {
        under.push(caller)
        await gate.promise
      })
    }
    const all = [begin('ann'), begin('ann'), begin('bob')]
    for (let n = 0; n < 5; n++) await setImmediate()
    assert.deepEqual(under, ['ann', 'bob'])
    gate.resolve()
    await Promise.all(all)
    assert.deepEqual(under, ['ann', 'bob', 'ann'])
  })

  it('do not hold up short ones of the same caller', async () => {
    const reads = new LongReads(new MakeWay(), quiet, clockOf(60))
    const gate = Promise.withResolvers<void>()
    const long = reads.paceOf({}, reader)
    await long.read(async () => {})
    const held = long.read(() => gate.promise)
    assert.equal(await reads.paceOf({}, reader).read(async () => 'at once'), 'at once')
    gate.resolve()
    await held
  })

  it('are also many short ones of one caller, until that is a while ago', async () => {
    let now = 0
    const reads = new LongReads(new MakeWay(), quiet, () => now)
    const gate = Promise.withResolvers<void>()
    /** Reads for 40 ms in a request of its own. */
    const ask = async (held?: Promise<void>) => {
      const pace = reads.paceOf({}, reader)
      pace.caller = 'ann'
      await pace.read(async () => {
        now += 40
        await held
      })
    }
    for (let n = 0; n < 7; n++) await ask()
    const first = ask(gate.promise)
    let isDone = false
    const second = ask().then(() => {
      isDone = true
    })
    await setImmediate()
    assert.equal(isDone, false, 'it waits for the first')
    gate.resolve()
    await Promise.all([first, second])
    now += 60_000
    await Promise.race([ask(), ask(new Promise(() => {}))])
  })

  it('are not ended once their answer has begun', async () => {
    const reads = new LongReads(new MakeWay(), quiet, clockOf(6000))
    const begun = reads.paceOf({}, { ...reader, isAnswering: () => true })
    for (let n = 0; n < 3; n++) await begun.read(async () => {})
    const other = reads.paceOf({}, reader)
    await other.read(async () => {})
    assert.throws(() => other.read(async () => {}), { code: 'temporarily_unavailable', retryAfter: 30 })
  })
})

for (const stack of STACKS)
  describe(`a request that reads for too long on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is told to come back, and is in the log, unless it takes long by its nature', async () => {
      const ann = await world.person()
      const { ctx } = world.service
      const warned: { operation?: string }[] = []
      const log = { warn: (about: { operation: string }) => void warned.push(about) }
      ctx.longReads = new LongReads(ctx.makeWay, log as never, clockOf(6000))
      const refused = await fetch(`${world.url}/api/2/files/${ann.rootId}/history`, { headers: ann.bearer })
      assert.equal(refused.status, 503)
      assert.equal(refused.headers.get('retry-after'), '30')
      assert.equal(((await refused.json()) as { error: string }).error, 'temporarily_unavailable')
      assert.deepEqual(
        warned.map(({ operation }) => operation),
        ['list_history'],
      )
      await ann.call(getTimeline, { root_id: ann.rootId })
      ctx.longReads = new LongReads(ctx.makeWay, ctx.log)
      assert.deepEqual((await ann.call(listHistory, { root_id: ann.rootId })).results, [])
    })
  })
