import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { MIN_CHUNK } from '@holdfast/api/files/cutter'
import { RawUpload } from '@holdfast/server/testkit/content/raw-transfer'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { type SlabBudget, SlabPool } from './slabs.ts'

const MIB = 1024 * 1024
const LOOK_MS = 100
const [SMALL_STACK] = STACKS as [Stack]

describe('places in memory', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  const settled = () => new Promise((resume) => setImmediate(resume))
  /** A stream that leaves when it is asked to, and may come again. */
  function stream(pool: SlabPool, sender: string) {
    const state = { inside: undefined as SlabBudget | undefined, asked: 0, enter }
    async function enter(): Promise<void> {
      state.inside = await pool.enter(sender, () => {
        state.asked++
        state.inside?.leave()
        state.inside = undefined
      })
    }
    void enter()
    return state
  }
  type Stream = ReturnType<typeof stream>
  const inside = (streams: Stream[]) => streams.filter((one) => one.inside).length
  async function look(pace: Stream[] = []): Promise<void> {
    for (const one of pace) one.inside?.brought(MIB)
    mock.timers.tick(LOOK_MS)
    await settled()
  }

  it('are left for others, however many streams of one sender trickle', async () => {
    const pool = new SlabPool()
    const slow = Array.from({ length: 200 }, () => stream(pool, 'ann'))
    await settled()
    assert.equal(inside(slow), 8)
    const fast = Array.from({ length: 3 }, () => stream(pool, 'bob'))
    const silent = stream(pool, 'cid')
    await settled()
    assert.equal(inside([...fast, silent]), 4, 'they enter at once')
    const late = stream(pool, 'dan')
    for (let n = 0; n < 30; n++) {
      await look([...fast, late])
      for (const one of slow) if (!one.inside && n % 5 === 0) void one.enter()
    }
    assert.equal(inside([late]), 1, 'who has no place gets one of her who has many')
    assert.equal(inside([...fast, silent]), 4)
    assert.equal([...fast, silent, late].filter(({ asked }) => asked > 0).length, 0)
    assert.ok(slow.filter(({ asked }) => asked > 0).length > 100, 'hers take turns with each other')
  })

  it('go round where all have the same number, and slow streams are asked first', async () => {
    const pool = new SlabPool()
    const streams = Array.from({ length: 13 }, (_, n) => stream(pool, `person ${n}`))
    await settled()
    const fast = streams.slice(0, 11)
    for (let n = 0; n < 2; n++) await look(fast)
    assert.deepEqual(
      streams.map(({ asked }) => asked),
      [...Array(11).fill(0), 1, 0],
    )
    assert.equal(inside(streams), 12)
    void streams[11]?.enter()
    for (let n = 0; n < 25; n++) await look(streams)
    assert.equal(inside(streams.slice(11, 12)), 1, 'who has been there for long makes way in the end')
  })
})

describe('uploads of one person', () => {
  const world = useWorld(SMALL_STACK)

  it('that trickle hold up nobody else', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { slabs } = world.service.ctx.content
    const enter = slabs.enter.bind(slabs)
    let [annMadeWay, bobWaited, bobEntered] = [0, 0, 0]
    slabs.enter = async (sender, makeWay) => {
      const before = annMadeWay
      const isAnn = sender === `person ${ann.id}`
      const budget = await enter(sender, () => {
        if (isAnn) annMadeWay++
        makeWay()
      })
      if (isAnn) return budget
      bobEntered++
      if (annMadeWay !== before) bobWaited++
      return budget
    }
    const accountOf = ({ rootId, session }: Someone) => {
      return { url: world.url, accessToken: session?.accessToken ?? '', rootId }
    }
    const bytes = sampleBytes(3 * MIN_CHUNK, 'slow')
    const slow = Array.from({ length: 30 }, (_, n) => new RawUpload(accountOf(ann), `slow ${n}.bin`))
    for (const upload of slow) await upload.write(bytes.subarray(0, MIN_CHUNK + 1))
    while (annMadeWay === 0) for (const upload of slow) await upload.write(bytes.subarray(0, 1))
    for (let n = 0; n < 5; n++) {
      const sending = new RawUpload(accountOf(bob), `fast ${n}.bin`)
      await sending.write(bytes)
      for (const upload of slow) await upload.write(bytes.subarray(n, n + 1))
      assert.equal((await sending.finish()).size, bytes.length)
    }
    assert.deepEqual({ bobEntered, bobWaited }, { bobEntered: 5, bobWaited: 0 })
    for (const upload of slow) upload.destroy()
  })
})
