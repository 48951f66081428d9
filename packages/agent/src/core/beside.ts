import { ownersOf } from './owner-files.ts'

/** What databases, browsers and others keep beside a file for as long as they work on it. */
const ENDS = ['-wal', '-journal', '.part', '.lock']
const EMACS_LOCK = '.#'

/** Whether something is beside a file that tells that a program is at it. */
export const hasProgramBeside = (name: string, beside: ReadonlySet<string>): boolean =>
  ENDS.some((end) => beside.has(name + end)) ||
  beside.has(EMACS_LOCK + name) ||
  ownersOf(name).some((owner) => beside.has(owner))
