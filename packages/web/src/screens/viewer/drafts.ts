import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Decoded } from '../../files/content/decode.ts'

/** The content that someone began with. */
export interface Base extends Pick<Decoded, 'hasBom' | 'lineEnd'> {
  ver: number
  revision: RevisionId
  text: string
}

/** What was written and not saved. */
export interface Draft {
  base: Base
  text: string
}

/** They outlive the screen: whichever way one leaves it, the text is there again on the way back. */
const drafts = new Map<string, Draft>()
const keyOf = (root: RootId, file: EntryId): string => `${root} ${file}`

export const findDraft = (root: RootId, file: EntryId): Draft | undefined => drafts.get(keyOf(root, file))

export function keepDraft(root: RootId, file: EntryId, draft: Draft): void {
  drafts.set(keyOf(root, file), draft)
  addEventListener('beforeunload', ask)
}

export function dropDraft(root: RootId, file: EntryId): void {
  drafts.delete(keyOf(root, file))
  if (drafts.size === 0) removeEventListener('beforeunload', ask)
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
