import { ENVIRONMENT } from './environment.ts'
import type { Home } from './home.ts'
import { Place } from './place.ts'
import { VERSION } from './version.ts'

/** Which program it is that runs. */
export interface RunningProgram {
  /** As the folder of its version is called, or what it calls itself where it has none. */
  readonly version: string
  readonly pid: number
  /** It is started again by the system when it ends. */
  readonly isSupervised: boolean
}

export const runningProgram = (): RunningProgram => ({
  version: Place.find() ? Place.ownVersion : VERSION,
  pid: process.pid,
  isSupervised: ENVIRONMENT.isSupervised,
})

/** Becomes the version that is current now, as the same process: what started it, and supervises it, need not know. */
export function becomeCurrent(home: Home): never {
  const command = Place.find()?.command
  const words = ['--home', home.folder, 'run']
  if (command !== undefined && process.execve) process.execve(command, [command, ...words])
  process.exit(0)
}
