import { fail } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Principal } from '../platform/principal.ts'
import { authorizeEntry, authorizeRoot, type EntryAccess, type Granted } from './authorize.ts'
import type { EntryAddress } from './read-entry.ts'
import { isAllowed } from './root-rules.ts'

/** By which leave. */
const ALLOWED_BY = { purge: 'user_purge_deleted', trim: 'user_trim_revisions' } as const

/** Something that is to be removed for ever, by who manages the root and is allowed to by the policy. */
export async function authorizeRemoval(
  db: Db,
  who: Principal,
  path: EntryAddress,
  what: keyof typeof ALLOWED_BY,
): Promise<Granted<EntryAccess, 'FILE_MANAGE'>> {
  const { root } = await authorizeRoot(db, who, path.rootId, 'FILE_MANAGE')
  const field = ALLOWED_BY[what]
  // Before the item is looked for: it is nobody's business whether something was there.
  if (!(await isAllowed(db, who, root.organization_id, field)))
    fail('forbidden', `The policy of the organization does not allow this (${field}).`)
  return authorizeEntry(db, who, path, 'FILE_MANAGE')
}
