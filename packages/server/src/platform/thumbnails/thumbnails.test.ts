import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { DAY_MS, HOUR_MS } from '@holdfast/api/time'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { ThumbnailMaker } from './thumbnail-maker.ts'
import { type ThumbnailOptions, Thumbnails } from './thumbnails.ts'

const module = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
/** Node with something else in the place of sharp. */
const insteadOfSharp = (text: string): string[] => [
  '--import',
  module(`import { registerHooks } from 'node:module'
registerHooks({
  resolve: (name, context, next) =>
    name === 'sharp' ? { url: ${JSON.stringify(module(text))}, shortCircuit: true } : next(name, context),
})`),
]
/** Does with a picture what that says, and else answers it as it is. */
const OBEDIENT = insteadOfSharp(`const held = []
const deeds = {
  hang: () => new Promise(() => setInterval(() => {}, 1000)),
  fall: () => process.abort(),
  grow: () => new Promise(() => setInterval(() => held.push(Buffer.alloc(64 << 20, 1)), 10)),
}
const sharp = (bytes) => {
  const it = { autoOrient: () => it, resize: () => it, webp: () => it }
  it.toBuffer = async () => deeds[String(bytes)]?.() ?? Buffer.concat([Buffer.from('small '), bytes])
  return it
}
sharp.cache = sharp.concurrency = sharp.block = sharp.unblock = () => {}
export default sharp`)
const MISSING = insteadOfSharp("throw new Error('no program for this machine')")

async function* pieces(text: string): AsyncGenerator<Buffer> {
  for (const letter of text) yield Buffer.from(letter)
}
const makeOf = async (maker: ThumbnailMaker, text: string) =>
  (await maker.make(pieces(text), text.length, 96))?.toString()

/** The processes that this one has begun for thumbnails. */
async function processes(): Promise<string[]> {
  const pids = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  const lines = pids
    .split(' ')
    .filter(Boolean)
    .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(lines)).filter((line) => line.includes('thumbnail-process'))
}

describe('the process that makes thumbnails', () => {
  const maker = new ThumbnailMaker({ nodeOptions: OBEDIENT, ms: 1500 })
  after(() => maker.close())

  it('takes one picture after the other', async () => {
    assert.equal(await makeOf(maker, 'one'), 'small one')
    assert.equal(await makeOf(maker, 'two'), 'small two')
    assert.equal((await processes()).length, 1)
  })

  for (const deed of ['hang', 'fall', 'grow'])
    it(`is begun anew after a picture that makes it ${deed}`, async () => {
      assert.equal(await makeOf(maker, deed), undefined)
      assert.equal(await makeOf(maker, 'next'), 'small next')
      assert.equal((await processes()).length, 1)
    })

  it('is begun anew after a picture that cannot be read, which is told', async () => {
    async function* torn(): AsyncGenerator<Buffer> {
      yield Buffer.from('half')
      throw new Error('the store is gone')
    }
    await assert.rejects(maker.make(torn(), 8, 96), /the store is gone/)
    assert.equal(await makeOf(maker, 'next'), 'small next')
  })

  it('goes when there is nothing to do, comes back, and ends with the service', async () => {
    await maker.close()
    assert.deepEqual(await processes(), [])
    const brief = new ThumbnailMaker({ nodeOptions: OBEDIENT, idleMs: 1 })
    assert.equal(await makeOf(brief, 'one'), 'small one')
    await until(async () => (await processes()).length === 0)
    assert.equal(await makeOf(brief, 'two'), 'small two')
    await brief.close()
    assert.deepEqual(await processes(), [])
  })
})

describe('thumbnails', () => {
  let dir: string
  let now = Date.UTC(2026, 0, 15)
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
  before(async () => {
    dir = await makeTempDir()
  })

  const open = (options: ThumbnailOptions) => {
    const config = readConfig({ HOLDFAST_DATA_DIR: dir })
    const content = {
      tempDir: path.join(dir, 'tmp'),
      takeRoom: async () => {},
      now: () => now,
      randomName: () => randomBytes(8).toString('hex'),
    }
    return new Thumbnails(config, content, log, options)
  }
  const of = (revision: number) => ({
    rootId: 1 as RootId,
    revisionId: revision as RevisionId,
    contentId: 'ab12',
    edge: 96,
  })
  let reads = 0
  const picture = (text: string) => ({
    size: text.length,
    read: () => {
      reads++
      return pieces(text)
    },
  })
  const stays = new AbortController().signal
  const get = async (from: Thumbnails, revision: number, text: string, name = 'ann', gone = stays) =>
    (await from.get(of(revision), picture(text), { name, gone }))?.toString()
  const files = async () => (await readdir(path.join(dir, 'thumbnails'), { recursive: true })).length - 1

  it('are made once for all who want the same, and then kept', async () => {
    await using thumbnails = closing(open({ maker: { nodeOptions: OBEDIENT } }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(thumbnails, 1, 'same')))
    assert.deepEqual(new Set(answers), new Set(['small same']))
    assert.equal(await get(thumbnails, 1, 'same'), 'small same')
    assert.equal(reads, 1)
  })

  it('are not tried again for an hour where there was none', async () => {
    await using thumbnails = closing(open({ maker: { nodeOptions: OBEDIENT } }))
    reads = 0
    for (const _ of [1, 2]) assert.equal(await get(thumbnails, 3, 'fall'), undefined)
    assert.equal(reads, 1)
    now += HOUR_MS
    assert.equal(await get(thumbnails, 3, 'fall'), undefined)
    assert.equal(reads, 2)
  })

  it('are refused where too many wait; who leaves makes room, and gets none made', async () => {
    const thumbnails = open({ maker: { nodeOptions: OBEDIENT, ms: 100_000 } })
    reads = 0
    const leaving = new AbortController()
    const first = get(thumbnails, 10, 'hang')
    const asked = (name: string, count: number, from: number) =>
      Array.from({ length: count }, (_, n) => get(thumbnails, from + n, 'late', name, leaving.signal))
    const waiting = [
      ...asked('ann', 15, 11),
      ...['b', 'c', 'd'].flatMap((name, n) => asked(name, 16, 100 * (n + 1))),
    ]
    await until(() => reads === 1)
    await assert.rejects(get(thumbnails, 30, 'late'), { code: 'temporarily_unavailable' })
    await assert.rejects(get(thumbnails, 30, 'late', 'eve'), {
      code: 'temporarily_unavailable',
      retryAfter: 2,
    })
    leaving.abort()
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([undefined]))
    const late = get(thumbnails, 30, 'late', 'eve')
    await thumbnails.close()
    assert.deepEqual([await first, await late], [undefined, undefined])
    assert.equal(reads, 1)
    assert.deepEqual(await processes(), [])
  })

  it('take no more room than they may: what was not used for longest goes', async () => {
    await using thumbnails = closing(open({ maker: { nodeOptions: OBEDIENT }, mostKept: 100 }))
    const there = async (_: RootId, ids: readonly RevisionId[]) => new Map(ids.map((id) => [id, 'ab12']))
    await thumbnails.sweep(async () => new Map())
    const texts = [1, 2, 3, 4].map((n) => [n, `${n}`.repeat(24)] as const)
    for (const [n, text] of texts) {
      assert.equal(await get(thumbnails, n, text), `small ${text}`)
      now += DAY_MS
    }
    assert.equal(await get(thumbnails, 1, ''.padEnd(24)), `small ${'1'.repeat(24)}`, 'is used')
    await thumbnails.sweep(there)
    assert.deepEqual((await readdir(path.join(dir, 'thumbnails', '1'))).sort(), [
      '1-ab12-96.webp',
      '3-ab12-96.webp',
      '4-ab12-96.webp',
    ])
    await thumbnails.sweep(async (_, ids) => new Map(ids.map((id) => [id, 'cd34'])))
    assert.equal(await files(), -1, 'another content has the id by now')
  })

  it('are none where sharp is missing, which is logged once', async () => {
    await using thumbnails = closing(open({ maker: { nodeOptions: MISSING } }))
    assert.equal(thumbnails.isOn, true)
    for (const n of [50, 51]) assert.equal(await get(thumbnails, n, 'one'), undefined)
    assert.equal(thumbnails.isOn, false)
    assert.equal(logged.filter((line) => line.includes('sharp is not installed')).length, 1)
  })
})

/** Ended with its block. */
function closing(thumbnails: Thumbnails): Thumbnails & AsyncDisposable {
  return Object.assign(thumbnails, { [Symbol.asyncDispose]: () => thumbnails.close() })
}
