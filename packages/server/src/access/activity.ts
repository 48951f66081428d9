import type { ActivityId, MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { fail, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { type ActivityRow, findActivity } from '../records/activity/queries.ts'
import { ACTIVITY_TYPES } from '../records/activity/types.ts'
import { findMachine } from '../records/machines.ts'
import { findRoot } from '../records/roots.ts'
import { administers, authorizePerson, mayBrowseFiles } from './administration.ts'
import { authorizeMachine, seesNamesOn } from './machines.ts'
import { permissionsIn } from './permissions.ts'

/** A record, for the account it is about or from, and for administrators on either side of it. */
export async function authorizeActivity(db: Db, who: PersonPrincipal, id: ActivityId): Promise<ActivityRow> {
  const found = (await findActivity(db, id)) ?? noSuch(`activity ${id}`)
  const [activity = found] = await withoutHiddenNames(db, who, [found])
  if (who.personId === activity.actor_person_id || who.personId === activity.acted_on_person_id)
    return activity
  for (const side of [activity.acted_on_company_id, activity.actor_company_id])
    if (side !== null && (await administers(db, who, side))) return activity
  return fail('forbidden')
}

/** Kinds of records on a root that tell nothing of what is in it. */
const OF_ROOTS_ALONE: ReadonlySet<number> = new Set(
  (
    [
      'root_created',
      'root_deleted',
      'share_created',
      'share_updated',
      'share_moved',
      'share_deleted',
      'share_subscribed',
      'share_unsubscribed',
      'invitation_accepted',
      'invitation_declined',
    ] as const
  ).map((kind) => ACTIVITY_TYPES[kind].id),
)

/** Kinds of records on a machine that tell how a folder on it is called. */
const OF_FOLDERS_ON_MACHINES: ReadonlySet<number> = new Set(
  (
    [
      'mapping_created',
      'mapping_deleted',
      'backup_created',
      'backup_updated',
      'backup_deleted',
      'backup_restored',
      'backup_started',
      'machine_job_cancelled',
    ] as const
  ).map((kind) => ACTIVITY_TYPES[kind].id),
)

/**
 * Records as someone may read them: how files and folders are called is for those who may see them now, no matter who acted
 * on them. The rest of each stays.
 */
export async function withoutHiddenNames(
  db: Db,
  who: PersonPrincipal,
  rows: readonly ActivityRow[],
): Promise<ActivityRow[]> {
  const browsed = new Map<OrganizationId, boolean>()
  const seen = new Map<RootId, boolean>()
  const machines = new Map<MachineId, boolean>()
  const shown: ActivityRow[] = []
  for (const row of rows) {
    const { acted_on_root_id: root, acted_on_company_id: owner } = row
    const names = root !== null && !OF_ROOTS_ALONE.has(row.activity_type_id)
    if (names && !browsed.has(owner)) browsed.set(owner, await mayBrowseFiles(db, who, owner))
    if (names && !browsed.get(owner) && !seen.has(root)) seen.set(root, await seesFiles(db, who, root))
    const hidden =
      (names && !browsed.get(owner) && !seen.get(root)) || (await isFolderHidden(db, who, row, machines))
    shown.push(hidden ? { ...row, data_text: '', data_vars: '{}' } : row)
  }
  return shown
}

/** `known` is what was found out for machines of earlier rows. */
async function isFolderHidden(
  db: Db,
  who: PersonPrincipal,
  row: ActivityRow,
  known: Map<MachineId, boolean>,
): Promise<boolean> {
  const { acted_on_machine_id: id, acted_on_company_id: organization_id } = row
  if (id === null || !OF_FOLDERS_ON_MACHINES.has(row.activity_type_id)) return false
  const sees = async () => {
    const person_id = (await findMachine(db, id))?.person_id ?? null
    return seesNamesOn(db, who, { person_id, organization_id })
  }
  if (!known.has(id)) known.set(id, await sees())
  return !known.get(id)
}

async function seesFiles(db: Db, who: PersonPrincipal, id: RootId): Promise<boolean> {
  const root = await findRoot(db, id)
  return root !== undefined && (await permissionsIn(db, root, who)).has('FILE_VIEW')
}

/** The records of a machine, for its owner and its administrators. */
export async function checkActivityOfMachine(db: Db, who: PersonPrincipal, id: MachineId): Promise<void> {
  await authorizeMachine(db, who, id)
}

/** The records of an account, for the account itself and its administrators. */
export async function checkActivityOfPerson(db: Db, who: PersonPrincipal, id: PersonId): Promise<void> {
  if (who.personId !== id) await authorizePerson(db, who, id)
}

/** Whether someone follows all records of the own organization, and not only those that name it. */
export const seesAllActivity = (who: PersonPrincipal): boolean =>
  (who.siteAdmin || who.systemAdmin) && who.mustFirst === undefined
