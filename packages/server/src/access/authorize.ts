import type { Permission } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db } from '../db/database.ts'
import type { EntryKind, ParentId } from '../db/schema.ts'
import { fail } from '../errors.ts'
import { type Ancestor, type EntryRow, findEntry, listAncestors } from '../files/queries.ts'
import { findRoot, type RootRow } from '../roots/queries.ts'
import { administers, mayBrowseFiles } from './administration.ts'
import { allows, BROWSING, permissionsIn, together } from './permissions.ts'
import type { Principal } from './principal.ts'

declare const proof: unique symbol
/** Something its holder was allowed to reach with the permission named. Made in this file only. */
export type Granted<T, P extends Permission> = T & { readonly [proof]: P }

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
}

/** Where items can be put: a folder, or the top level of a root when `folder` is undefined. */
export interface ContainerAccess extends RootAccess {
  folder: EntryAccess | undefined
  parentId: ParentId
}

/** `not_found` for what does not exist, `root_deleted` for what did, `forbidden` for what is out of reach. */
export async function authorizeRoot<P extends Permission>(
  db: Db,
  who: Principal,
  rootId: RootId,
  permission: P,
): Promise<Granted<RootAccess, P>> {
  const { root, permissions } = await reachRoot(db, who, rootId)
  if (!allows(permissions, permission)) fail('forbidden')
  // After the check of rights: whether a root once existed is nobody else's business.
  if (root.deleted_at !== null) fail('root_deleted')
  return { root, permissions } as Granted<RootAccess, P>
}

async function reachRoot(db: Db, who: Principal, rootId: RootId): Promise<RootAccess> {
  const root = (await findRoot(db, rootId)) ?? fail('not_found')
  const permissions = await permissionsIn(db, root, who)
  const more = (await browsesBeside(db, who, root, permissions))
    ? together(permissions, BROWSING)
    : permissions
  // The sizes of a root tell of its files.
  const shown = more.has('FILE_VIEW') ? root : { ...root, live_size: 0, stored_size: 0 }
  return { root: shown, permissions: more }
}

/** Asked only where it can give more, so that the usual way costs nothing. */
async function browsesBeside(
  db: Db,
  who: Principal,
  root: RootRow,
  permissions: ReadonlySet<Permission>,
): Promise<boolean> {
  const own = root.root_type !== 'share' && permissions.size > 0
  return !own && !permissions.has('FILE_MANAGE') && mayBrowseFiles(db, who, root.organization_id)
}

/** The item must be of the kind and in the root that the path says, else `not_found`. */
export async function authorizeEntry<P extends Permission>(
  db: Db,
  who: Principal,
  path: { rootId: RootId; entryId: EntryId; kind: EntryKind },
  permission: P,
): Promise<Granted<EntryAccess, P>> {
  const granted = await authorizeRoot(db, who, path.rootId, permission)
  const entry = (await findEntry(db, path.rootId, path.entryId)) ?? fail('not_found')
  if (entry.kind !== path.kind) fail('not_found')
  const ancestors = await listAncestors(db, entry)
  const deleted = entry.deleted_at !== null || ancestors.some((folder) => folder.deleted_at !== null)
  return { ...granted, entry, ancestors, deleted } as Granted<EntryAccess, P>
}

/** What someone else would see of an item, if it is there at all and in a root that is. */
export async function readEntryAs(
  db: Db,
  who: Principal,
  path: { rootId: RootId; entryId: EntryId; kind: EntryKind },
): Promise<EntryAccess | undefined> {
  const root = await findRoot(db, path.rootId)
  const entry = await findEntry(db, path.rootId, path.entryId)
  if (!root || root.deleted_at !== null || entry?.kind !== path.kind) return undefined
  const ancestors = await listAncestors(db, entry)
  const deleted = entry.deleted_at !== null || ancestors.some((folder) => folder.deleted_at !== null)
  return { root, permissions: await permissionsIn(db, root, who), entry, ancestors, deleted }
}

/** A folder of a root, or its top level: folder 0. */
export async function authorizeContainer<P extends Permission>(
  db: Db,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  permission: P,
): Promise<Granted<ContainerAccess, P>> {
  if (path.folderId === 0) {
    const granted = await authorizeRoot(db, who, path.rootId, permission)
    return { ...granted, folder: undefined, parentId: 0 } as Granted<ContainerAccess, P>
  }
  const { rootId, folderId: entryId } = path
  const folder = await authorizeEntry(db, who, { rootId, entryId, kind: 'folder' }, permission)
  const { root, permissions } = folder
  const container: ContainerAccess = { root, permissions, folder, parentId: folder.entry.id }
  return container as Granted<ContainerAccess, P>
}

/** What someone asks to unlock: the root itself where `entry` is undefined. */
export interface UnlockAccess {
  root: RootRow
  entry: EntryRow | undefined
  ancestors: Ancestor[]
  /** May end anybody's lock, not only the own one. */
  mayBreak: boolean
}

/** Locks must not outlive their use: administrators may end them even where they may not look at files. */
export async function authorizeUnlock(
  db: Db,
  who: Principal,
  path: AnyPath,
): Promise<Granted<UnlockAccess, 'FILE_LOCK'>> {
  const { root, permissions } = await reachRoot(db, who, path.rootId)
  const mayBreak =
    permissions.has('FILE_MANAGE') || (await administers(db, who, root.organization_id, 'take_over'))
  if (!mayBreak && !permissions.has('FILE_LOCK')) fail('forbidden')
  if (root.deleted_at !== null) fail('root_deleted')
  const at = await findPlace(db, path)
  return { root, ...at, mayBreak } as UnlockAccess as Granted<UnlockAccess, 'FILE_LOCK'>
}

/** A root, or an item in it, as the ids of a request name them. */
type AnyPath = { rootId: RootId; kind: 'root' } | { rootId: RootId; entryId: EntryId; kind: EntryKind }

async function findPlace(db: Db, path: AnyPath): Promise<Pick<UnlockAccess, 'entry' | 'ancestors'>> {
  if (path.kind === 'root') return { entry: undefined, ancestors: [] }
  const entry = (await findEntry(db, path.rootId, path.entryId)) ?? fail('not_found')
  if (entry.kind !== path.kind) fail('not_found')
  return { entry, ancestors: await listAncestors(db, entry) }
}

/** What someone asks who can reach: the root itself where `entry` is undefined. */
export interface ReachAccess {
  root: RootRow
  entry: EntryRow | undefined
  ancestors: Ancestor[]
  /** May see what is called how there. */
  seesNames: boolean
}

/** Who else can reach something is told to those who manage it, and to administrators, who decide that anyway. */
export async function authorizeReach(
  db: Db,
  who: Principal,
  path: AnyPath,
): Promise<Granted<ReachAccess, 'FILE_MANAGE'>> {
  const { root, permissions } = await reachRoot(db, who, path.rootId)
  if (!permissions.has('FILE_MANAGE') && !(await administers(db, who, root.organization_id)))
    fail('forbidden')
  if (root.deleted_at !== null) fail('root_deleted')
  const { entry, ancestors } = await findPlace(db, path)
  if ([...ancestors, ...(entry ? [entry] : [])].some(({ deleted_at }) => deleted_at !== null))
    fail('not_found')
  const access: ReachAccess = { root, entry, ancestors, seesNames: permissions.has('FILE_VIEW') }
  return access as Granted<ReachAccess, 'FILE_MANAGE'>
}
