import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, describe } from 'node:test'

/** Nobody is to read of it: what stands behind the tests of each file. */
export const END_OF_FILE = 'the end of a file of tests'

/** Runs files of tests, one after the other, that no other process has taken: those that it finds taken are left out. */
export async function takeFiles(root: string, files: readonly string[], taken: string): Promise<void> {
  // Whatever a test starts ends with the process, and tells it so.
  process.setMaxListeners(0)
  // A test may wait for what alone would not keep a process.
  const kept = setInterval(() => {}, 60_000)
  for (const file of files) {
    if (!isFree(path.join(taken, file.replaceAll('/', '+')))) continue
    await import(path.join(root, file))
    await new Promise<void>((resolve) => describe(END_OF_FILE, () => after(() => resolve())))
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
