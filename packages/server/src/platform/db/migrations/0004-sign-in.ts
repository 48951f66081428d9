import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await extendAccounts(tx, columns)
  await extendSessions(tx, columns)
  await createApplications(tx, columns)
  await createSecrets(tx, columns)
}

async function extendAccounts(tx: Tx, { bigint, bytes, flag }: Columns): Promise<void> {
  // Copies of two policy fields that every request is judged by; `policy` stays the truth.
  await tx.schema
    .alterTable('organization')
    .addColumn('require_two_step', flag, (c) => c.notNull().defaultTo(0))
    .execute()
  await tx.schema.alterTable('organization').addColumn('password_days', 'integer').execute()

  await tx.schema.alterTable('person').addColumn('mobile_phone', 'text').execute()
  await tx.schema.alterTable('person').addColumn('pw_expires_at', bigint).execute()
  await tx.schema.alterTable('person').addColumn('two_step_mode', 'text').execute()
  await tx.schema.alterTable('person').addColumn('totp_secret', 'text').execute()
  // The newest time step whose code was used: no code opens twice.
  await tx.schema.alterTable('person').addColumn('totp_step', bigint).execute()
  await tx.schema.alterTable('person').addColumn('backup_key_hash', bytes).execute()
  // What `enable` was asked for and not confirmed yet.
  await tx.schema.alterTable('person').addColumn('two_step_pending', 'text').execute()
}

async function extendSessions(tx: Tx, { bigint, bytes, flag }: Columns): Promise<void> {
  // May set a password and nothing else.
  await tx.schema
    .alterTable('session')
    .addColumn('password_only', flag, (c) => c.notNull().defaultTo(0))
    .execute()
  await tx.schema
    .createTable('web_session')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('session_id', bigint, (c) => c.notNull().references('session.id'))
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema.createIndex('web_session_of_session').on('web_session').columns(['session_id']).execute()
  await tx.schema.createIndex('access_token_of_session').on('access_token').columns(['session_id']).execute()
}

async function createApplications(tx: Tx, { bigint, bytes, id }: Columns): Promise<void> {
  await tx.schema
    .createTable('application')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('grant_types', 'text', (c) => c.notNull())
    .addColumn('redirect_uris', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull().unique())
    .addColumn('secret_hash', bytes, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  await tx.schema
    .createIndex('application_of_organization')
    .on('application')
    .columns(['organization_id', 'id'])
    .execute()

  await tx.schema
    .createTable('authorization_code')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('redirect_uri', 'text', (c) => c.notNull())
    .addColumn('code_challenge', 'text')
    .addColumn('expires_at', bigint, (c) => c.notNull())
    // The sign-in it was exchanged for; a second exchange ends that one.
    .addColumn('session_id', bigint, (c) => c.references('session.id'))
    .execute()
  await tx.schema
    .createIndex('authorization_code_expiry')
    .on('authorization_code')
    .columns(['expires_at'])
    .execute()
}

async function createSecrets(tx: Tx, { bigint, bytes }: Columns): Promise<void> {
  // A code that was mailed or texted; a newer one of the same purpose takes its place.
  await tx.schema
    .createTable('sent_code')
    .addColumn('person_id', bigint, (c) => c.notNull().references('person.id'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('hash', bytes, (c) => c.notNull())
    .addColumn('sent_at', bigint, (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('sent_code_key', ['person_id', 'purpose'])
    .execute()

  await tx.schema
    .createTable('password_reset')
    .addColumn('person_id', bigint, (c) => c.primaryKey().references('person.id'))
    .addColumn('hash', bytes, (c) => c.notNull().unique())
    .addColumn('sent_at', bigint, (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .execute()
}
