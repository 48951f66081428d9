import type { Permission } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import {
  authorizeContainer,
  authorizeEntry,
  type ContainerAccess,
  type EntryAccess,
  type Granted,
} from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { fail } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { checkUnlocked } from './check-unlocked.ts'
import { pathOf } from './view.ts'

/** An item that may be changed: it is not deleted, and nobody else holds a lock on it or above it. */
export async function authorizeChange<P extends Permission>(
  tx: Tx,
  who: Principal,
  path: EntryAddress,
  permission: P,
  at: Instant,
): Promise<Granted<EntryAccess, P>> {
  const access = await authorizeEntry(tx, who, path, permission)
  if (access.deleted) fail('not_found', `The ${path.kind} was deleted.`)
  checkUnlocked(who, access, at)
  return access
}

/** Nothing can be put into a folder that is deleted, or is in one that is, or that another has locked. */
export async function authorizeLiveContainer<P extends 'FILE_WRITE' | 'FILE_ADD'>(
  tx: Tx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  permission: P,
  at: Instant,
): Promise<Granted<ContainerAccess, P>> {
  const container = await authorizeContainer(tx, who, path, permission)
  if (container.folder?.deleted) fail('not_found', 'The folder was deleted.')
  checkUnlocked(who, container.folder ?? container, at)
  return container
}

/** The folders that an item in a container is in, outermost first. */
export const foldersOf = ({ folder }: ContainerAccess) => (folder ? [...folder.ancestors, folder.entry] : [])

export const containerPath = (container: ContainerAccess): string => pathOf(foldersOf(container))
