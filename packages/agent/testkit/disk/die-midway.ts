// A process that does one thing to a disk and is killed right before one of the steps it takes; run by crash.test.ts.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { LocalId } from '../../src/core/local-id.ts'
import type { NodeDiskOptions } from '../../src/disk/node-disk.ts'
import type { Seen } from '../../src/ports/disk.ts'

export interface Deed {
  readonly folder: string
  readonly marker: NodeDiskOptions['marker']
  readonly what: 'move' | 'place' | 'replace' | 'remove' | 'stage'
  readonly item: Seen
  readonly staged: LocalId
  /** How many steps are done; null for all, and then it tells how many they are. */
  readonly steps: number | null
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

const { steps, what, item, staged, folder, marker } = JSON.parse(process.argv[2] ?? '') as Deed
let done = 0
function die<Args extends unknown[], Result>(step: (...args: Args) => Result): (...args: Args) => Result {
  return (...args) => {
    if (done++ === steps) process.kill(process.pid, 'SIGKILL')
    return step(...args)
  }
}
for (const name of STEPS) Object.assign(fs, { [name]: die(fs[name] as (...args: unknown[]) => unknown) })
const { open } = fs.promises
Object.assign(fs.promises, {
  open: die(async (...args: Parameters<typeof open>) => {
    const file = await open(...args)
    return Object.assign(file, { write: die(file.write.bind(file)), datasync: die(file.datasync.bind(file)) })
  }),
})
syncBuiltinESMExports()

const { NodeDisk } = await import('../../src/disk/node-disk.ts')
const { sourceOf } = await import('./real-disk.ts')
const disk = new NodeDisk({ folder, marker, machine: () => 'm', now: Date.now, onHint: () => {} })
const deeds = {
  move: () => disk.move(item, [], 'moved'),
  place: () => disk.place(staged, [], 'placed'),
  replace: () => disk.replace(staged, item),
  remove: () => disk.remove(item, new Set()),
  stage: () => disk.stageFile(sourceOf(Buffer.from('downloaded')), []),
}
await deeds[what]()
process.stdout.write(`${done}`)
process.exit(0)
