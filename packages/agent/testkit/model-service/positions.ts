import type { EntryId, RootId } from '@holdfast/api/ids'
import { refuse } from './refuse.ts'

/** Texts that clients keep and give back. What another epoch wrote is `cursor_reset`, what nobody wrote a mistake. */

export const cursorAt = (epoch: string, rootId: RootId, seq: number): string =>
  JSON.stringify(['cursor', epoch, rootId, seq])

export function numberIn(epoch: string, rootId: RootId, cursor: string): number {
  const [kind, of, root, seq] = partsOf(cursor)
  if (kind !== 'cursor' || typeof seq !== 'number') return refuse('invalid_request')
  if (of !== epoch) return refuse('cursor_reset')
  return root === rootId ? seq : refuse('invalid_request')
}

/** How far a reader has come in a snapshot, and the number of the log that it had begun with. */
export interface Progress {
  seq: number
  id: EntryId
  /** Within one folder, the order is that of names. */
  key: string
}
/** What is listed: a root, as it is or was, or one folder of it. */
export interface Listed {
  rootId: RootId
  folderId: EntryId | undefined
  asOfSeq: number | undefined
}

export const progressText = (epoch: string, { rootId, folderId, asOfSeq }: Listed, at: Progress): string =>
  JSON.stringify(['snapshot', epoch, rootId, folderId ?? null, asOfSeq ?? null, at.seq, at.id, at.key])

export function progressIn(epoch: string, { rootId, folderId, asOfSeq }: Listed, text: string): Progress {
  const [kind, of, root, folder, asOf, seq, id, key] = partsOf(text)
  const isOfThis = root === rootId && folder === (folderId ?? null) && asOf === (asOfSeq ?? null)
  if (kind !== 'snapshot' || !isOfThis) return refuse('invalid_request')
  return of === epoch ? { seq: seq as number, id: id as EntryId, key: key as string } : refuse('cursor_reset')
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
