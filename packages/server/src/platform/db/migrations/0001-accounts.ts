import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, { bigint, bytes, flag, id, key }: Columns): Promise<void> {
  // What the installation as a whole keeps: secrets of its own, facts about the first start.
  await tx.schema
    .createTable('installation')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()

  await tx.schema
    .createTable('organization')
    .addColumn('id', bigint, id)
    .addColumn('parent_id', bigint, (c) => c.references('organization.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('active', flag, (c) => c.notNull())
    .addColumn('trial_until', bigint)
    .addColumn('policy', 'text', (c) => c.notNull())
    .addColumn('stored_size', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()

  await tx.schema
    .createTable('person')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', key, (c) => c.notNull().unique())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('pw_changed_at', bigint)
    .addColumn('pw_force_reset', flag, (c) => c.notNull().defaultTo(0))
    .addColumn('failed_logins', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('locked_until', bigint)
    .addColumn('site_admin', flag, (c) => c.notNull())
    .addColumn('system_admin', flag, (c) => c.notNull())
    .addColumn('space_quota', bigint)
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('active', flag, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema
    .createIndex('person_of_organization')
    .on('person')
    .columns(['organization_id', 'id'])
    .execute()

  await tx.schema
    .createTable('machine')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('guid', 'text', (c) => c.notNull().unique())
    .addColumn('dns_name', 'text')
    .addColumn('os_type', 'text')
    .addColumn('os_version', 'text')
    .addColumn('machine_type', 'text', (c) => c.notNull())
    .addColumn('last_login_at', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema.createIndex('machine_of_person').on('machine').columns(['person_id', 'client_id']).execute()

  // One sign-in on one device: what its tokens, old and new, belong to.
  await tx.schema
    .createTable('session')
    .addColumn('id', bigint, id)
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('client_id', 'text', (c) => c.notNull())
    // None for a browser.
    .addColumn('machine_id', bigint, (c) => c.references('machine.id'))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('last_used_at', bigint, (c) => c.notNull())
    .addColumn('revoked_at', bigint)
    .execute()
  await tx.schema.createIndex('session_of_person').on('session').columns(['person_id']).execute()

  await tx.schema
    .createTable('access_token')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('session_id', bigint, (c) => c.notNull().references('session.id'))
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema.createIndex('access_token_expiry').on('access_token').columns(['expires_at']).execute()

  await tx.schema
    .createTable('refresh_token')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('session_id', bigint, (c) => c.notNull().references('session.id'))
    .addColumn('issued_at', bigint, (c) => c.notNull())
    .addColumn('used_at', bigint)
    .execute()
  await tx.schema
    .createIndex('refresh_token_of_session')
    .on('refresh_token')
    .columns(['session_id'])
    .execute()

  await tx.schema
    .createTable('activity')
    .addColumn('id', bigint, id)
    .addColumn('activity_type_id', 'integer', (c) => c.notNull())
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_company_id', bigint)
    .addColumn('actor_machine_id', bigint)
    .addColumn('actor_person_id', bigint)
    .addColumn('actor_guest_id', bigint)
    .addColumn('actor_text', 'text', (c) => c.notNull())
    .addColumn('acted_on_type', 'text', (c) => c.notNull())
    .addColumn('acted_on_company_id', bigint)
    .addColumn('acted_on_machine_id', bigint)
    .addColumn('acted_on_person_id', bigint)
    .addColumn('acted_on_guest_id', bigint)
    .addColumn('acted_on_root_id', bigint)
    .addColumn('acted_on_group_id', bigint)
    .addColumn('acted_on_text', 'text', (c) => c.notNull())
    .addColumn('data_text', 'text', (c) => c.notNull())
    .addColumn('data_vars', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema
    .createIndex('activity_of_organization')
    .on('activity')
    .columns(['acted_on_company_id', 'id'])
    .execute()
}
