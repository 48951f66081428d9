import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Deed } from '../../testkit/disk/die-midway.ts'
import { openRealDisk, type RealDisk } from '../../testkit/disk/real-disk.ts'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { NodeDisk } from './node-disk.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../testkit/disk/die-midway.ts')

/** What a folder comes to after a process was killed in it: names and contents, what is staged, and what is in the bin. */
interface Outcome {
  shown: Record<string, string>
  staged: number
  bin: string[]
}

async function killAt(what: Deed['what'], steps: number): Promise<Outcome | 'done'> {
  const one = await openRealDisk(tmpdir())
  try {
    one.write('a', 'old')
    const listed = await one.disk.list([])
    const [entry] = listed === 'changed' ? [] : listed
    assert.ok(entry)
    const staged = await one.disk.stageFile(one.source('new'), [])
    const { folder, marker } = one.options
    const deed: Deed = { folder, marker, what, steps, staged, item: { ...entry, folder: [] } }
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(deed)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code, signal] = await once(child, 'exit')
    if (code === 0) return 'done'
    assert.equal(signal, 'SIGKILL')
    return await lookAround(one)
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
}

describe('a process that is killed', () => {
  for (const what of Object.keys(AFTER) as Deed['what'][])
    it(`before any step of ${what} leaves all as it was, or all done`, async () => {
      let changes = 0
      let last: Outcome = BEFORE
      for (let steps = 0; ; steps++) {
        const outcome = await killAt(what, steps)
        if (outcome === 'done') break
        if (what === 'stage') outcome.staged = Math.min(outcome.staged, 2)
        assert.ok(
          [BEFORE, AFTER[what]].some((one) => isSame(one, outcome)),
          `${steps}: ${JSON.stringify(outcome)}`,
        )
        if (!isSame(last, outcome)) changes++
        last = outcome
        assert.ok(steps < 20)
      }
      assert.ok(changes <= 1)
    })
})

const isSame = (one: Outcome, other: Outcome): boolean => JSON.stringify(one) === JSON.stringify(other)
