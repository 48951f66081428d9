import type { MachineId, MappingId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Updateable } from 'kysely'
import { fail } from '../../errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'

/** Those that are not over, with what is shown of their roots. */
const selectLive = (db: Db, machineId: MachineId) =>
  db
    .selectFrom('machine_mapping as m')
    .innerJoin('root as r', 'r.id', 'm.root_id')
    .select(['m.id', 'm.machine_id', 'm.root_id', 'm.path', 'r.name', 'r.root_type', 'r.person_id'])
    .where('m.machine_id', '=', machineId)
    .where('m.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)

export type MappingRow = Awaited<ReturnType<typeof listMappingRows>>[number]

export const listMappingRows = (db: Db, machineId: MachineId) =>
  selectLive(db, machineId).orderBy('m.id').execute()

export const findMapping = (db: Db, machineId: MachineId, id: MappingId): Promise<MappingRow | undefined> =>
  selectLive(db, machineId).where('m.id', '=', id).executeTakeFirst()

/** The one that joins just these two. */
export const findMappingOf = (
  db: Db,
  machineId: MachineId,
  { rootId, path }: { rootId: RootId; path: string },
): Promise<MappingRow | undefined> =>
  selectLive(db, machineId).where('m.root_id', '=', rootId).where('m.path', '=', path).executeTakeFirst()

export async function insertMapping(tx: Tx, row: Insertable<Schema['machine_mapping']>): Promise<MappingId> {
  try {
    const { id } = await tx
      .insertInto('machine_mapping')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (isUniqueViolation(error))
      return fail('name_conflict', 'The folder or the root is mapped on this machine already.')
    throw error
  }
}

export async function updateMapping(
  tx: Tx,
  id: MappingId,
  change: Updateable<Schema['machine_mapping']>,
): Promise<void> {
  await tx.updateTable('machine_mapping').set(change).where('id', '=', id).execute()
}

/** Mappings to roots that are gone keep nobody from mapping the same folder again. */
export async function endMappingsOfGoneRoots(tx: Tx, machineId: MachineId, at: Instant): Promise<void> {
  await tx
    .updateTable('machine_mapping')
    .set({ deleted_at: at, credentials: null })
    .where('machine_id', '=', machineId)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('root as r')
          .select('r.id')
          .whereRef('r.id', '=', 'machine_mapping.root_id')
          .where('r.deleted_at', 'is not', null),
      ),
    )
    .execute()
}
