import type { AuthSource } from '@holdfast/api/accounts/auth-sources'
import type { DirectoryReason } from '@holdfast/api/accounts/directory-reasons'
import { reasonIn } from '../../data/console/directories.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import type { TagLook } from '../parts/tag.tsx'

export const nameOf = ({ nickname, host }: Pick<AuthSource, 'nickname' | 'host'>): string =>
  shownName(nickname ?? host)

export const reasonWords = (reason: DirectoryReason): string => consoleWords().directories.problems[reason]

/** What went wrong with a directory, in words that tell what to do. */
export function directoryProblem(error: unknown): string {
  const reason = reasonIn(error)
  return reason ? reasonWords(reason) : problemOf(error).words
}

type Result = Pick<AuthSource, 'last_import'>
const LOOKS = { ok: 'good', stopped: 'warn', failed: 'bad', none: 'soft' } as const

export function stateOf({ last_import }: Result): { look: TagLook['kind']; words: string } {
  const state = last_import?.status ?? 'none'
  return { look: LOOKS[state], words: consoleWords().directories.states[state] }
}

/** What was wrong with the last import. */
export function lastProblem({ last_import }: Result): string | undefined {
  if (!last_import || last_import.status === 'ok') return undefined
  return last_import.reason_code ? reasonWords(last_import.reason_code) : (last_import.error ?? undefined)
}

/** When it was imported last, and when it will be again. */
export function timesOf({ last_import, next_import }: AuthSource): string[] {
  const words = consoleWords().directories
  return [
    ...(last_import ? [words.lastAt(formatMoment(last_import.finished))] : []),
    next_import ? words.nextAt(formatMoment(next_import)) : words.byHand,
  ]
}
