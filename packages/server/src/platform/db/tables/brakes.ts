import type { BrakeId, MachineId, OrganizationId, PersonId, RootId, SessionId } from '@holdfast/api/ids'
import type { BrakeReason, BrakeState } from '@holdfast/api/oversight/brakes'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

export interface BrakeTables {
  /** Devices and sign-ins that changed far more than usual, and what was decided about it (ADR 0052). */
  brake: {
    id: Generated<BrakeId>
    root_id: RootId
    organization_id: OrganizationId
    person_id: PersonId
    /** One of the two: the sign-in only where there is no device. */
    machine_id: MachineId | null
    session_id: SessionId | null
    state: Generated<BrakeState>
    reason: BrakeReason
    deleted: number
    rewritten: number
    renamed: number
    /** As JSON. */
    extensions: string
    first_seq: number
    /** The last change that was counted. As long as the state is open, more may have come. */
    last_seq: number
    first_at: Instant
    last_at: Instant
    created_at: Instant
    paused: Generated<Flag>
    decided_at: Instant | null
    decided_by: PersonId | null
    /** Up to here what it did was decided about: it sets nothing off again. */
    settled_seq: number | null
  }
}

export async function createBrakes(schema: SchemaModule, { bigint, flag, id }: Columns): Promise<void> {
  await schema
    .createTable('brake')
    .addColumn('id', bigint, id)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('machine_id', bigint)
    .addColumn('session_id', bigint)
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('open'))
    .addColumn('reason', 'text', required)
    .addColumn('deleted', bigint, required)
    .addColumn('rewritten', bigint, required)
    .addColumn('renamed', bigint, required)
    .addColumn('extensions', 'text', required)
    .addColumn('first_seq', bigint, required)
    .addColumn('last_seq', bigint, required)
    .addColumn('first_at', bigint, required)
    .addColumn('last_at', bigint, required)
    .addColumn('created_at', bigint, required)
    .addColumn('paused', flag, counter)
    .addColumn('decided_at', bigint)
    .addColumn('decided_by', bigint)
    .addColumn('settled_seq', bigint)
    .execute()
  // Several servers notice the same: one of them says so.
  for (const column of ['machine_id', 'session_id'])
    await schema
      .createIndex(`brake_open_${column}`)
      .on('brake')
      .columns(['root_id', column])
      .unique()
      .where(sql<boolean>`state = 'open' and ${sql.ref(column)} is not null`)
      .execute()
  await schema
    .createIndex('brake_open')
    .on('brake')
    .columns(['organization_id', 'id'])
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute()
  // What holds someone up is looked for at each sign-in.
  await schema
    .createIndex('brake_undecided')
    .on('brake')
    .columns(['person_id', 'id'])
    .where(sql<boolean>`state = 'open' or paused = 1`)
    .execute()
  for (const column of ['root_id', 'organization_id', 'person_id'])
    await schema.createIndex(`brake_of_${column}`).on('brake').columns([column, 'id']).execute()
}
