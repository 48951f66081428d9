import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { fail, noSuch, refuse } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal, Principal } from '../platform/principal.ts'
import { findMachine, type MachineRow } from '../records/machines.ts'
import { findPerson } from '../records/people.ts'
import { getPolicy } from '../records/policy.ts'
import type { RootRow } from '../records/roots.ts'
import { administers, checkAdministered, mayBrowseFiles, type Purpose } from './administration.ts'
import { authorizeRoot } from './authorize.ts'

declare const reached: unique symbol
/** A machine that the caller may look after. Made in this file only. */
export type Reached<T> = T & { readonly [reached]: true }

/** A machine, for the person whose it is and for its administrators. */
export async function authorizeMachine(
  db: Db,
  who: PersonPrincipal,
  id: MachineId,
  purpose?: Purpose,
): Promise<Reached<MachineRow>> {
  const machine = await getMachine(db, id)
  if (!isOwn(who, machine)) await checkAdministrator(db, who, machine, purpose)
  return machine as Reached<MachineRow>
}

/** What is decided for a machine and not by the person who works on it. */
export async function authorizeMachineChange(
  db: Db,
  who: PersonPrincipal,
  id: MachineId,
): Promise<Reached<MachineRow>> {
  const machine = await getMachine(db, id)
  await checkAdministrator(db, who, machine)
  return machine as Reached<MachineRow>
}

/** What the machine itself tells: its agent, and nobody else. */
export async function authorizeAgent(
  db: Db,
  who: PersonPrincipal,
  id: MachineId,
): Promise<Reached<MachineRow>> {
  const machine = await authorizeMachine(db, who, id)
  return who.agent && who.machineId === id ? machine : fail('forbidden')
}

export const isOwn = (who: PersonPrincipal, machine: MachineRow): boolean =>
  machine.person_id === who.personId

const getMachine = async (db: Db, id: MachineId): Promise<MachineRow> =>
  (await findMachine(db, id)) ?? noSuch(`machine ${id}`)

/** Nobody below a system administrator touches the devices of one, as with its account. */
async function checkAdministrator(
  db: Db,
  who: PersonPrincipal,
  machine: MachineRow,
  purpose?: Purpose,
): Promise<void> {
  await checkAdministered(db, who, machine.organization_id, `machine ${machine.id}`, purpose)
  if (!who.systemAdmin && (await findPerson(db, machine.person_id))?.system_admin) fail('forbidden')
}

/** Whether someone may see the names of files and folders on a machine. */
export const seesNamesOn = async (
  db: Db,
  who: Principal,
  { person_id, organization_id }: Pick<MachineRow, 'organization_id'> & { person_id: PersonId | null },
): Promise<boolean> =>
  (who.kind === 'person' && person_id === who.personId) ||
  ((await mayBrowseFiles(db, who, organization_id)) &&
    (await administers(db, who, organization_id, 'browse_remote')))

/** Roots as someone is to see them: which folder of a machine a backup is of is part of its name, for those who see names there. */
export async function namingBackups<Root extends RootRow>(
  db: Db,
  who: Principal,
  roots: readonly Root[],
): Promise<Root[]> {
  const named: Root[] = []
  const seen = new Map<string, boolean>()
  for (const root of roots) {
    const { root_type, name, description } = root
    const owner = `${root.person_id} ${root.organization_id}`
    const names = root_type === 'backup' && description !== null
    if (names && !seen.has(owner)) seen.set(owner, await seesNamesOn(db, who, root))
    named.push(
      names && seen.get(owner) ? { ...root, name: `${name} ${description}`.slice(0, MAX_NAME) } : root,
    )
  }
  return named
}
const MAX_NAME = 255

/**
 * A mapping brings what is on the machine to all who reach the root, and the root to the machine: it takes the right to
 * look at both. In the root that is to read and write, with a token: a role that holds in the browser only gives no device
 * anything.
 */
export async function authorizeMapping(
  db: Db,
  who: PersonPrincipal,
  id: MachineId,
  rootId: RootId,
): Promise<{ machine: Reached<MachineRow>; root: RootRow }> {
  const machine = await authorizeMachine(db, who, id, 'browse_remote')
  const { root, permissions } = await authorizeRoot(db, asPerson(who), rootId, 'FILE_READ')
  if (!permissions.has('FILE_WRITE') && !(await mayBrowseFiles(db, who, root.organization_id)))
    fail('forbidden')
  if (root.root_type === 'backup') refuse('root_id', 'backups cannot be mapped')
  return { machine, root }
}

/** Neither as in a browser nor as a device: what one device was given is not passed on to others by it. */
const asPerson = (who: PersonPrincipal): PersonPrincipal => ({ ...who, web: false, agent: false })

/**
 * People back up their own machines where the policy lets them, administrators those of all who do not shut them out: a
 * backup brings what is on a machine to where others may come to it.
 */
export async function authorizeNewBackup(
  db: Db,
  who: PersonPrincipal,
  id: MachineId,
): Promise<Reached<MachineRow>> {
  const machine = await authorizeMachine(db, who, id, 'take_over')
  const { user_create_backups } = await getPolicy(db, machine.organization_id)
  if (!user_create_backups && !(await administers(db, who, machine.organization_id)))
    fail('forbidden', 'The policy of the organization does not allow this (user_create_backups).')
  return machine
}

/**
 * A machine, and the one that a backup of it is to be written to: anyone who has files written to a machine of others could
 * take it over. To a machine of someone else a backup goes only by who may read it: there it can be read.
 */
export async function authorizeRestore(
  db: Db,
  who: PersonPrincipal,
  from: { machineId: MachineId; rootId: RootId },
  to: MachineId | undefined,
): Promise<{ machine: Reached<MachineRow>; target: Reached<MachineRow> }> {
  const machine = await authorizeMachine(db, who, from.machineId, 'take_over')
  if (to === undefined || to === machine.id) return { machine, target: machine }
  const target = await authorizeMachine(db, who, to, 'take_over')
  if (target.person_id !== machine.person_id) await authorizeRoot(db, asPerson(who), from.rootId, 'FILE_READ')
  return { machine, target }
}
