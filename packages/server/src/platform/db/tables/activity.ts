import type {
  ActivityId,
  GroupId,
  GuestId,
  MachineId,
  OrganizationId,
  PersonId,
  RootId,
} from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, required } from './columns.ts'

export interface ActivityTables {
  activity: {
    id: Generated<ActivityId>
    activity_type_id: number
    actor_type: 'person' | 'guest' | 'machine' | 'site'
    actor_company_id: OrganizationId | null
    actor_machine_id: MachineId | null
    actor_person_id: PersonId | null
    actor_guest_id: GuestId | null
    actor_text: string
    acted_on_type: 'person' | 'guest' | 'group' | 'machine' | 'organization' | 'root' | 'site'
    acted_on_company_id: OrganizationId
    acted_on_machine_id: MachineId | null
    acted_on_person_id: PersonId | null
    acted_on_guest_id: GuestId | null
    acted_on_root_id: RootId | null
    acted_on_group_id: GroupId | null
    acted_on_text: string
    data_text: string
    data_vars: string
    created_at: Instant
    /** Its number among the records of the organization, without gaps. */
    seq: number
    /** Over itself and the hash of the one before. */
    hash: Buffer
  }
  /** The newest record of each organization. */
  activity_chain: { organization_id: OrganizationId; seq: number; hash: Buffer }
  /** What verifying the records of an organization last found. */
  activity_check: {
    organization_id: OrganizationId
    /** Since when one is under way or waits. */
    begun_at: Instant | null
    ended_at: Instant | null
    /** The number of the last record that was looked at. */
    up_to: Generated<number>
    /** Of the newest copy of the ends outside of the database that it was compared with. */
    anchored_at: Instant | null
    /** The first that is not as it was written: its number, and what is wrong with it. */
    bad_seq: number | null
    bad_what: string | null
  }
}

export async function createActivity(schema: SchemaModule, { bigint, bytes, id }: Columns): Promise<void> {
  await schema
    .createTable('activity')
    .addColumn('id', bigint, id)
    .addColumn('activity_type_id', 'integer', required)
    .addColumn('actor_type', 'text', required)
    .addColumn('actor_company_id', bigint)
    .addColumn('actor_machine_id', bigint)
    .addColumn('actor_person_id', bigint)
    .addColumn('actor_guest_id', bigint)
    .addColumn('actor_text', 'text', required)
    .addColumn('acted_on_type', 'text', required)
    .addColumn('acted_on_company_id', bigint, required)
    .addColumn('acted_on_machine_id', bigint)
    .addColumn('acted_on_person_id', bigint)
    .addColumn('acted_on_guest_id', bigint)
    .addColumn('acted_on_root_id', bigint)
    .addColumn('acted_on_group_id', bigint)
    .addColumn('acted_on_text', 'text', required)
    .addColumn('data_text', 'text', required)
    .addColumn('data_vars', 'text', required)
    .addColumn('created_at', bigint, required)
    .addColumn('seq', bigint, required)
    .addColumn('hash', bytes, required)
    .execute()
  await schema.createIndex('activity_number').on('activity').columns(['acted_on_company_id', 'seq']).execute()
  for (const whose of ['person', 'machine'] as const)
    for (const [side, ...more] of [
      ['actor'],
      // The actor too: what someone did to the own account must be counted once, and that by the index alone.
      ['acted_on', `actor_${whose}_id`],
    ] as const)
      await schema
        .createIndex(`activity_${side}_${whose}`)
        .on('activity')
        .columns([`${side}_${whose}_id`, 'id', ...more])
        .where(sql.ref(`${side}_${whose}_id`), 'is not', null)
        .execute()
  await schema
    .createIndex('activity_of_root')
    .on('activity')
    .columns(['acted_on_root_id', 'id'])
    .where(sql.ref('acted_on_root_id'), 'is not', null)
    .execute()
  await schema
    .createIndex('activity_of_type')
    .on('activity')
    .columns(['acted_on_company_id', 'activity_type_id', 'seq'])
    .execute()

  await schema
    .createTable('activity_chain')
    .addColumn('organization_id', bigint, (c) => c.primaryKey())
    .addColumn('seq', bigint, required)
    .addColumn('hash', bytes, required)
    .execute()
  await schema
    .createTable('activity_check')
    .addColumn('organization_id', bigint, (c) => c.primaryKey())
    .addColumn('begun_at', bigint)
    .addColumn('ended_at', bigint)
    .addColumn('up_to', bigint, counter)
    .addColumn('anchored_at', bigint)
    .addColumn('bad_seq', bigint)
    .addColumn('bad_what', 'text')
    .execute()
}
