import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await extendOrganization(tx, columns)
  await extendPerson(tx, columns)
  await extendRoots(tx, columns)
  await createGroups(tx, columns)
  await createDirectories(tx, columns)
}

const LIVE = (): ReturnType<typeof sql.ref> => sql.ref('deleted_at')

async function extendOrganization(tx: Tx, { bigint, flag, key }: Columns): Promise<void> {
  const alter = () => tx.schema.alterTable('organization')
  await alter().addColumn('hostname', key).execute()
  await alter().addColumn('license_key', 'text').execute()
  await alter().addColumn('license_until', bigint).execute()
  // Of its policy, beside require_two_step and password_days: every request is judged by them.
  await alter().addColumn('api_ratelimit', bigint).execute()
  await alter()
    .addColumn('privacy_mode', flag, (c) => c.notNull().defaultTo(0))
    .execute()
  // What is shown and passed on to devices, as JSON; nothing is looked up by it.
  await alter()
    .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await alter().addColumn('deleted_at', bigint).execute()
  // How many of each it has, so that totals of lists cost nothing.
  for (const counted of ['children', 'persons', 'admins', 'guests', 'groups', 'machines', 'roots', 'shares'])
    await alter()
      .addColumn(`${counted}_count`, bigint, (c) => c.notNull().defaultTo(0))
      .execute()
  // Raised whenever one of them goes, so that places in their lists can be remembered until then.
  await alter()
    .addColumn('lists_ver', bigint, (c) => c.notNull().defaultTo(0))
    .execute()
  for (const unique of ['hostname', 'license_key'])
    await tx.schema
      .createIndex(`organization_${unique}`)
      .on('organization')
      .columns([unique])
      .unique()
      .where(sql.ref(unique), 'is not', null)
      .execute()
  await tx.schema
    .createIndex('organization_child')
    .on('organization')
    .columns(['parent_id', 'id'])
    .where(LIVE(), 'is', null)
    .execute()

  // What is left to do after an organization was deleted, for those who watch.
  await tx.schema
    .createTable('organization_deletion')
    .addColumn('organization_id', bigint, (c) => c.primaryKey().references('organization.id'))
    .addColumn('parent_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('requested_at', bigint, (c) => c.notNull())
    .addColumn('roots_total', bigint, (c) => c.notNull())
    .addColumn('finished_at', bigint)
    .execute()
}

async function extendPerson(tx: Tx, { bigint, bytes, flag }: Columns): Promise<void> {
  const alter = () => tx.schema.alterTable('person')
  // Guests sign in, are locked out and set passwords as persons do, so they are rows of the same table.
  await alter()
    .addColumn('guest', flag, (c) => c.notNull().defaultTo(0))
    .execute()
  await alter()
    .addColumn('creator_id', bigint, (c) => c.references('person.id'))
    .execute()
  await alter()
    .addColumn('webdav', flag, (c) => c.notNull().defaultTo(0))
    .execute()
  // Percentages, as JSON, and the highest one that was written about since usage was below it.
  await alter()
    .addColumn('quota_alerts', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await alter()
    .addColumn('quota_alerted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await alter().addColumn('deleted_at', bigint).execute()
  for (const [name, guest] of [
    ['person_listed', 0],
    ['guest_listed', 1],
  ] as const)
    await tx.schema
      .createIndex(name)
      .on('person')
      .columns(['organization_id', 'id'])
      .where(sql.ref('guest'), '=', sql.lit(guest))
      .where(LIVE(), 'is', null)
      .execute()

  // Failed sign-ins with addresses that nobody has, by their hash: they are locked as accounts are, so that a lock
  // does not tell which addresses exist.
  await tx.schema
    .createTable('stranger')
    .addColumn('email_hash', bytes, (c) => c.primaryKey())
    .addColumn('failed_logins', 'integer', (c) => c.notNull())
    .addColumn('locked_until', bigint)
    .addColumn('tried_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema.createIndex('stranger_tried').on('stranger').columns(['tried_at']).execute()

  await tx.schema.alterTable('machine').addColumn('deleted_at', bigint).execute()
  await tx.schema.alterTable('machine').addColumn('nickname', 'text').execute()
  await tx.schema.alterTable('machine').addColumn('agent_version', 'text').execute()
  await tx.schema.alterTable('machine').addColumn('last_disconnect_at', bigint).execute()
  // Limits and reporting of the device, as JSON.
  await tx.schema
    .alterTable('machine')
    .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await tx.schema
    .createIndex('machine_listed')
    .on('machine')
    .columns(['organization_id', 'id'])
    .where(LIVE(), 'is', null)
    .execute()
}

async function extendRoots(tx: Tx, { bigint }: Columns): Promise<void> {
  for (const counted of ['files', 'revisions', 'revision_size'])
    for (const state of ['live', 'deleted'])
      await tx.schema
        .alterTable('root')
        .addColumn(`${state}_${counted}`, bigint, (c) => c.notNull().defaultTo(0))
        .execute()
  // When nothing of a deleted root was left.
  await tx.schema.alterTable('root').addColumn('purged_at', bigint).execute()
  await tx.schema.alterTable('root').addColumn('description', 'text').execute()
  await tx.schema
    .createIndex('root_listed')
    .on('root')
    .columns(['organization_id', 'id'])
    .where(LIVE(), 'is', null)
    .execute()
  await tx.schema
    .createIndex('share_listed')
    .on('root')
    .columns(['organization_id', 'id'])
    .where(LIVE(), 'is', null)
    .where(sql.ref('root_type'), '=', sql.lit('share'))
    .execute()
  await tx.schema
    .createIndex('root_to_purge')
    .on('root')
    .columns(['organization_id', 'id'])
    .where(LIVE(), 'is not', null)
    .where(sql.ref('purged_at'), 'is', null)
    .execute()
}

async function createGroups(tx: Tx, { bigint, id, key }: Columns): Promise<void> {
  await tx.schema
    .createTable('person_group')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', key, (c) => c.notNull())
    .addColumn('auth_source_id', bigint)
    // What the directory knows it by.
    .addColumn('directory_id', 'text')
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('deleted_at', bigint)
    .execute()
  await tx.schema
    .createIndex('group_listed')
    .on('person_group')
    .columns(['organization_id', 'id'])
    .where(LIVE(), 'is', null)
    .execute()
  await tx.schema
    .createIndex('group_name')
    .on('person_group')
    .columns(['organization_id', 'name_key'])
    .unique()
    .where(LIVE(), 'is', null)
    .execute()
  await tx.schema
    .createIndex('group_of_directory')
    .on('person_group')
    .columns(['auth_source_id', 'directory_id'])
    .unique()
    .where(LIVE(), 'is', null)
    .where(sql.ref('auth_source_id'), 'is not', null)
    .execute()

  for (const [table, member, target] of [
    ['group_person', 'person_id', 'person.id'],
    ['group_group', 'member_group_id', 'person_group.id'],
  ] as const) {
    await tx.schema
      .createTable(table)
      .addColumn('group_id', bigint, (c) => c.notNull().references('person_group.id'))
      .addColumn(member, bigint, (c) => c.notNull().references(target))
      .addPrimaryKeyConstraint(`${table}_key`, ['group_id', member])
      .execute()
    await tx.schema.createIndex(`${table}_upward`).on(table).columns([member, 'group_id']).execute()
  }
}

async function createDirectories(tx: Tx, { bigint, flag, id }: Columns): Promise<void> {
  await tx.schema
    .createTable('auth_source')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('nickname', 'text')
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('protocol', 'integer', (c) => c.notNull())
    .addColumn('ssl', flag, (c) => c.notNull())
    .addColumn('domain', 'text')
    .addColumn('login', 'text', (c) => c.notNull())
    .addColumn('password', 'text', (c) => c.notNull())
    .addColumn('machine_id', bigint)
    // Where to look, filters, attributes, certificates, as JSON.
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('next_import_at', bigint)
    .addColumn('last_import', 'text')
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema
    .createIndex('auth_source_listed')
    .on('auth_source')
    .columns(['organization_id', 'id'])
    .execute()
  await tx.schema
    .createIndex('auth_source_due')
    .on('auth_source')
    .columns(['next_import_at'])
    .where(sql.ref('next_import_at'), 'is not', null)
    .execute()
  // A person from a directory: who it is there, for ever, and what it is called there now.
  await tx.schema.alterTable('person').addColumn('auth_source_id', bigint).execute()
  await tx.schema.alterTable('person').addColumn('directory_id', 'text').execute()
  await tx.schema.alterTable('person').addColumn('directory_dn', 'text').execute()
  // When an import disabled the account because the directory did not have it any more.
  await tx.schema.alterTable('person').addColumn('directory_gone_at', bigint).execute()
  await tx.schema
    .createIndex('person_of_directory')
    .on('person')
    .columns(['auth_source_id', 'directory_id'])
    .unique()
    .where(LIVE(), 'is', null)
    .where(sql.ref('auth_source_id'), 'is not', null)
    .execute()
}
