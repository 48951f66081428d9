import type { SQLInputValue } from 'node:sqlite'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { LocalEntry } from '../core/local-tree.ts'
import type { Kind, RemoteRow } from '../core/remote-tree.ts'

/** A line of a table. */
export type Columns = readonly (string | number | null)[]

const kindOf = (text: string | number | null | undefined): Kind => (text === 'file' ? 'file' : 'folder')

export const columnsOfRow = (row: RemoteRow): SQLInputValue[] => [
  row.id,
  row.parentId,
  row.kind,
  row.name,
  row.ver,
  row.seq,
  row.revisionId,
  row.content,
  row.size,
  row.modified,
  row.deleted ? 1 : 0,
]

export const rowOf = (columns: Columns): RemoteRow => ({
  id: columns[0] as EntryId,
  parentId: columns[1] as EntryId,
  kind: kindOf(columns[2]),
  name: columns[3] as string,
  ver: columns[4] as number,
  seq: columns[5] as number,
  revisionId: columns[6] as RevisionId | null,
  content: columns[7] as string | null,
  size: columns[8] as number,
  modified: columns[9] as string | null,
  deleted: columns[10] === 1,
})

export const columnsOfLink = (link: Link): SQLInputValue[] => [
  link.rowId,
  link.localId,
  link.kind,
  link.rowParent,
  link.localParent,
  link.name,
  link.content,
  link.contentVer,
  link.placeVer,
  link.prepared === undefined ? null : JSON.stringify(link.prepared),
  link.modified,
  link.localModified,
]

export function linkOf(columns: Columns): Link {
  const link: Link = {
    rowId: columns[0] as EntryId,
    localId: columns[1] as LocalId,
    kind: kindOf(columns[2]),
    rowParent: columns[3] as EntryId,
    localParent: columns[4] as LocalId,
    name: columns[5] as string,
    content: columns[6] as string | null,
    contentVer: columns[7] as number,
    placeVer: columns[8] as number,
    modified: columns[10] as string | null,
    localModified: columns[11] as number | null,
  }
  return columns[9] === null ? link : { ...link, prepared: JSON.parse(columns[9] as string) }
}

export const columnsOfLocal = (entry: LocalEntry): SQLInputValue[] => [
  entry.id,
  entry.parentId,
  entry.kind,
  entry.name,
  entry.rawName === entry.name ? null : entry.rawName,
  entry.content,
  entry.stamp,
  entry.size,
  entry.modified,
]

export const localOf = (columns: Columns): LocalEntry => ({
  id: columns[0] as LocalId,
  parentId: columns[1] as LocalId,
  kind: kindOf(columns[2]),
  name: columns[3] as string,
  rawName: (columns[4] ?? columns[3]) as string,
  content: columns[5] as string | null,
  stamp: columns[6] as string,
  size: columns[7] as number,
  modified: columns[8] as number | null,
})
