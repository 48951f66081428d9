import { MAX_DEVICE_PATH } from '@holdfast/api/devices/device-fields'
import { NOT_BACKED_UP } from '../words/backups.ts'
import { type RawPath, shownPath } from './look.ts'

/** A file that could not be kept or brought back, or something that is left out. */
export interface Problem {
  readonly path: string
  readonly reason: string
}

/** As many as the service takes, and as long. */
export const MAX_PROBLEMS = 100
const MAX_REASON = 1000

/** Of a long path the end says the most. */
export const asTold = ({ path, reason }: Problem): Problem => ({
  path: path.slice(-MAX_DEVICE_PATH),
  reason: reason.slice(0, MAX_REASON),
})

/** Notes what happens on the way; of many things of one kind, the first. */
export class Problems {
  readonly list: Problem[] = []
  count = 0

  add(path: RawPath, reason: string): void {
    this.count++
    if (this.list.length < MAX_PROBLEMS) this.list.push(asTold({ path: shownPath(path), reason }))
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: NOT_BACKED_UP.noPermission,
  EPERM: NOT_BACKED_UP.noPermission,
  ENOENT: NOT_BACKED_UP.gone,
  EIO: NOT_BACKED_UP.diskError,
  ENAMETOOLONG: NOT_BACKED_UP.longPath,
  ELOOP: NOT_BACKED_UP.becameLink,
}

/** What an error of the disk means for the person who looks after the files. */
export const reasonOf = (error: unknown, code: string | undefined): string =>
  REASONS[code ?? ''] ?? NOT_BACKED_UP.unreadable(code ?? String(error))
