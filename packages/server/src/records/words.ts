import type { OrganizationId } from '@holdfast/api/ids'
import type { Tx } from '../platform/db/database.ts'
import { fold } from '../platform/db/gram-index/grams.ts'
import type { NamedKind } from '../platform/db/tables/people.ts'

/** Letters and digits in a row; signs and pictures in a row are a word as well, as some are called by nothing else. */
const WORD = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}\p{P}\p{Z}\p{C}]+/gu
/** Whoever types more of a word finds the same. */
const MOST_SIGNS = 60

/** What names and addresses are found by: each of their words, by how it begins. */
export const wordsIn = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      (fold(text).match(WORD) ?? []).map((word) => [...word].slice(0, MOST_SIGNS).join('')),
    ),
  ),
]

/** Whether there is a word for each of those typed that begins so. */
export const hasWords = (words: readonly string[], typed: readonly string[]): boolean =>
  typed.every((begin) => words.some((word) => word.startsWith(begin)))

interface Named {
  kind: NamedKind
  organization_id: OrganizationId
  id: number
}

/** Has something found by these words, and by no others. */
export async function setWords(
  tx: Tx,
  { kind, organization_id, id }: Named,
  words: readonly string[],
): Promise<void> {
  await deleteWords(tx, kind, [id])
  if (words.length === 0) return
  await tx
    .insertInto('name_word')
    .values(words.map((word) => ({ kind, organization_id, word, id })))
    .execute()
}

export async function deleteWords(tx: Tx, kind: NamedKind, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('name_word').where('kind', '=', kind).where('id', 'in', ids).execute()
}
