import type { MachineType } from '@holdfast/api/devices/machines'
import { type LESSER_PERMISSIONS, PERMISSIONS, type Permission } from '@holdfast/api/files/files'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { ROLES, type Role } from '@holdfast/api/sharing/shares'
import type { Instant } from '@holdfast/api/time'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal, Principal } from '../platform/principal.ts'
import { findDeviceWork } from '../records/device-work.ts'
import { findOrganizationStatus, isOpen } from '../records/organization-tree.ts'
import { findPerson } from '../records/people.ts'
import { parsePolicy } from '../records/policy.ts'
import type { RootRow } from '../records/roots.ts'
import { listRoles } from '../records/shares.ts'
import { findBrowsers } from './administration.ts'

/** What says whom a root is for. */
export type OwnedRoot = Pick<RootRow, 'id' | 'root_type' | 'person_id' | 'organization_id'>

type Lesser = (typeof LESSER_PERMISSIONS)[number]

const allBut = (...without: Permission[]): ReadonlySet<Permission> =>
  new Set(PERMISSIONS.filter((name) => !without.includes(name)))
const ALL = allBut()
const ALL_BUT_WRITE = allBut('FILE_WRITE')
const NONE: ReadonlySet<Permission> = new Set()
const SEEING: ReadonlySet<Permission> = new Set(['FILE_VIEW'])
const EDITING = allBut('FILE_SHARE', 'FILE_MANAGE')
const READING: ReadonlySet<Permission> = new Set(['FILE_VIEW', 'FILE_READ'])
/** What the device may do whose files a root backs up. */
const BACKING_UP: ReadonlySet<Permission> = new Set(['FILE_VIEW', 'FILE_READ', 'FILE_WRITE', 'FILE_DELETE'])

/** Administrators look after what others keep; they do not write in their name. */
export const BROWSING: ReadonlySet<Permission> = new Set(['FILE_VIEW', 'FILE_READ', 'FILE_MANAGE'])

/** What the roles of a team share allow; `web` in a browser's session, `elsewhere` with any token. */
const ROLE_PERMISSIONS: Record<Role, { web: ReadonlySet<Permission>; elsewhere: ReadonlySet<Permission> }> = {
  CO_OWNER: everywhere(ALL),
  COLLABORATOR: everywhere(allBut('FILE_MANAGE')),
  EDITOR: everywhere(EDITING),
  WEB_EDITOR: { web: EDITING, elsewhere: SEEING },
  VIEWER: everywhere(READING),
  PREVIEWER: { web: new Set(['FILE_VIEW', 'FILE_PREVIEW']), elsewhere: SEEING },
  UPLOADER: everywhere(new Set(['FOLDER_VIEW', 'FILE_ADD'])),
}

/** Members in these are notified about files; others must not know of them. */
export const ROLES_THAT_SEE_FILES: readonly Role[] = ROLES.filter((role) =>
  ROLE_PERMISSIONS[role].elsewhere.has('FILE_VIEW'),
)

/** Members in these look after the share: others ask them. */
export const ROLES_THAT_MANAGE: readonly Role[] = ROLES.filter((role) =>
  ROLE_PERMISSIONS[role].elsewhere.has('FILE_MANAGE'),
)

function everywhere(permissions: ReadonlySet<Permission>) {
  return { web: permissions, elsewhere: permissions }
}

/** Each is part of another: anyone who has the whole has the part. */
const WHOLE: Record<Lesser, Permission> = {
  FOLDER_VIEW: 'FILE_VIEW',
  FILE_PREVIEW: 'FILE_READ',
  FILE_ADD: 'FILE_WRITE',
}
const isLesser = (name: Permission): name is Lesser => name in WHOLE

export const allows = (permissions: ReadonlySet<Permission>, wanted: Permission): boolean =>
  permissions.has(wanted) || (isLesser(wanted) && permissions.has(WHOLE[wanted]))

/** Whether there are links is for those to know who make them or look after the root. */
export const seesLinks = (permissions: ReadonlySet<Permission>): boolean =>
  permissions.has('FILE_SHARE') || permissions.has('FILE_MANAGE')

/** Several ways in add up. A part is not named beside its whole. */
export function together(...ways: readonly ReadonlySet<Permission>[]): ReadonlySet<Permission> {
  const [only, ...more] = ways
  if (more.length === 0) return only ?? NONE
  const all = new Set(ways.flatMap((way) => [...way]))
  return new Set([...all].filter((name) => !isLesser(name) || !all.has(WHOLE[name])))
}

/** `web`: in a browser's session, where all roles may the most. */
export const permissionsOfRoles = (roles: readonly Role[], web: boolean): ReadonlySet<Permission> =>
  together(...roles.map((role) => ROLE_PERMISSIONS[role][web ? 'web' : 'elsewhere']))

/** Everything that someone may do in a root as one of those it is for. */
export async function permissionsIn(db: Db, root: RootRow, who: Principal): Promise<ReadonlySet<Permission>> {
  if (who.kind !== 'person' && who.kind !== 'machine') return NONE
  if (await isClosedTo(db, who.organizationId, root, who.at)) return NONE
  const own = await permissionsOfPerson(db, root, who.personId, who.kind === 'person' && who.web === true)
  const hasMore = who.kind === 'person' && who.agent && own !== ALL
  return hasMore ? together(own, await permissionsOfAgent(db, root, who)) : own
}

/** What the agent of a device may do beside the person it is signed in for: that which its device is there for. */
async function permissionsOfAgent(
  db: Db,
  root: RootRow,
  { machineId, personId }: PersonPrincipal,
): Promise<ReadonlySet<Permission>> {
  const work = machineId && (await findDeviceWork(db, { machineId, personId, rootId: root.id }))
  if (!work) return NONE
  if (work.backs_up && parsePolicy(work.policy).backups_enabled) return BACKING_UP
  if (work.backs_up || work.restores) return READING
  if (work.mapped_by === null || !keepsMappings(work)) return NONE
  return (await isMappingGood(db, root, work.organization_id, work.mapped_by)) ? EDITING : NONE
}

/** Whether the mappings of a machine are to be kept in step: they rest where it is no file server. */
export const keepsMappings = (machine: { machine_type: MachineType; policy: string }): boolean =>
  machine.machine_type === 'server' && parsePolicy(machine.policy).file_server_enabled

/**
 * In its own organization a file server is looked after by the same people as the root. One elsewhere is not, so
 * that its mapping is worth as much as the access of its creator.
 */
export async function isMappingGood(
  db: Db,
  root: OwnedRoot,
  organizationId: OrganizationId,
  makerId: PersonId,
): Promise<boolean> {
  if (organizationId === root.organization_id) return true
  const maker = await findPerson(db, makerId)
  if (!maker?.active || maker.deleted_at !== null) return false
  if ((await permissionsOfPerson(db, root, makerId, false)).has('FILE_WRITE')) return true
  const { organizations } = await findBrowsers(db, root.organization_id)
  return (maker.site_admin || maker.system_admin) === 1 && organizations.includes(maker.organization_id)
}

/**
 * Whether a root is of an organization that is closed, itself or by one above. Its own people cannot sign in then;
 * those of others who take part in its shares are kept out here.
 */
export const isClosedTo = async (
  db: Db,
  organizationId: OrganizationId,
  root: OwnedRoot,
  now: Instant,
): Promise<boolean> =>
  organizationId !== root.organization_id &&
  !isOpen(await findOrganizationStatus(db, root.organization_id), now)

/** Only a team share has to be asked whom it is for; how many take part in it makes no difference (ADR 0024). */
export async function permissionsOfPerson(
  db: Db,
  root: OwnedRoot,
  personId: PersonId,
  web: boolean,
): Promise<ReadonlySet<Permission>> {
  const roles = root.root_type === 'share' ? await listRoles(db, root.id, personId) : []
  return permissionsWith(root, personId, roles, web)
}

/** The same for who has found out the roles already: in a team share all that someone has there, else none. */
export function permissionsWith(
  root: OwnedRoot,
  personId: PersonId,
  roles: readonly Role[],
  web: boolean,
): ReadonlySet<Permission> {
  if (root.root_type === 'share') return permissionsOfRoles(roles, web)
  if (personId !== root.person_id) return NONE
  // A backup shows what a device held; nobody changes that by hand.
  return root.root_type === 'backup' ? ALL_BUT_WRITE : ALL
}
