import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

/** The newest of a person. */
export const findHandOver = (
  db: Db,
  personId: PersonId,
): Promise<Selectable<Schema['handed_over']> | undefined> =>
  db
    .selectFrom('handed_over')
    .selectAll()
    .where('from_id', '=', personId)
    .orderBy('root_id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertHandOver(tx: Tx, row: Insertable<Schema['handed_over']>): Promise<void> {
  await tx.insertInto('handed_over').values(row).execute()
}

export async function deleteHandOver(tx: Tx, rootId: RootId): Promise<void> {
  await tx.deleteFrom('handed_over').where('root_id', '=', rootId).execute()
}

export async function countLinks(db: Db, rootId: RootId, creatorId: PersonId): Promise<number> {
  const { count } = await db
    .selectFrom('share_link')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('root_id', '=', rootId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The devices of a person that have a root and are to keep it. */
export async function listDevicesWith(db: Db, rootId: RootId, personId: PersonId): Promise<MachineId[]> {
  const rows = await db
    .selectFrom('machine_root as c')
    .innerJoin('machine as m', 'm.id', 'c.machine_id')
    .select('m.id')
    .where('c.root_id', '=', rootId)
    .where('c.leaving', 'is', null)
    .where('m.person_id', '=', personId)
    .where('m.deleted_at', 'is', null)
    .orderBy('m.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Those to a root that are on machines of a person, or were made since a moment. Gives them as they were. */
export async function endMappings(
  tx: Tx,
  rootId: RootId,
  which: { personId: PersonId } | { since: Instant },
  at: Instant,
): Promise<{ machine_id: MachineId; path: string }[]> {
  const live = tx
    .updateTable('machine_mapping')
    .set({ deleted_at: at, credentials: null })
    .where('root_id', '=', rootId)
    .where('deleted_at', 'is', null)
  const meant =
    'since' in which
      ? live.where('created_at', '>=', which.since)
      : live.where('machine_id', 'in', (eb) =>
          eb.selectFrom('machine').select('machine.id').where('person_id', '=', which.personId),
        )
  return meant.returning(['machine_id', 'path']).execute()
}

/** Nobody takes part in a root any longer. Gives who did, in words for the record. */
export async function removeAllSubscribers(tx: Tx, rootId: RootId): Promise<string[]> {
  const persons = await tx
    .deleteFrom('share_person')
    .where('root_id', '=', rootId)
    .returning(['person_id', 'target'])
    .execute()
  const groups = await tx
    .deleteFrom('share_group')
    .where('root_id', '=', rootId)
    .returning(['group_id', 'target'])
    .execute()
  const externals = await tx
    .deleteFrom('share_external')
    .where('root_id', '=', rootId)
    .returning('person_id')
    .execute()
  await tx.deleteFrom('share_invitation_mail').where('root_id', '=', rootId).execute()
  return [
    ...persons.map(({ person_id, target }) => `person ${person_id} on ${target}`),
    ...groups.map(({ group_id, target }) => `group ${group_id} on ${target}`),
    ...externals.map(({ person_id }) => `external person ${person_id}`),
  ]
}
