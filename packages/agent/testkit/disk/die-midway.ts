// A process that does one thing to a disk and is killed right before one of the steps it takes; run by crash.test.ts.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import type { LocalId } from '../../src/core/local-id.ts'
import type { NodeDiskOptions } from '../../src/disk/node-disk-options.ts'
import type { Seen } from '../../src/ports/disk.ts'

export interface Deed {
  readonly folder: string
  readonly marker: NodeDiskOptions['marker']
  readonly notes: string
  readonly what: 'move' | 'place' | 'replace' | 'remove' | 'stage' | 'stageFiles'
  readonly item: Seen
  readonly staged: LocalId
  /** How many steps are done; null for all. */
  readonly steps: number | null
}

/** What a process tells that came to its end. */
export interface Told {
  readonly steps: number
  /** Its steps, and what it made durable, in order; folders are named from the top. */
  readonly trace: readonly string[]
}

const STEPS = [
  'chmodSync',
  'chownSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
] as const

const { steps, what, item, staged, folder, marker, notes } = JSON.parse(process.argv[2] ?? '') as Deed
let done = 0
const trace: string[] = []
function die<Args extends unknown[], Result>(
  name: string,
  step: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    if (done++ === steps) process.kill(process.pid, 'SIGKILL')
    trace.push(name)
    return step(...args)
  }
}
for (const name of STEPS)
  Object.assign(fs, { [name]: die(name, fs[name] as (...args: unknown[]) => unknown) })
const placeOf = (fd: number): string => path.relative(folder, fs.readlinkSync(`/proc/self/fd/${fd}`))
const { fsync } = fs
Object.assign(fs, {
  fsync: (fd: number, whenDone: fs.NoParamCallback) => {
    if (fs.fstatSync(fd).isFile()) return syncFile(fd, whenDone)
    trace.push(`fsync ${placeOf(fd)}`)
    fsync(fd, whenDone)
  },
})
const syncFile = (fd: number, whenDone: fs.NoParamCallback): void =>
  die(`sync in ${path.dirname(placeOf(fd))}`, fsync)(fd, (error) => {
    trace.push('is durable')
    whenDone(error)
  })
const { openSync, writeSync } = fs
const makeFile = die('open', openSync)
Object.assign(fs, {
  // Anyone who opens what is there changes nothing by it.
  openSync: (...args: Parameters<typeof openSync>) => (args[1] === 'wx' ? makeFile : openSync)(...args),
  writeSync: die('write', writeSync as (...args: unknown[]) => number),
})
syncBuiltinESMExports()

const { NodeDisk } = await import('../../src/disk/node-disk.ts')
const { smallOf, sourceOf } = await import('./real-disk.ts')
const disk = new NodeDisk({ folder, marker, notes, machine: () => 'm', now: Date.now, onHint: () => {} })
const deeds = {
  move: () => disk.move(item, [], 'moved'),
  place: () => disk.place(staged, [], 'placed'),
  replace: () => disk.replace(staged, item),
  remove: () => disk.remove(item, new Set()),
  stage: () => disk.stageFile(sourceOf(Buffer.from('downloaded')), []),
  stageFiles: () => disk.stageFiles(['one', 'two', 'three'].map(smallOf)),
}
await deeds[what]()
if (!what.startsWith('stage')) await disk.flush([])
process.stdout.write(JSON.stringify({ steps: done, trace } satisfies Told))
process.exit(0)
