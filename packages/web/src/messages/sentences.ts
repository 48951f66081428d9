import type { LoggedOperation } from '@holdfast/api/files/history'
import type { PersonId } from '@holdfast/api/ids'
import type { Messages } from './en/en.ts'

/** Who did something, as far as the server tells. */
export interface Doer {
  person_id?: PersonId | null
  person_name?: string | null
  machine_name?: string | null
}

type Words = Messages['details']

/** Undefined where nobody knows. */
export function doerOf(doer: Doer, words: Words, own: PersonId | undefined): string | undefined {
  const by =
    doer.person_id === null
      ? words.theService
      : doer.person_id !== undefined && doer.person_id === own
        ? words.you
        : doer.person_name || undefined
  return by !== undefined && doer.machine_name ? words.onDevice(by, doer.machine_name) : by
}

/** What was done, in a sentence. */
export const sentenceOf = (
  operation: Pick<LoggedOperation, 'op' | 'name' | 'changes'> & Doer,
  words: Words,
  own: PersonId | undefined,
): string => words.activity[operation.op](doerOf(operation, words, own), operation.name, operation.changes)
