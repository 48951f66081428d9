import type { File, Item, Permission } from '@holdfast/api/files/files'
import { UNLOCKED } from '../../records/entries.ts'
import { itemView, pathOf, type Shown } from '../basics/view.ts'
import type { WayThen } from './paths.ts'
import type { EntryThen } from './queries.ts'

/** Who held which lock is not kept: items of that time are shown without. */
const shownThen = (permissions: ReadonlySet<Permission> | undefined): Shown => ({
  locks: false,
  permissions,
  at: 0,
  above: [],
})

export const itemViewThen = (
  entry: EntryThen,
  way: WayThen,
  permissions: ReadonlySet<Permission> | undefined,
): Item =>
  itemView(
    { ...entry, ...UNLOCKED },
    way.path ?? pathOf(way.folders),
    way.deleted || entry.deleted_at !== null,
    shownThen(permissions),
  )

export const fileViewThen = (
  entry: EntryThen & { kind: 'file' },
  way: WayThen,
  permissions: ReadonlySet<Permission> | undefined,
): File => itemViewThen(entry, way, permissions) as File
