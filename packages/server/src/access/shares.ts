import type { Permission } from '@holdfast/api/files/files'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { fail, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { getPolicy } from '../records/policy.ts'
import { findRoot, type RootRow } from '../records/roots.ts'
import { administers, checkNotDeleted, listAdministered, type Purpose } from './administration.ts'
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
  if (!administrator && !(await mayMakeShares(db, who, path.organizationId))) refuseByPolicy()
  return share
}

/** By the policy there, and by the own. */
async function mayMakeShares(db: Db, who: PersonPrincipal, there: OrganizationId): Promise<boolean> {
  for (const id of new Set([there, who.organizationId]))
    if (!(await getPolicy(db, id)).user_create_shares) return false
  return true
}

/**
 * What someone may do with team shares of these organizations themselves, by the permissions in each; so that nobody has to
 * try.
 */
export async function rightsOverShares(
  db: Db,
  who: PersonPrincipal,
  organizations: readonly OrganizationId[],
): Promise<
  (
    share: Pick<RootRow, 'organization_id'>,
    permissions: ReadonlySet<Permission>,
  ) => { may_manage: boolean; may_delete: boolean }
> {
  const administered = await listAdministered(db, who, organizations)
  const deletable = new Set<OrganizationId>()
  for (const id of organizations) if (await mayMakeShares(db, who, id)) deletable.add(id)
  return ({ organization_id: id }, permissions) => {
    if (administered.has(id)) return { may_manage: true, may_delete: true }
    const manages = permissions.has('FILE_MANAGE')
    return { may_manage: manages, may_delete: manages && deletable.has(id) }
  }
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
  const isAdministrator = await administers(db, who, organizationId)
  if (!isAdministrator && !(await mayMakeShares(db, who, organizationId))) refuseByPolicy()
  return { administrator: false }
}

const refuseByPolicy = (): never =>
  fail('forbidden', 'The policy of the organization does not allow this (user_create_shares).')
