import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Deed, Told } from '../../testkit/disk/die-midway.ts'
import { openRealDisk, type RealDisk } from '../../testkit/disk/real-disk.ts'
import { see } from '../../testkit/disk/see.ts'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { NodeDisk } from './node-disk.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../testkit/disk/die-midway.ts')

/** What a folder comes to after a process was killed in it: names and contents, what is staged, and what is in the bin. */
interface Outcome {
  shown: Record<string, string>
  staged: number
  bin: string[]
}

/** So that what is started again for each step begins quickly. */
const cache = mkdtempSync(path.join(tmpdir(), 'holdfast-crash-'))
after(() => rmSync(cache, { recursive: true }))

/** Does it with all its steps, and tells what they are, or is killed before one of them. */
async function run(what: Deed['what'], steps: number | null): Promise<Partial<Told> & { outcome: Outcome }> {
  const one = await openRealDisk(tmpdir())
  try {
    one.write('a', 'old')
    const { id: staged } = await one.disk.stageFile(one.source('new'), [])
    const { folder, marker, notes } = one.options
    const deed: Deed = { folder, marker, notes, what, steps, staged, item: await see(one.disk, 'a') }
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(deed)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    })
    const [told] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.equal(child.signalCode, steps === null ? null : 'SIGKILL')
    const heard = told === '' ? {} : (JSON.parse(told) as Told)
    return { ...heard, outcome: await lookAround(one) }
  } finally {
    await one.close()
  }
}

/** As a process that starts afterwards would find it. */
async function lookAround(one: RealDisk): Promise<Outcome> {
  const disk = new NodeDisk(one.options)
  await disk.check()
  one.aheadMs = 120_000
  await disk.tend()
  const staged = (await disk.listStaged()).length
  const binned = await disk.listBin()
  await disk.close()
  const names = readdirSync(one.folder).filter((name) => !name.startsWith('.holdfast'))
  for (const name of names) assert.equal(lstatSync(one.path(name)).nlink, 1, `${name} has one name`)
  assert.deepEqual(readdirSync(one.path(STAGING_FOLDER)).sort(), ['bin', 'partial', 'staged'])
  assert.equal(readdirSync(one.path(STAGING_FOLDER, 'bin')).length, 2 * binned.length)
  return {
    shown: Object.fromEntries(names.map((name) => [name, readFileSync(one.path(name), 'utf8')])),
    staged,
    bin: binned.map(({ key }) => readFileSync(one.path(STAGING_FOLDER, 'bin', key), 'utf8')),
  }
}

const BEFORE: Outcome = { shown: { a: 'old' }, staged: 1, bin: [] }

/** What each deed comes to, once it has happened; before, all is as it was. */
const AFTER: Record<Deed['what'], Outcome> = {
  move: { ...BEFORE, shown: { moved: 'old' } },
  place: { ...BEFORE, shown: { a: 'old', placed: 'new' }, staged: 0 },
  replace: { shown: { a: 'new' }, staged: 0, bin: ['old'] },
  remove: { ...BEFORE, shown: {}, bin: ['old'] },
  stage: { ...BEFORE, staged: 2 },
  stageFiles: { ...BEFORE, staged: 4 },
}

/** A loss of power takes what was not made durable; the disk of the simulation loses the same. */
function checkFlushes(what: Deed['what'], trace: readonly string[]): void {
  const staged = `${STAGING_FOLDER}/staged`
  const synced = `sync in ${staged}`
  if (what === 'stage')
    assert.deepEqual(trace.slice(-5), ['open', 'write', synced, 'is durable', `fsync ${staged}`])
  else if (what === 'stageFiles') {
    assert.deepEqual(trace.slice(-4), ['is durable', 'is durable', 'is durable', `fsync ${staged}`])
    assert.equal(trace.filter((step) => step.startsWith('fsync')).length, 1, 'once for all')
    assert.equal(trace.filter((step) => step === synced).length, 3)
  } else {
    const last = trace.findLastIndex((step) => /^(link|rename|unlink|rm)Sync$/.test(step))
    assert.deepEqual(trace.slice(last + 1), ['fsync '], 'names are flushed after the last of them is changed')
  }
}

describe('a process that is killed', { concurrency: 2 }, () => {
  for (const what of Object.keys(AFTER) as Deed['what'][])
    it(`before any step of ${what} leaves all as it was, or all done`, async () => {
      const { steps: all = 0, trace = [], outcome: whole } = await run(what, null)
      assert.deepEqual(whole, AFTER[what])
      assert.ok(all >= 2)
      checkFlushes(what, trace)
      let isDone = false
      for (let steps = 0; steps < all; steps++) {
        const { outcome } = await run(what, steps)
        // Of many that are staged, some may be: nobody sees them, and what is not written down is dropped.
        if (what === 'stageFiles') outcome.staged = outcome.staged > BEFORE.staged ? 4 : BEFORE.staged
        isDone ||= isDeepStrictEqual(outcome, AFTER[what])
        assert.deepEqual(outcome, isDone ? AFTER[what] : BEFORE, `before step ${steps}`)
      }
    })
})
