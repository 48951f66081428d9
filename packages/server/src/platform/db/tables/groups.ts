import type { AuthSourceId, GroupId, MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

/** Groups, and the directories that groups and people may come from. */
export interface GroupTables {
  person_group: {
    id: Generated<GroupId>
    organization_id: OrganizationId
    name: string
    name_key: string
    auth_source_id: AuthSourceId | null
    /** What the directory knows it by. */
    directory_id: string | null
    /** Persons directly in it. */
    members_count: Generated<number>
    created_at: Instant
    deleted_at: Instant | null
  }
  group_person: { group_id: GroupId; person_id: PersonId }
  group_group: { group_id: GroupId; member_group_id: GroupId }
  auth_source: {
    id: Generated<AuthSourceId>
    organization_id: OrganizationId
    nickname: string | null
    host: string
    port: number
    protocol: number
    ssl: Flag
    domain: string | null
    login: string
    /** Sealed. */
    password: Buffer
    machine_id: MachineId | null
    /** Where to look, filters, attributes, certificates, as JSON. */
    settings: string
    next_import_at: Instant | null
    last_import: string | null
    created_at: Instant
  }
}

export async function createGroups(schema: SchemaModule, columns: Columns): Promise<void> {
  await createGroup(schema, columns)
  await createMembers(schema, columns)
  await createAuthSource(schema, columns)
}

async function createGroup(schema: SchemaModule, { bigint, id, key }: Columns): Promise<void> {
  await schema
    .createTable('person_group')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('name', 'text', required)
    .addColumn('name_key', key, required)
    .addColumn('auth_source_id', bigint)
    .addColumn('directory_id', 'text')
    .addColumn('members_count', bigint, counter)
    .addColumn('created_at', bigint, required)
    .addColumn('deleted_at', bigint)
    .execute()
  await schema
    .createIndex('group_listed')
    .on('person_group')
    .columns(['organization_id', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema
    .createIndex('group_by_size')
    .on('person_group')
    .columns(['organization_id', 'members_count', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema
    .createIndex('group_name')
    .on('person_group')
    .columns(['organization_id', 'name_key'])
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema
    .createIndex('group_of_directory')
    .on('person_group')
    .columns(['auth_source_id', 'directory_id'])
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('auth_source_id'), 'is not', null)
    .execute()
  // Deleted ones too: they go with their organization, and are let go with their directory.
  await schema
    .createIndex('group_of_organization')
    .on('person_group')
    .columns(['organization_id', 'id'])
    .execute()
  await schema
    .createIndex('group_of_auth_source')
    .on('person_group')
    .columns(['auth_source_id', 'id'])
    .where(sql.ref('auth_source_id'), 'is not', null)
    .execute()
}

async function createMembers(schema: SchemaModule, { bigint }: Columns): Promise<void> {
  for (const [table, member, target] of [
    ['group_person', 'person_id', 'person'],
    ['group_group', 'member_group_id', 'person_group'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn('group_id', bigint, requiredReference('person_group'))
      .addColumn(member, bigint, requiredReference(target))
      .addPrimaryKeyConstraint(`${table}_key`, ['group_id', member])
      .execute()
    await schema.createIndex(`${table}_upward`).on(table).columns([member, 'group_id']).execute()
  }
}

async function createAuthSource(schema: SchemaModule, { bigint, bytes, flag, id }: Columns): Promise<void> {
  await schema
    .createTable('auth_source')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('nickname', 'text')
    .addColumn('host', 'text', required)
    .addColumn('port', 'integer', required)
    .addColumn('protocol', 'integer', required)
    .addColumn('ssl', flag, required)
    .addColumn('domain', 'text')
    .addColumn('login', 'text', required)
    .addColumn('password', bytes, required)
    .addColumn('machine_id', bigint)
    .addColumn('settings', 'text', required)
    .addColumn('next_import_at', bigint)
    .addColumn('last_import', 'text')
    .addColumn('created_at', bigint, required)
    .execute()
  await schema
    .createIndex('auth_source_listed')
    .on('auth_source')
    .columns(['organization_id', 'id'])
    .execute()
  await schema
    .createIndex('auth_source_due')
    .on('auth_source')
    .columns(['next_import_at'])
    .where(sql.ref('next_import_at'), 'is not', null)
    .execute()
}
