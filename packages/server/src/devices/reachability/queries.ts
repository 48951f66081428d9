import type { Instant } from '@holdfast/api/time'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Machines with what decides about them. */
const selectMachines = (db: Db) =>
  db
    .selectFrom('machine as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .selectAll('m')
    .select(['p.active as person_active', 'p.system_admin'])
export type CheckedMachine = Awaited<ReturnType<ReturnType<typeof selectMachines>['execute']>>[number]

/** Those that someone should look at, those that wait longest first. */
export const listToCheck = (db: Db, now: Instant, limit: number): Promise<CheckedMachine[]> =>
  selectMachines(db)
    .where('m.check_at', '<=', now)
    .orderBy('m.check_at')
    .orderBy('m.id')
    .limit(limit)
    .execute()

/** Those that people were told are gone, and that have a line again. */
export const listBack = (db: Db, now: Instant, limit: number): Promise<CheckedMachine[]> =>
  selectMachines(db)
    .innerJoin('machine_connection as c', 'c.machine_id', 'm.id')
    .innerJoin('server_lease as l', 'l.server', 'c.server')
    .where('m.alerted_at', 'is not', null)
    .where('m.deleted_at', 'is', null)
    .where('l.until', '>', now)
    .orderBy('m.id')
    .limit(limit)
    .execute()

/** True for the one caller that did, while the machine was as it was seen. */
export async function changeIfSame(
  tx: Tx,
  { id, check_at, alerted_at }: Pick<CheckedMachine, 'id' | 'check_at' | 'alerted_at'>,
  change: { check_at?: Instant | null; alerted_at?: Instant | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('machine')
    .set(change)
    .where('id', '=', id)
    .where('check_at', check_at === null ? 'is' : '=', check_at)
    .where('alerted_at', alerted_at === null ? 'is' : '=', alerted_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
