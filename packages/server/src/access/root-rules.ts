import type { OrganizationId } from '@holdfast/api/ids'
import { fail } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Principal } from '../platform/principal.ts'
import { getPolicy } from '../records/policy.ts'
import type { RootRow } from '../records/roots.ts'
import { administers } from './administration.ts'
import { allows } from './permissions.ts'
import { showsPreviews } from './previews.ts'
import type { RootAccess } from './read-entry.ts'

/** What the policy of an organization lets people do who do not administer it. */
type Allowance = 'user_purge_deleted' | 'user_trim_revisions' | 'user_rollback'

export const isAllowed = async (
  db: Db,
  who: Principal,
  id: OrganizationId,
  field: Allowance,
): Promise<boolean> => (await getPolicy(db, id))[field] || (await administers(db, who, id))

/** Beside the right to lock: those who manage the root need no leave. */
export const mayLock = async (db: Db, { root, permissions }: RootAccess): Promise<boolean> =>
  permissions.has('FILE_MANAGE') || (await getPolicy(db, root.organization_id)).user_lock_files

/** The own organization, and the one that keeps the item: what leaves it is for both to decide. */
const deciding = (who: Principal, root: RootRow): OrganizationId[] => [
  ...new Set([...('organizationId' in who ? [who.organizationId] : []), root.organization_id]),
]

/** Beside the right to share. */
async function mayLink(db: Db, who: Principal, root: RootRow): Promise<boolean> {
  for (const id of deciding(who, root)) if (!(await getPolicy(db, id)).user_create_shares) return false
  return true
}

export async function checkLinking(db: Db, who: Principal, root: RootRow): Promise<void> {
  if (!(await mayLink(db, who, root)))
    fail('forbidden', 'The policy of the organization does not allow you to share (user_create_shares).')
}

/** Whether links must ask for a sign-in, by what any of these organizations says. */
export async function areLinksPrivate(db: Db, organizations: readonly OrganizationId[]): Promise<boolean> {
  for (const id of organizations) if ((await getPolicy(db, id)).secure_shares) return true
  return false
}

/** What someone may do in a root as far as policies decide it, so that nobody has to try. */
export async function rulesFor(db: Db, who: Principal, access: RootAccess) {
  const { root, permissions } = access
  const id = root.organization_id
  const manages = permissions.has('FILE_MANAGE')
  const writes = permissions.has('FILE_WRITE')
  const allowed = (field: Allowance) => isAllowed(db, who, id, field)
  return {
    may_roll_back: writes && permissions.has('FILE_DELETE') && (await allowed('user_rollback')),
    may_purge: manages && (await allowed('user_purge_deleted')),
    may_trim: manages && (await allowed('user_trim_revisions')),
    may_lock: permissions.has('FILE_LOCK') && (await mayLock(db, access)),
    may_link: permissions.has('FILE_SHARE') && (await mayLink(db, who, root)),
    links_need_sign_in: await areLinksPrivate(db, deciding(who, root)),
    preview: allows(permissions, 'FILE_PREVIEW') && (await showsPreviews(db, root)),
    edit: writes && permissions.has('FILE_READ') && (await getPolicy(db, id)).web_editor_enabled,
  }
}
