import type { Permission } from '@holdfast/api/files/files'
import type { EntryId, PersonId } from '@holdfast/api/ids'
import { formatDate, type Instant } from '@holdfast/api/time'
import type { ReachAccess } from '../../access/authorize.ts'
import { worksNow } from '../../access/links.ts'
import { permissionsWith } from '../../access/permissions.ts'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { listOrganizationStatuses } from '../../records/organization-tree.ts'
import { getPolicy } from '../../records/policy.ts'
import { readGroups } from './groups.ts'
import { type Account, listAccounts, listCreators, type WorkingLinks } from './queries.ts'
import { readRoleWays } from './role-ways.ts'

/** The links that lead to something, and what those may do there who made them. */
export interface LinksFound {
  links: WorkingLinks
  creators: ReadonlyMap<PersonId, { account: Account; permissions: ReadonlySet<Permission> }>
}

/** The links to an item and to the folders above it that work, if there are any. */
export async function findWorkingLinks(
  db: Db,
  { root, entry, ancestors }: ReachAccess,
  now: Instant,
): Promise<LinksFound | undefined> {
  const entryIds: EntryId[] = [...ancestors, ...(entry ? [entry] : [])].map(({ id }) => id)
  if (entryIds.length === 0) return undefined
  const to = { rootId: root.id, entryIds, today: formatDate(now) }
  const all = await listCreators(db, to)
  if (all.length === 0) return undefined
  const creators = await findSharers(db, root, all, now)
  const lapsedCreators = all.filter((id) => !creators.has(id))
  const closed = (await getPolicy(db, root.organization_id)).secure_shares
  return { links: { ...to, lapsedCreators, closed }, creators }
}

/** Those of some persons who can share what is in a root, as `inspectLink` decides it for one. */
async function findSharers(
  db: Db,
  root: ReachAccess['root'],
  ids: readonly PersonId[],
  now: Instant,
): Promise<LinksFound['creators']> {
  const accounts = await listAccounts(db, ids)
  const organizations = new Set([...accounts.values()].map(({ organization_id }) => organization_id))
  const standings = await listOrganizationStatuses(db, [...organizations])
  const sharers: LinksFound['creators'] & Map<PersonId, unknown> = new Map()
  for (const personIds of batches(ids)) {
    const starts = { personIds, groupIds: [] }
    const ways = await readRoleWays(db, [root.id], starts, await readGroups(db, starts))
    for (const id of personIds) {
      const account = accounts.get(id)
      if (!account || !worksNow(account, standings.get(account.organization_id), now)) continue
      const roles = ways.ofPerson(root.id, id).map(({ role }) => role)
      const permissions = permissionsWith(root, id, roles, false)
      if (permissions.has('FILE_SHARE')) sharers.set(id, { account, permissions })
    }
  }
  return sharers
}
