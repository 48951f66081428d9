import type { EntryId } from '@holdfast/api/ids'
import { refuse } from '../../errors.ts'
import { parseJson } from '../../platform/basics/parse-json.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'

/** How far an operation on everything in a folder has come. */
export interface Progress {
  folderId: ParentId
  /** What changed after this number of the log is left alone: nobody meant it. */
  asOf: number
  /** The last item that was looked at. */
  after: { nameKey: string; id: EntryId | 0 }
  /** Items that were looked at and are still in the folder. */
  staying: number
}

/** Nothing in it is secret, and anyone who makes one up deceives nobody else: rights are asked for each item. */
export const formatCursor = ({ folderId, asOf, after, staying }: Progress): string =>
  Buffer.from(JSON.stringify([folderId, asOf, staying, after.id, after.nameKey])).toString('base64url')

export function parseCursor(text: string, folderId: ParentId): Progress {
  const [folder, asOf, staying, id, nameKey] = partsOf(text)
  if (
    folder !== folderId ||
    !isCount(asOf) ||
    !isCount(staying) ||
    !isCount(id) ||
    typeof nameKey !== 'string'
  )
    return refuse('cursor', 'unknown value; send it back exactly as received')
  return { folderId, asOf, staying, after: { id: id as EntryId, nameKey } }
}

function partsOf(text: string): unknown[] {
  try {
    const parts = parseJson(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
