import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH_MEMORY = 8 * 1024 ** 3

/** For data that need not outlive the machine: in memory where there is plenty, since flushing is most of what small files cost. */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_MEMORY ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
