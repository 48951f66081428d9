import { endingOf, kindOf } from '@holdfast/api/files/file-kinds'
import type { SearchKind } from '@holdfast/api/files/search'
import type { EntryId, PersonId } from '@holdfast/api/ids'
import { type Instant, parseUtc } from '@holdfast/api/time'
import { refuse } from '../../errors.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { EntryRow } from '../../records/entries.ts'
import { foldersUpTo } from './places.ts'

const SECOND = 1000

export interface SieveWish {
  kind?: SearchKind
  ext?: string
  changed_from?: string
  changed_to?: string
  by?: PersonId
  folder_id?: ParentId
}

/** What is asked of an item beside its name. */
export interface Sieve {
  passes(row: EntryRow): boolean
  by: PersonId | undefined
  folderId: ParentId
}

export function sieveOf({ kind, ext, changed_from, changed_to, by, folder_id }: SieveWish): Sieve {
  const since = instantIn(changed_from, 'changed_from') ?? Number.NEGATIVE_INFINITY
  const end = instantIn(changed_to, 'changed_to')
  // A time means the whole of its second, as everywhere.
  const before = end === undefined ? Number.POSITIVE_INFINITY : end + SECOND
  const ending = ext?.replace(/^\./, '').toLowerCase()
  const passes = (row: EntryRow): boolean =>
    row.modified_at >= since &&
    row.modified_at < before &&
    (kind === undefined || isOfKind(row, kind)) &&
    (ending === undefined || (row.kind === 'file' && endingOf(row.name) === ending))
  return { passes, by, folderId: folder_id ?? 0 }
}

function instantIn(text: string | undefined, parameter: string): Instant | undefined {
  return text === undefined ? undefined : (parseUtc(text) ?? refuse(parameter))
}

const isOfKind = (row: EntryRow, kind: SearchKind): boolean =>
  kind === 'folder' || kind === 'file' ? row.kind === kind : row.kind === 'file' && kindOf(row.name) === kind

/** Whether an item is in a folder or below it; `rows` hold every folder above it. */
export const liesIn = (
  rows: ReadonlyMap<EntryId, EntryRow>,
  { parent_id }: EntryRow,
  folderId: ParentId,
): boolean =>
  folderId === 0 || foldersUpTo(rows, parent_id, (id) => id === 0).some(({ id }) => id === folderId)
