import type { Permission } from '@holdfast/api/files/files'
import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { noSuch, refuse } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { EntryKind } from '../platform/db/tables/files.ts'
import { type Ancestor, type EntryRow, findEntry, listAncestors } from '../records/entries.ts'
import { listEntries, waysTo } from '../records/many-entries.ts'
import { findRoot, type RootRow } from '../records/roots.ts'
import { permissionsOfPerson } from './permissions.ts'

export interface RootAccess {
  root: RootRow
  permissions: ReadonlySet<Permission>
}

/** An item, with the folders that lead to it, outermost first. */
export interface EntryAccess extends RootAccess {
  entry: EntryRow
  ancestors: Ancestor[]
  /** Itself or a folder above it is deleted. */
  deleted: boolean
  /** How many of the ancestors, and the root, are not the caller's business: it came through a link. */
  hidden?: number
}

export interface EntryAddress {
  rootId: RootId
  entryId: EntryId
  kind: EntryKind
}

export interface ManyEntries extends Pick<EntryAddress, 'rootId' | 'kind'> {
  entryIds: readonly EntryId[]
}

type FoundEntry = Pick<EntryAccess, 'entry' | 'ancestors' | 'deleted'>

/** An item where the address says, with the way to it; whether anyone may see it is another question. */
export async function findOnPath(
  db: Db,
  { rootId, entryId, kind }: EntryAddress,
): Promise<FoundEntry | undefined> {
  const entry = await findEntry(db, rootId, entryId)
  return entry?.kind === kind ? onPath(entry, await listAncestors(db, entry)) : undefined
}

/** As `findOnPath`, for many items of one kind, by their ids. */
export async function findManyOnPaths(
  db: Db,
  { rootId, entryIds, kind }: ManyEntries,
): Promise<Map<EntryId, FoundEntry>> {
  const entries = (await listEntries(db, rootId, entryIds)).filter((entry) => entry.kind === kind)
  const above = await waysTo(db, rootId, entries)
  return new Map(entries.map((entry) => [entry.id, onPath(entry, above(entry))]))
}

function onPath(entry: EntryRow, ancestors: Ancestor[]): FoundEntry {
  const deleted = entry.deleted_at !== null || ancestors.some((folder) => folder.deleted_at !== null)
  return { entry, ancestors, deleted }
}

/** Clients call the top level of a root folder 0. That is no item: what it can do as well is asked for as a container. */
export async function getOnPath(db: Db, path: EntryAddress) {
  const { rootId, entryId, kind } = path
  if (kind === 'folder' && Number(entryId) === 0)
    refuse('folder_id', 'not possible for the top level of a root')
  return (await findOnPath(db, path)) ?? noSuch(`${kind} ${entryId} in root ${rootId}`)
}

/** What someone would see of an item outside of a browser, if it is there at all and in a root that is. */
export async function readEntryAs(
  db: Db,
  personId: PersonId,
  path: EntryAddress,
): Promise<EntryAccess | undefined> {
  const root = await findRoot(db, path.rootId)
  const found = await findOnPath(db, path)
  if (!root || root.deleted_at !== null || !found) return undefined
  return { root, permissions: await permissionsOfPerson(db, root, personId, false), ...found }
}
