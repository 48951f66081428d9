import type { Permission } from '@holdfast/api/files/files'
import type { Role } from '@holdfast/api/sharing/shares'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { listSharesWithTargets } from '../records/program-shares.ts'
import { listRootsOfPerson, type RootRow } from '../records/roots.ts'
import { namingBackups } from './machines.ts'
import { isClosedTo, permissionsIn, permissionsOfRoles } from './permissions.ts'

export interface ProgramRoot {
  root: RootRow
  permissions: ReadonlySet<Permission>
}

/**
 * The roots that programs get which speak WebDAV: one's own, and the team shares that a subscription brings to devices or to
 * WebDAV, as far as a program may read them. What someone may look into as an administrator is not among them.
 */
export async function listProgramRoots(db: Db, who: PersonPrincipal): Promise<ProgramRoot[]> {
  const found: ProgramRoot[] = []
  for (const root of await namingBackups(db, who, await listRootsOfPerson(db, who.personId))) {
    const permissions = await permissionsIn(db, root, who)
    if (permissions.has('FILE_READ')) found.push({ root, permissions })
  }
  for (const { root, roles } of await sharesFor(db, who)) {
    const permissions = permissionsOfRoles(roles, false)
    if (!permissions.has('FILE_READ') || (await isClosedTo(db, who.organizationId, root, who.at))) continue
    found.push({ root, permissions })
  }
  return found.sort((a, b) => a.root.id - b.root.id)
}

async function sharesFor(db: Db, { personId, machineId }: PersonPrincipal) {
  const shares = new Map<RootRow['id'], { root: RootRow; roles: Role[]; shown: boolean }>()
  for (const { share_role, shown, ...root } of await listSharesWithTargets(db, personId, machineId)) {
    const share = shares.get(root.id) ?? { root, roles: [], shown: false }
    share.roles.push(share_role)
    share.shown ||= shown === 1
    shares.set(root.id, share)
  }
  return [...shares.values()].filter(({ shown }) => shown)
}
