import type { Permission } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { DEVICE_PAUSED } from '@holdfast/api/oversight/brakes'
import { ApiError, fail, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { ParentId } from '../platform/db/tables/files.ts'
import type { PersonPrincipal, Principal, VisitorPrincipal } from '../platform/principal.ts'
import { type Ancestor, type EntryRow, findEntry } from '../records/entries.ts'
import { findRoot, type RootRow } from '../records/roots.ts'
import { administers, mayBrowseFiles } from './administration.ts'
import { reachContent } from './links.ts'
import { allows, BROWSING, permissionsIn, together } from './permissions.ts'
import {
  type EntryAccess,
  type EntryAddress,
  findManyOnPaths,
  findOnPath,
  getOnPath,
  type ManyEntries,
  type RootAccess,
} from './read-entry.ts'

export type { EntryAccess, RootAccess } from './read-entry.ts'

declare const proof: unique symbol
/** Something its holder was allowed to reach with the permission named. Made in this file only. */
export type Granted<T, P extends Permission> = T & { readonly [proof]: P }

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
  checkNotPaused(who, permission)
  return { root, permissions } as Granted<RootAccess, P>
}

const LOOKING: ReadonlySet<Permission> = new Set(['FILE_VIEW', 'FOLDER_VIEW', 'FILE_READ', 'FILE_PREVIEW'])
/** Someone has to look, which takes a while. */
const ASK_AGAIN_SECONDS = 60

/** A device whose changes are paused goes on reading. */
function checkNotPaused(who: Principal, permission: Permission): void {
  if (LOOKING.has(permission)) return
  const account = who.kind === 'visitor' ? who.account : who
  if (account?.kind !== 'person' || !account.paused) return
  const words =
    'This device is paused because of unusual activity. Its changes are accepted again once someone approves them.'
  const error = new ApiError('temporarily_unavailable', words, { error_reason: DEVICE_PAUSED })
  error.retryAfter = ASK_AGAIN_SECONDS
  throw error
}

async function reachRoot(db: Db, who: Principal, rootId: RootId): Promise<RootAccess> {
  const root = (await findRoot(db, rootId)) ?? noSuch(`root ${rootId}`)
  const permissions = await permissionsIn(db, root, who)
  const more = (await browsesBeside(db, who, root, permissions))
    ? together(permissions, BROWSING)
    : permissions
  // To all who could see it, whatever they ask for; whether it once existed is nobody else's business.
  if (root.deleted_at !== null && allows(more, 'FOLDER_VIEW')) fail('root_deleted')
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
  return !permissions.has('FILE_MANAGE') && mayBrowseFiles(db, who, root.organization_id)
}

/** The item must be of the kind and in the root that the path says, else `not_found`. */
export async function authorizeEntry<P extends Permission>(
  db: Db,
  who: Principal,
  path: EntryAddress,
  permission: P,
): Promise<Granted<EntryAccess, P>> {
  if (who.kind === 'visitor') return authorizeShared(db, who, path, permission)
  const granted = await authorizeRoot(db, who, path.rootId, permission)
  const found = await getOnPath(db, path)
  return { ...granted, ...found } as Granted<EntryAccess, P>
}

/** As `authorizeEntry`, for many items of a root. Of those that are not there, nothing is said. */
export async function authorizeEntries<P extends Permission>(
  db: Db,
  who: PersonPrincipal,
  items: ManyEntries,
  permission: P,
): Promise<Map<EntryId, Granted<EntryAccess, P>>> {
  const granted = await authorizeRoot(db, who, items.rootId, permission)
  const found = await findManyOnPaths(db, items)
  return new Map([...found].map(([id, one]) => [id, { ...granted, ...one }]))
}

/** Through a link there is nothing but what it shares and what is in that; all else is missing in the same words. */
async function authorizeShared<P extends Permission>(
  db: Db,
  who: VisitorPrincipal,
  path: EntryAddress,
  permission: P,
): Promise<Granted<EntryAccess, P>> {
  const { shared, permissions } = await reachContent(db, who)
  if (!allows(permissions, permission)) fail('forbidden')
  checkNotPaused(who, permission)
  // Who sees no folders cannot tell which there are by adding to them.
  const isOpen = path.entryId === shared.entry.id || path.entryId === who.ownFolder
  if (!allows(permissions, 'FOLDER_VIEW') && !isOpen) fail('forbidden')
  const found = path.rootId === shared.root.id ? await findOnPath(db, path) : undefined
  const way = found && !found.deleted ? [...found.ancestors, found.entry] : []
  const hidden = way.findIndex(({ id }) => id === shared.entry.id)
  if (hidden < 0) noSuch(`${path.kind} ${path.entryId} in this share link`)
  return { root: shared.root, permissions, ...found, hidden } as EntryAccess as Granted<EntryAccess, P>
}

/** A live item, where its address does not say whether it is a file or a folder. */
export async function authorizeItem<P extends Permission>(
  db: Db,
  who: PersonPrincipal,
  { rootId, entryId }: Omit<EntryAddress, 'kind'>,
  permission: P,
): Promise<Granted<RootAccess & { entry: EntryRow }, P>> {
  const granted = await authorizeRoot(db, who, rootId, permission)
  const entry = await findEntry(db, rootId, entryId)
  if (!entry || entry.deleted_at !== null) return noSuch(`item ${entryId} in root ${rootId}`)
  return { ...granted, entry }
}

/** A folder of a root, or its top level: folder 0. Through a link that is the shared folder. */
export async function authorizeContainer<P extends Permission>(
  db: Db,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  permission: P,
): Promise<Granted<ContainerAccess, P>> {
  const { rootId } = path
  const entryId = path.folderId === 0 && who.kind === 'visitor' ? who.entryId : path.folderId
  if (entryId === 0) {
    const granted = await authorizeRoot(db, who, rootId, permission)
    return { ...granted, folder: undefined, parentId: 0 } as Granted<ContainerAccess, P>
  }
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
  const { entry, ancestors } = await findPlace(db, path)
  return { root, entry, ancestors, mayBreak } as UnlockAccess as Granted<UnlockAccess, 'FILE_LOCK'>
}

/** A root, or an item in it, as the ids of a request name them. */
type AnyPath = { rootId: RootId; kind: 'root' } | EntryAddress

interface Place extends Pick<UnlockAccess, 'entry' | 'ancestors'> {
  deleted: boolean
}

async function findPlace(db: Db, path: AnyPath): Promise<Place> {
  if (path.kind === 'root') return { entry: undefined, ancestors: [], deleted: false }
  return getOnPath(db, path)
}

/** What someone asks who can reach: the root itself where `entry` is undefined. */
export interface ReachAccess {
  root: RootRow
  entry: EntryRow | undefined
  ancestors: Ancestor[]
  /** May see what is called how there. */
  seesNames: boolean
}

/** Who else can reach something is shown to those who manage it, and to administrators, who decide that anyway. */
export async function authorizeReach(
  db: Db,
  who: Principal,
  path: AnyPath,
): Promise<Granted<ReachAccess, 'FILE_MANAGE'>> {
  const { root, permissions } = await reachRoot(db, who, path.rootId)
  if (!permissions.has('FILE_MANAGE') && !(await administers(db, who, root.organization_id)))
    fail('forbidden')
  if (root.deleted_at !== null) fail('root_deleted')
  const { entry, ancestors, deleted } = await findPlace(db, path)
  if (deleted) fail('not_found', `The ${path.kind} was deleted.`)
  const access: ReachAccess = { root, entry, ancestors, seesNames: permissions.has('FILE_VIEW') }
  return access as Granted<ReachAccess, 'FILE_MANAGE'>
}
