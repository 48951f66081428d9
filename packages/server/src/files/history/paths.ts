import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { pathOf } from '../basics/view.ts'
import { type FolderAt, type FolderThen, listFoldersThen } from './queries.ts'

/** Where something was: a folder, or the top level, at a change. */
export interface PlaceThen {
  parentId: ParentId
  seq: number
}

/** The folders that led to something. */
export interface WayThen {
  folders: readonly FolderThen[]
  /** One of them is deleted. */
  deleted: boolean
  /** Undefined where one of them was purged since, so that nobody knows their names. */
  path: string | undefined
}

const TOP: WayThen = { folders: [], deleted: false, path: '' }

const keyOf = ({ parentId, seq }: PlaceThen): string => `${parentId}:${seq}`

/** Answers how each of some places was reached then, with one query for all of them. */
export async function waysThen(
  db: Db,
  rootId: RootId,
  places: readonly PlaceThen[],
): Promise<(place: PlaceThen) => WayThen> {
  const wanted = new Map<string, FolderAt>()
  for (const place of places)
    if (place.parentId !== 0) wanted.set(keyOf(place), { id: place.parentId as EntryId, seq: place.seq })
  const chains = await listFoldersThen(db, rootId, [...wanted.values()])
  const ways = new Map([...wanted.keys()].map((key, n) => [key, wayOf(chains[n] ?? [])]))
  return (place) => (place.parentId === 0 ? TOP : (ways.get(keyOf(place)) ?? wayOf([])))
}

function wayOf(folders: readonly FolderThen[]): WayThen {
  return {
    folders,
    deleted: folders.some(({ deleted_at }) => deleted_at !== null),
    path: folders[0]?.parent_id === 0 ? pathOf(folders) : undefined,
  }
}
