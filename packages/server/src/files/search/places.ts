import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { EntryRow } from '../../records/entries.ts'
import type { RootRow } from '../../records/roots.ts'
import { isHeld } from '../basics/check-unlocked.ts'
import { locksAbove, plain, type Shown } from '../basics/view.ts'

/** What the items of a folder have in common. */
export interface Place {
  /** Of the folder, without a closing slash. */
  path: string
  /** The folder or one above it is deleted. */
  deleted: boolean
  shown: Shown
  /** The folders on the way that are locked. */
  held: readonly EntryRow[]
}

export function topLevel(root: RootRow, at: Instant): Place {
  return { path: '', deleted: false, shown: plain(at, locksAbove(root, [], at)), held: [] }
}

export function placeIn(root: RootRow, { path, deleted, shown, held }: Place, folder: EntryRow): Place {
  const locked = isHeld(folder, shown.at)
  const nowHeld = locked ? [...held, folder] : held
  return {
    path: `${path}/${folder.name}`,
    deleted: deleted || folder.deleted_at !== null,
    shown: locked ? plain(shown.at, locksAbove(root, nowHeld, shown.at)) : shown,
    held: nowHeld,
  }
}

/** The places of all folders among some items, which hold every folder above any of them. */
export function placesAmong(
  root: RootRow,
  rows: ReadonlyMap<EntryId, EntryRow>,
  at: Instant,
): (folderId: ParentId) => Place {
  const places = new Map<ParentId, Place>([[0, topLevel(root, at)]])
  return (folderId) => {
    const way = foldersUpTo(rows, folderId, (id) => places.has(id))
    let place = places.get(way[0]?.parent_id ?? folderId) as Place
    for (const folder of way) {
      place = placeIn(root, place, folder)
      places.set(folder.id, place)
    }
    return place
  }
}

/** A folder and those above it, outermost first, from below the first one that is `known`. */
export function foldersUpTo(
  rows: ReadonlyMap<EntryId, EntryRow>,
  folderId: ParentId,
  known: (id: ParentId) => boolean,
): EntryRow[] {
  const way: EntryRow[] = []
  for (let id = folderId; !known(id); ) {
    const folder = rows.get(id as EntryId) as EntryRow
    way.push(folder)
    id = folder.parent_id
  }
  return way.reverse()
}
