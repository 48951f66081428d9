import type { MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, required, requiredReference } from './columns.ts'

export interface MachineTables {
  machine: {
    id: Generated<MachineId>
    organization_id: OrganizationId
    person_id: PersonId
    client_id: string
    guid: string
    dns_name: string | null
    /** What lists sort it by: the name that people know it by, folded. */
    name_key: Generated<string>
    os_type: string | null
    os_version: string | null
    machine_type: 'agent' | 'server' | 'mobile'
    last_login_at: Instant | null
    last_disconnect_at: Instant | null
    /** When it last signed in, connected, said how it is, or left. */
    seen_at: Generated<Instant>
    nickname: string | null
    agent_version: string | null
    /** Limits and reporting of the device, as JSON. */
    settings: Generated<string>
    /** X25519, 32 bytes: what is sealed for the device can be opened there only. None before its first agent. */
    public_key: Buffer | null
    /** What the device last said of itself, as JSON, and when. */
    health: string | null
    health_at: Instant | null
    /** How many problems it named then. */
    problem_count: Generated<number>
    /** When to look whether people are to be notified that it is gone; none while it is connected. */
    check_at: Instant | null
    /** Since when people know that it cannot be reached. */
    alerted_at: Instant | null
    signed_out_at: Instant | null
    created_at: Instant
    deleted_at: Instant | null
  }
}

export async function createMachines(
  schema: SchemaModule,
  { bigint, bytes, id, key }: Columns,
): Promise<void> {
  await schema
    .createTable('machine')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('client_id', 'text', required)
    .addColumn('guid', 'text', (c) => c.notNull().unique())
    .addColumn('dns_name', 'text')
    .addColumn('name_key', key, (c) => c.notNull().defaultTo(''))
    .addColumn('os_type', 'text')
    .addColumn('os_version', 'text')
    .addColumn('machine_type', 'text', required)
    .addColumn('last_login_at', bigint)
    .addColumn('last_disconnect_at', bigint)
    .addColumn('seen_at', bigint, counter)
    .addColumn('nickname', 'text')
    .addColumn('agent_version', 'text')
    .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('public_key', bytes)
    .addColumn('health', 'text')
    .addColumn('health_at', bigint)
    .addColumn('problem_count', 'integer', counter)
    .addColumn('check_at', bigint)
    .addColumn('alerted_at', bigint)
    .addColumn('signed_out_at', bigint)
    .addColumn('created_at', bigint, required)
    .addColumn('deleted_at', bigint)
    .execute()
  await schema
    .createIndex('machine_to_check')
    .on('machine')
    .columns(['check_at'])
    .where(sql.ref('check_at'), 'is not', null)
    .execute()
  await schema
    .createIndex('machine_alerted')
    .on('machine')
    .columns(['id'])
    .where(sql.ref('alerted_at'), 'is not', null)
    .execute()
  await schema
    .createIndex('machine_unreachable')
    .on('machine')
    .columns(['organization_id', 'id'])
    .where(sql.ref('alerted_at'), 'is not', null)
    .execute()
  await schema
    .createIndex('machine_server')
    .on('machine')
    .columns(['organization_id', 'id'])
    .where(sql.ref('machine_type'), '=', sql.lit('server'))
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  for (const [name, column] of [
    ['machine_by_name', 'name_key'],
    ['machine_by_seen', 'seen_at'],
  ] as const)
    await schema
      .createIndex(name)
      .on('machine')
      .columns(['organization_id', column, 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
  await schema
    .createIndex('machine_troubled')
    .on('machine')
    .columns(['organization_id', 'problem_count'])
    .where(sql.ref('problem_count'), '>', sql.lit(0))
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema
    .createIndex('machine_of_person')
    .on('machine')
    .columns(['person_id', 'client_id', 'dns_name', 'id'])
    .execute()
  await schema
    .createIndex('machine_listed')
    .on('machine')
    .columns(['organization_id', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}
