import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { quickFolder } from '@holdfast/server/testkit/servers/quick-folder'
import { openRealDisk, type RealDisk, smallOf, sourceOf } from '../../testkit/disk/real-disk.ts'
import { namesAt, see, wayTo } from '../../testkit/disk/see.ts'
import { swappedAt } from '../../testkit/disk/swapping.ts'
import { MARKER_FILE, STAGING_FOLDER } from '../core/ignore.ts'
import type { LocalId } from '../core/local-id.ts'
import { DiskGone, DiskTrouble, type Seen } from '../ports/disk.ts'
import { NodeDisk } from './node-disk.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const LARGE = sourceOf(Buffer.alloc(300_000, 'large'))
const SECRET = 'what only the agent may read'

/** A folder that is kept, beside it one that is nobody's business, and all that a deed needs. */
interface Scene {
  readonly one: RealDisk
  readonly outside: string
  readonly inside: Seen
  readonly plain: Seen
  readonly staged: LocalId
}

async function openScene(): Promise<Scene> {
  const one = await openRealDisk(quickFolder() ?? tmpdir())
  const outside = path.join(path.dirname(one.folder), 'outside')
  mkdirSync(path.join(outside, 'a folder'), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(outside, 'a'), SECRET)
  writeFileSync(path.join(outside, LARGE.content), SECRET)
  one.makeFolder('f')
  one.write('f/a', 'old')
  one.write('plain', 'plain')
  const { id: staged } = await one.disk.stageFile(one.source('new'), [])
  const [inside, plain] = [await see(one.disk, 'f/a'), await see(one.disk, 'plain')]
  return { one, outside, staged, inside, plain }
}

/** What another user does who can write to the kept folder. */
const SWAPS: Record<string, (scene: Scene) => void> = {
  'a folder of its own for that of the agent': ({ one, outside }) => {
    const fake = putAside(one, STAGING_FOLDER)
    mkdirSync(fake, { mode: 0o777 })
    for (const part of ['staged', 'bin']) symlinkSync(outside, path.join(fake, part))
    mkdirSync(path.join(fake, 'partial'))
    symlinkSync(path.join(outside, LARGE.content), path.join(fake, 'partial', LARGE.content))
    writeFileSync(path.join(fake, 'moved'), 'planted')
    const note = { from: 'x', to: '../outside/new', how: 'via' }
    writeFileSync(path.join(fake, 'moving'), JSON.stringify(note))
    if (isRoot) chownSync(fake, NOBODY, NOBODY)
    else chmodSync(fake, 0o777)
  },
  'a link for the folder of the agent': ({ one, outside }) =>
    symlinkSync(outside, putAside(one, STAGING_FOLDER)),
  'a pipe for the marker': ({ one }) => void execFileSync('mkfifo', [putAside(one, MARKER_FILE)]),
  'a link for the marker': ({ one, outside }) =>
    symlinkSync(path.join(outside, 'a'), putAside(one, MARKER_FILE)),
  'something huge for the marker': ({ one }) => {
    const marker = putAside(one, MARKER_FILE)
    writeFileSync(marker, '{')
    truncateSync(marker, 2 ** 40)
  },
  'a link for a folder': ({ one, outside }) => symlinkSync(outside, putAside(one, 'f')),
  'another folder for a folder': ({ one }) => mkdirSync(putAside(one, 'f')),
  'a link for a file': ({ one, outside }) => {
    for (const name of ['f/a', 'plain']) symlinkSync(path.join(outside, 'a'), putAside(one, name))
  },
  'a pipe for a file': ({ one }) =>
    void execFileSync(
      'mkfifo',
      ['f/a', 'plain'].map((name) => putAside(one, name)),
    ),
  'a folder for a file': ({ one }) => {
    for (const name of ['f/a', 'plain']) {
      mkdirSync(putAside(one, name))
      one.write(`${name}/in it`, 'in it')
    }
  },
}

/** What has the name may be elsewhere by now, by what the agent did. Gives the place, which is free. */
function putAside(one: RealDisk, name: string): string {
  const at = one.path(name)
  if (lstatSync(at, { throwIfNoEntry: false })) renameSync(at, `${at} before`)
  if (!existsSync(path.dirname(at))) mkdirSync(path.dirname(at))
  return at
}

const DEEDS: Record<string, (scene: Scene, disk: NodeDisk) => Promise<unknown>> = {
  look: async (_, disk) => namesAt(disk, await wayTo(disk, 'f')),
  read: async ({ inside }, disk) => {
    const read = await disk.read(inside)
    if (read !== 'changed') assert.equal(read.content, sourceOf(Buffer.from('old')).content)
    const bytes = await disk.readBytes(inside, 0, 3)
    if (bytes !== 'changed') assert.equal(Buffer.from(bytes).toString(), 'old')
  },
  stage: async ({ one }, disk) => disk.stageFile(one.source('downloaded'), []),
  'stage many': async ({ outside }, disk) => disk.stageFiles(['one', 'two', outside].map(smallOf)),
  'stage much': async ({ plain }, disk) => disk.stageFile(LARGE, [plain]),
  'make a folder': async ({ inside }, disk) => disk.place(await disk.stageFolder(), inside.folder, 'made'),
  place: async ({ staged, inside }, disk) => disk.place(staged, inside.folder, 'placed'),
  replace: async ({ staged, inside }, disk) => disk.replace(staged, inside),
  remove: async ({ inside }, disk) => disk.remove(inside, new Set()),
  move: async ({ plain, inside }, disk) => disk.move(plain, inside.folder, 'moved'),
  settle: (_, disk) => disk.check(),
  'bring back': async ({ plain }, disk) => {
    if ((await disk.remove(plain, new Set())) !== 'done') return
    const [binned] = await disk.listBin()
    await disk.bringBack(binned?.key ?? '')
    await disk.tend()
  },
}

/** As a process leaves it that ends while it gives a file another name. */
function endMidway(one: RealDisk): void {
  renameSync(one.path('plain'), one.path(STAGING_FOLDER, 'moved'))
  writeFileSync(one.options.notes, JSON.stringify({ from: 'plain', to: 'f/Plain', how: 'via' }))
}

/** All that can be seen of it, without following anything. */
function recorded(at: string): Record<string, string> {
  const found: Record<string, string> = {}
  const walk = (there: string) => {
    const item = lstatSync(there)
    const content = item.isFile() && item.size < 1e6 ? readFileSync(there, 'utf8') : ''
    found[path.relative(at, there)] = [item.mode, item.uid, item.nlink, content].join(' ')
    if (item.isDirectory()) for (const name of readdirSync(there)) walk(path.join(there, name))
  }
  walk(at)
  return found
}

async function tried(deed: Promise<unknown>): Promise<void> {
  try {
    await deed
  } catch (error) {
    // What an engine is told, and continues from.
    const isTold = error instanceof DiskGone || error instanceof DiskTrouble
    if (!isTold && !(error instanceof assert.AssertionError && /is not there|string/.test(error.message)))
      throw error
  }
}

async function runOnce(what: string, swap: string, step: number): Promise<number> {
  const scene = await openScene()
  const { one, outside } = scene
  const where = `${swap} before step ${step} of «${what}»`
  try {
    if (what === 'settle') endMidway(one)
    const before = recorded(outside)
    const disk = new NodeDisk(one.options)
    const deed = () => tried((DEEDS[what] ?? assert.fail())(scene, disk))
    let isSwapped = false
    const doSwap = () => {
      isSwapped = true
      SWAPS[swap]?.(scene)
    }
    // How many steps it takes varies a little with the time that passes.
    const steps = await swappedAt(step, doSwap, deed)
    await disk.close()
    assert.deepEqual(recorded(outside), before, `${where}: nothing is written outside`)
    const next = new NodeDisk(one.options)
    const { id: alive } = await next.stageFile(one.source('alive'), [])
    assert.ok(typeof (await next.place(alive, [], 'alive')) === 'object', `${where}: it goes on`)
    assert.ok(
      (await namesAt(next)).every((name) => !name.startsWith(STAGING_FOLDER)),
      where,
    )
    await next.tend()
    await next.close()
    assert.deepEqual(recorded(outside), before, `${where}: nothing is written outside later`)
    const left = Object.values(recorded(one.folder))
    for (const content of ['old', 'plain', ...(isSwapped && swap === 'a folder for a file' ? ['in it'] : [])])
      assert.ok(
        left.some((item) => item.endsWith(` ${content}`)),
        `${where}: «${content}» is there`,
      )
    return steps
  } finally {
    await one.close()
  }
}

/** Of all pairs of a swap and a step, every so many are tried: others in each run of the soak. */
const EVERY = rounds(31, 1)

describe('another user who can write to a kept folder', () => {
  for (const what of Object.keys(DEEDS))
    it(`neither has anything written or read outside of it, nor stops the agent, while it does «${what}»`, async () => {
      let pair = what.length
      for (const swap of Object.keys(SWAPS))
        for (let step = 0, steps = 1; step < steps; step++) {
          if (step > 0 && pair++ % EVERY > 0) continue
          steps = await runOnce(what, swap, step)
        }
    })
})
