import type { RootId } from '@holdfast/api/ids'
import { fail } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Principal } from '../platform/principal.ts'
import {
  authorizeEntry,
  authorizeRoot,
  type EntryAccess,
  type Granted,
  type RootAccess,
} from './authorize.ts'
import type { EntryAddress } from './read-entry.ts'
import { isAllowed } from './root-rules.ts'

/** By which leave. */
const ALLOWED_BY = { purge: 'user_purge_deleted', trim: 'user_trim_revisions' } as const

/** A root that someone may remove things from for ever: who manages it and is allowed to by the policy. */
export async function authorizeRemovals(
  db: Db,
  who: Principal,
  rootId: RootId,
  what: keyof typeof ALLOWED_BY,
): Promise<Granted<RootAccess, 'FILE_MANAGE'>> {
  const access = await authorizeRoot(db, who, rootId, 'FILE_MANAGE')
  const field = ALLOWED_BY[what]
  if (!(await isAllowed(db, who, access.root.organization_id, field)))
    fail('forbidden', `The policy of the organization does not allow this (${field}).`)
  return access
}

/** Something that is to be removed for ever. */
export async function authorizeRemoval(
  db: Db,
  who: Principal,
  path: EntryAddress,
  what: keyof typeof ALLOWED_BY,
): Promise<Granted<EntryAccess, 'FILE_MANAGE'>> {
  // Before the item is looked for: it is nobody's business whether something was there.
  await authorizeRemovals(db, who, path.rootId, what)
  return authorizeEntry(db, who, path, 'FILE_MANAGE')
}
