import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, describe } from 'node:test'
import { cpuSeconds } from './cpu-seconds.ts'

/** Nobody is to read of it: what stands behind the tests of each file. */
export const END_OF_FILE = 'the end of a file of tests'

/** What a file of tests took, in ms: by the clock, and of the CPU, with the processes that it has started and seen end. Databases, stores and browsers come on top. */
export interface Cost {
  file: string
  wall: number
  cpu: number
}

/** Where the processes of a run write what their files took, a line each. */
export const costsIn = (dir: string): string => path.join(dir, 'costs')

/** Runs files of tests, one after the other, that no other process has taken: those that it finds taken are left out. */
export async function takeFiles(root: string, files: readonly string[], dir: string): Promise<void> {
  // Whatever a test starts ends with the process, and tells it so.
  process.setMaxListeners(0)
  // A test may wait for what alone would not keep a process.
  const kept = setInterval(() => {}, 60_000)
  for (const file of files) {
    if (!isFree(path.join(dir, 'taken', file.replaceAll('/', '+')))) continue
    const [begun, used] = [performance.now(), cpuSeconds()]
    await import(path.join(root, file))
    await new Promise<void>((resolve) => describe(END_OF_FILE, () => after(() => resolve())))
    const cost: Cost = { file, wall: performance.now() - begun, cpu: (cpuSeconds() - used) * 1000 }
    appendFileSync(costsIn(dir), `${JSON.stringify(cost)}\n`)
  }
  clearInterval(kept)
}

/** One process alone makes a folder. */
function isFree(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
