import type { Brake } from '@holdfast/api/oversight/brakes'
import type { Messages } from '../../messages/en/en.ts'

/** How much it did, and what files were called after it. */
export function factsOf(
  {
    deleted,
    rewritten,
    renamed,
    extensions,
  }: Pick<Brake, 'deleted' | 'rewritten' | 'renamed' | 'extensions'>,
  words: Messages['brake'],
): string {
  const named = extensions.filter(({ extension }) => extension !== '').map(({ extension }) => `.${extension}`)
  const parts = [
    ...(deleted > 0 ? [words.deleted(deleted)] : []),
    ...(rewritten > 0 ? [words.rewritten(rewritten)] : []),
    ...(renamed > 0 ? [words.renamed(renamed, named.slice(0, 3).join(', '))] : []),
  ]
  return `${parts.join(', ')}.`
}

/** Which device it is, and whose. */
export const titleOf = (
  { machine_name, client, person_name }: Pick<Brake, 'machine_name' | 'client' | 'person_name'>,
  { brake, history, undo }: Pick<Messages, 'brake' | 'history' | 'undo'>,
): string => brake.title(machine_name ?? client ?? history.aDevice, person_name ?? undo.nobody)
