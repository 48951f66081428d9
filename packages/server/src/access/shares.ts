import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { fail, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { getPolicy } from '../records/policy.ts'
import { findRoot, type RootRow } from '../records/roots.ts'
import { administers, checkNotDeleted, type Purpose } from './administration.ts'
import { permissionsIn } from './permissions.ts'

declare const managed: unique symbol
/** A team share whose subscribers and settings the caller may change. Made in this file only. */
export type Managed<T> = T & { readonly [managed]: true }

export interface SharePath {
  organizationId: OrganizationId
  rootId: RootId
}

/** A team share, for the administrators of its organization and for those who manage it. */
export async function authorizeShare(
  db: Db,
  who: PersonPrincipal,
  path: SharePath,
): Promise<Managed<RootRow>> {
  return (await reachShare(db, who, path)).share
}

/** One that others are to be let into: administrators may do so who may look into it themselves. */
export async function authorizeShareAdmission(
  db: Db,
  who: PersonPrincipal,
  path: SharePath,
): Promise<Managed<RootRow>> {
  return (await reachShare(db, who, path, 'browse_files')).share
}

async function reachShare(
  db: Db,
  who: PersonPrincipal,
  { organizationId, rootId }: SharePath,
  purpose?: Purpose,
) {
  await checkNotDeleted(db, organizationId)
  const found = await findRoot(db, rootId)
  const share = found?.root_type === 'share' && found.organization_id === organizationId ? found : undefined
  const administrator = await administers(db, who, organizationId, purpose)
  if (!administrator && !(share && (await permissionsIn(db, share, who)).has('FILE_MANAGE')))
    fail('forbidden')
  if (!share) return noSuch(`team share ${rootId} in organization ${organizationId}`)
  if (share.deleted_at !== null) fail('root_deleted')
  return { share: share as Managed<RootRow>, administrator }
}

/** Those who may make team shares, by the policy there and by the own, may delete the ones that they manage. */
export async function authorizeShareDeletion(
  db: Db,
  who: PersonPrincipal,
  path: SharePath,
): Promise<Managed<RootRow>> {
  const { share, administrator } = await reachShare(db, who, path)
  if (!administrator)
    for (const id of new Set([path.organizationId, who.organizationId])) await checkPolicy(db, id)
  return share
}

/**
 * Whether an administrator asks who manages all shares there anyway. Others make team shares in their own organization,
 * where its policy lets them.
 */
export async function authorizeNewShare(
  db: Db,
  who: PersonPrincipal,
  organizationId: OrganizationId,
): Promise<{ administrator: boolean }> {
  await checkNotDeleted(db, organizationId)
  if (await administers(db, who, organizationId, 'browse_files')) return { administrator: true }
  if (who.organizationId !== organizationId) fail('forbidden')
  if (!(await administers(db, who, organizationId))) await checkPolicy(db, organizationId)
  return { administrator: false }
}

async function checkPolicy(db: Db, id: OrganizationId): Promise<void> {
  if (!(await getPolicy(db, id)).user_create_shares)
    fail('forbidden', 'The policy of the organization does not allow this (user_create_shares).')
}
