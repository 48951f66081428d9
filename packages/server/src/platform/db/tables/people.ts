import type { AuthSourceId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

/** Guests are persons, too. */
export type NamedKind = 'person' | 'group' | 'machine' | 'share'

export type TwoStepMode = 'authenticator' | 'email' | 'sms'

export interface PeopleTables {
  /** Guests sign in, are locked out and set passwords as persons do, so they are rows of the same table. */
  person: {
    id: Generated<PersonId>
    organization_id: OrganizationId
    guest: Generated<Flag>
    email: string
    email_key: string
    /** When its owner showed that it reads the mails to this address; none once someone else could be the one. */
    email_verified_at: Instant | null
    /** When someone first came in: by signing in, in whatever way, or by a mailed token. */
    first_came_at: Instant | null
    first_name: string
    last_name: string
    /** Both names, folded, for those who look for them: by the first name and by the last. */
    name_key: Generated<string>
    last_name_key: Generated<string>
    mobile_phone: string | null
    locale: string
    timezone: string
    site_admin: Flag
    system_admin: Flag
    active: Flag
    creator_id: PersonId | null
    /** None: as the policy says. */
    webdav: Flag | null
    space_quota: number | null
    /** Percentages, as JSON, and the highest one that was written about since usage was below it. */
    quota_alerts: Generated<string>
    quota_alerted: Generated<number>
    password_hash: string | null
    pw_changed_at: Instant | null
    pw_expires_at: Instant | null
    pw_force_reset: Generated<Flag>
    two_step_mode: TwoStepMode | null
    /** Sealed, as the two below. */
    totp_secret: Buffer | null
    /** The newest time step whose code was used: no code opens twice. */
    totp_step: number | null
    backup_key_hash: Buffer | null
    /** What `enable` was asked for and not confirmed yet. */
    two_step_pending: Buffer | null
    /** From a directory: who it is there, for ever, and what it is called there now. */
    auth_source_id: AuthSourceId | null
    directory_id: string | null
    directory_dn: string | null
    /** When an import disabled the account because the directory did not have it any more. */
    directory_gone_at: Instant | null
    /** Copies for lists, which are sorted by an index. The last sign-in, at most an hour old; 0: none. */
    seen_at: Generated<Instant>
    /** What its roots store, as of the last count. */
    shown_space: Generated<number>
    /** The latest end of a lock in `sign_in_try`. */
    locked_until: Instant | null
    created_at: Instant
    deleted_at: Instant | null
  }
  /**
   * Tries to sign in, by account and network: also with addresses that nobody has, by their hash, since a lock must not
   * tell which exist. See `records/sign-in-tries.ts` for the places that are no networks.
   */
  sign_in_try: {
    account: string
    place: string
    /** In a row. */
    failures: number
    locked_until: Instant | null
    /** When the failures of the last day were, as JSON. */
    recent: string
    tried_at: Instant
    signed_in_at: Instant | null
  }
  /** What names and addresses of `kind` are found by: each of their words, folded. */
  name_word: { kind: NamedKind; organization_id: OrganizationId; word: string; id: number }
  /** When figures that lists show were last counted. */
  counted_figure: { name: string; at: Instant }
  /** How many there were of what is limited, until `ends_at`: see `platform/limits/shared-limits.ts`. */
  limit_count: { name: string; taken: number; ends_at: Instant }
}

export async function createPeople(schema: SchemaModule, columns: Columns): Promise<void> {
  await createPerson(schema, columns)
  await indexPerson(schema)
  const { bigint, key } = columns
  await schema
    .createTable('sign_in_try')
    .addColumn('account', 'text', required)
    .addColumn('place', 'text', required)
    .addColumn('failures', 'integer', required)
    .addColumn('locked_until', bigint)
    .addColumn('recent', 'text', required)
    .addColumn('tried_at', bigint, required)
    .addColumn('signed_in_at', bigint)
    .addPrimaryKeyConstraint('sign_in_try_key', ['account', 'place'])
    .execute()
  await schema.createIndex('sign_in_try_tried').on('sign_in_try').columns(['tried_at']).execute()
  await createWords(schema, columns)
  await schema
    .createTable('counted_figure')
    .addColumn('name', key, (c) => c.notNull().primaryKey())
    .addColumn('at', bigint, required)
    .execute()
  await schema
    .createTable('limit_count')
    .addColumn('name', key, (c) => c.notNull().primaryKey())
    .addColumn('taken', bigint, required)
    .addColumn('ends_at', bigint, required)
    .execute()
}

async function createPerson(schema: SchemaModule, { bigint, bytes, flag, id, key }: Columns): Promise<void> {
  await schema
    .createTable('person')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('guest', flag, counter)
    .addColumn('email', 'text', required)
    .addColumn('email_key', key, (c) => c.notNull().unique())
    .addColumn('email_verified_at', bigint)
    .addColumn('first_came_at', bigint)
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('name_key', key, (c) => c.notNull().defaultTo(''))
    .addColumn('last_name_key', key, (c) => c.notNull().defaultTo(''))
    .addColumn('mobile_phone', 'text')
    .addColumn('locale', 'text', required)
    .addColumn('timezone', 'text', required)
    .addColumn('site_admin', flag, required)
    .addColumn('system_admin', flag, required)
    .addColumn('active', flag, required)
    .addColumn('creator_id', bigint, (c) => c.references('person.id'))
    .addColumn('webdav', flag)
    .addColumn('space_quota', bigint)
    .addColumn('quota_alerts', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('quota_alerted', 'integer', counter)
    .addColumn('password_hash', 'text')
    .addColumn('pw_changed_at', bigint)
    .addColumn('pw_expires_at', bigint)
    .addColumn('pw_force_reset', flag, counter)
    .addColumn('two_step_mode', 'text')
    .addColumn('totp_secret', bytes)
    .addColumn('totp_step', bigint)
    .addColumn('backup_key_hash', bytes)
    .addColumn('two_step_pending', bytes)
    .addColumn('auth_source_id', bigint)
    .addColumn('directory_id', 'text')
    .addColumn('directory_dn', 'text')
    .addColumn('directory_gone_at', bigint)
    .addColumn('seen_at', bigint, counter)
    .addColumn('shown_space', bigint, counter)
    .addColumn('locked_until', bigint)
    .addColumn('created_at', bigint, required)
    .addColumn('deleted_at', bigint)
    .execute()
}

async function createWords(schema: SchemaModule, { bigint, key, withoutRowId }: Columns): Promise<void> {
  await schema
    .createTable('name_word')
    .addColumn('kind', key, required)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('word', key, required)
    .addColumn('id', bigint, required)
    .addPrimaryKeyConstraint('name_word_key', ['kind', 'id', 'word'])
    .$call(withoutRowId)
    .execute()
  await schema
    .createIndex('name_word_found')
    .on('name_word')
    .columns(['organization_id', 'kind', 'word', 'id'])
    .execute()
}

async function indexPerson(schema: SchemaModule): Promise<void> {
  await schema.createIndex('person_of_organization').on('person').columns(['organization_id', 'id']).execute()
  for (const [name, guest] of [
    ['person_listed', 0],
    ['guest_listed', 1],
  ] as const)
    await schema
      .createIndex(name)
      .on('person')
      .columns(['organization_id', 'id'])
      .where(sql.ref('guest'), '=', sql.lit(guest))
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
  for (const [name, column, guest] of [
    ['person_by_name_key', 'name_key', 0],
    ['person_by_last_name_key', 'last_name_key', 0],
    ['person_by_email_key', 'email_key', 0],
    ['person_by_seen', 'seen_at', 0],
    ['person_by_space', 'shown_space', 0],
    ['guest_by_name', 'last_name_key', 1],
    ['guest_by_email', 'email_key', 1],
    ['guest_by_seen', 'seen_at', 1],
  ] as const)
    await schema
      .createIndex(name)
      .on('person')
      .columns(['organization_id', column, 'id'])
      .where(sql.ref('guest'), '=', sql.lit(guest))
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
  // What a change of a policy asks of whom is counted before it is made.
  await schema
    .createIndex('person_without_two_step')
    .on('person')
    .columns(['organization_id'])
    .where(sql<boolean>`two_step_mode is null and guest = 0 and active = 1 and deleted_at is null`)
    .execute()
  await schema
    .createIndex('person_by_password')
    .on('person')
    .columns(['organization_id', 'pw_changed_at'])
    .where(sql<boolean>`auth_source_id is null and active = 1 and deleted_at is null`)
    .execute()
  await indexRareStates(schema)
  // Administrators are few among any number of accounts.
  await schema
    .createIndex('person_administrator')
    .on('person')
    .columns(['organization_id'])
    .where(sql<boolean>`site_admin = 1 or system_admin = 1`)
    .execute()
  await schema
    .createIndex('guest_of_creator')
    .on('person')
    .columns(['creator_id'])
    .where(sql.ref('guest'), '=', sql.lit(1))
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema
    .createIndex('person_of_directory')
    .on('person')
    .columns(['auth_source_id', 'directory_id'])
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('auth_source_id'), 'is not', null)
    .execute()
  // Deleted ones too: they are let go with the directory.
  await schema
    .createIndex('person_of_auth_source')
    .on('person')
    .columns(['auth_source_id', 'id'])
    .where(sql.ref('auth_source_id'), 'is not', null)
    .execute()
}

/** What few are, so that they are found among many. */
async function indexRareStates(schema: SchemaModule): Promise<void> {
  const index = (name: string, column: string) =>
    schema.createIndex(name).on('person').columns(['organization_id', column])
  await index('person_locked', 'locked_until').where(sql.ref('locked_until'), 'is not', null).execute()
  await index('person_no_two_step', 'two_step_mode')
    .where(sql.ref('two_step_mode'), 'is', null)
    .where(sql.ref('guest'), '=', sql.lit(0))
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await index('person_disabled', 'active')
    .where(sql.ref('active'), '=', sql.lit(0))
    .where(sql.ref('guest'), '=', sql.lit(0))
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}
