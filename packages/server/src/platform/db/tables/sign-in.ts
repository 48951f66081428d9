import type {
  ApplicationId,
  BrakeId,
  MachineId,
  OrganizationId,
  PersonId,
  SessionId,
} from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

export type CodePurpose = 'sign_in' | 'enable' | 'disable'

/**
 * What a sign-in began with: a password, an application's authorization code, or a token that was mailed; an app password
 * is one by itself.
 */
export type SignInOrigin = 'password' | 'code' | 'mail' | 'app_password'

/** What it opens: with an app password the files, as programs reach them; with that of the account the same. */
export type StandingKind = 'files' | 'account'

/** Sessions, and everything secret that opens one. */
export interface SignInTables {
  application: {
    id: Generated<ApplicationId>
    organization_id: OrganizationId
    name: string
    description: string
    grant_types: string
    redirect_uris: string
    /** JSON: the sites whose pages may call the API by its tokens. */
    web_origins: string
    client_id: string
    secret_hash: Buffer
    created_at: Instant
  }
  /** One sign-in on one device: what its tokens, old and new, belong to. */
  session: {
    id: Generated<SessionId>
    person_id: PersonId
    client_id: string
    /** None for a browser. */
    machine_id: MachineId | null
    origin: SignInOrigin
    /** What signed in, if it was no machine, and from which network: for people to know it by. */
    browser: Generated<string | null>
    network: Generated<string | null>
    created_at: Instant
    last_used_at: Instant
    revoked_at: Instant | null
    /** May set a password and nothing else. */
    password_only: Generated<Flag>
    /** The device is signed out, and only keeps its line until it has removed its files. */
    leaving: Generated<Flag>
    /** What its changes wait for someone to decide about. */
    paused_by: Generated<BrakeId | null>
  }
  web_session: { hash: Buffer; session_id: SessionId; expires_at: Instant }
  /**
   * What opens a sign-in each time it is given, and never changes: an app password by its hash, and where programs send
   * the password of the account, the hash of whose it is, the network and the program.
   */
  standing_access: { hash: Buffer; session_id: SessionId; kind: StandingKind }
  /** `renewed_by` is the hash of the refresh token that gave it; none gave the first ones of a sign-in. */
  access_token: { hash: Buffer; session_id: SessionId; expires_at: Instant; renewed_by: Buffer | null }
  /** Used ones are kept for a while: using one again ends the session. */
  refresh_token: {
    hash: Buffer
    session_id: SessionId
    issued_at: Instant
    used_at: Instant | null
    renewed_by: Buffer | null
    /** The request that used it was made again, or the one that gave it: no other use of it is a retry. */
    repeated: Generated<Flag>
    /** An access token that it gave was used. Noted for agents only. */
    settled: Generated<Flag>
  }
  authorization_code: {
    hash: Buffer
    client_id: string
    person_id: PersonId
    redirect_uri: string
    code_challenge: string | null
    expires_at: Instant
    /** The sign-in it was exchanged for; a second exchange ends that one. */
    session_id: SessionId | null
  }
  /** A code that was mailed or texted; a newer one of the same purpose takes its place. */
  sent_code: {
    person_id: PersonId
    purpose: CodePurpose
    hash: Buffer
    sent_at: Instant
    expires_at: Instant
  }
  /**
   * A token that was mailed. By a reset or an invitation a password can be set, and any of them shows that its owner
   * reads the mails of the account. Of resets the newest counts, of the others any number.
   */
  mailed_token: {
    hash: Buffer
    person_id: PersonId
    kind: 'reset' | 'invitation' | 'verify'
    sent_at: Instant
    expires_at: Instant
  }
}

export async function createSignIn(schema: SchemaModule, columns: Columns): Promise<void> {
  await createApplication(schema, columns)
  await createSession(schema, columns)
  await createTokens(schema, columns)
  await createCodes(schema, columns)
}

async function createApplication(schema: SchemaModule, { bigint, bytes, id }: Columns): Promise<void> {
  await schema
    .createTable('application')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('grant_types', 'text', required)
    .addColumn('redirect_uris', 'text', required)
    .addColumn('web_origins', 'text', required)
    .addColumn('client_id', 'text', (c) => c.notNull().unique())
    .addColumn('secret_hash', bytes, required)
    .addColumn('created_at', bigint, required)
    .execute()
  await schema
    .createIndex('application_of_organization')
    .on('application')
    .columns(['organization_id', 'id'])
    .execute()
  await schema
    .createIndex('application_with_web_origins')
    .on('application')
    .columns(['web_origins'])
    .where(sql.ref('web_origins'), '<>', '[]')
    .execute()
}

async function createSession(schema: SchemaModule, { bigint, flag, id }: Columns): Promise<void> {
  await schema
    .createTable('session')
    .addColumn('id', bigint, id)
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('client_id', 'text', required)
    .addColumn('machine_id', bigint, (c) => c.references('machine.id'))
    .addColumn('origin', 'text', required)
    .addColumn('browser', 'text')
    .addColumn('network', 'text')
    .addColumn('created_at', bigint, required)
    .addColumn('last_used_at', bigint, required)
    .addColumn('revoked_at', bigint)
    .addColumn('password_only', flag, counter)
    .addColumn('leaving', flag, counter)
    .addColumn('paused_by', bigint)
    .execute()
  await schema.createIndex('session_of_person').on('session').columns(['person_id']).execute()
  // An application that goes signs everybody out who came through it.
  await schema
    .createIndex('session_of_client')
    .on('session')
    .columns(['client_id'])
    .where(sql.ref('revoked_at'), 'is', null)
    .execute()
  // What the hourly clearing looks through.
  await schema
    .createIndex('session_revoked')
    .on('session')
    .columns(['revoked_at'])
    .where(sql.ref('revoked_at'), 'is not', null)
    .execute()
}

async function createTokens(schema: SchemaModule, { bigint, bytes, flag }: Columns): Promise<void> {
  for (const table of ['access_token', 'web_session']) {
    const made = schema
      .createTable(table)
      .addColumn('hash', bytes, (c) => c.primaryKey())
      .addColumn('session_id', bigint, requiredReference('session'))
      .addColumn('expires_at', bigint, required)
    await (table === 'access_token' ? made.addColumn('renewed_by', bytes) : made).execute()
    await schema.createIndex(`${table}_of_session`).on(table).columns(['session_id']).execute()
  }
  await schema
    .createTable('standing_access')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('session_id', bigint, requiredReference('session'))
    .addColumn('kind', 'text', required)
    .execute()
  await schema
    .createIndex('standing_access_of_session')
    .on('standing_access')
    .columns(['session_id'])
    .execute()
  await schema.createIndex('access_token_expiry').on('access_token').columns(['expires_at']).execute()

  await schema
    .createTable('refresh_token')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('session_id', bigint, requiredReference('session'))
    .addColumn('issued_at', bigint, required)
    .addColumn('used_at', bigint)
    .addColumn('renewed_by', bytes)
    .addColumn('repeated', flag, counter)
    .addColumn('settled', flag, counter)
    .execute()
  await schema.createIndex('refresh_token_of_session').on('refresh_token').columns(['session_id']).execute()
  await schema
    .createIndex('refresh_token_used')
    .on('refresh_token')
    .columns(['used_at'])
    .where(sql.ref('used_at'), 'is not', null)
    .execute()
}

async function createCodes(schema: SchemaModule, { bigint, bytes }: Columns): Promise<void> {
  await schema
    .createTable('authorization_code')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('client_id', 'text', required)
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('redirect_uri', 'text', required)
    .addColumn('code_challenge', 'text')
    .addColumn('expires_at', bigint, required)
    .addColumn('session_id', bigint, (c) => c.references('session.id'))
    .execute()
  await schema
    .createIndex('authorization_code_expiry')
    .on('authorization_code')
    .columns(['expires_at'])
    .execute()
  await schema
    .createIndex('authorization_code_of_person')
    .on('authorization_code')
    .columns(['person_id'])
    .execute()
  await schema
    .createTable('sent_code')
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('purpose', 'text', required)
    .addColumn('hash', bytes, required)
    .addColumn('sent_at', bigint, required)
    .addColumn('expires_at', bigint, required)
    .addPrimaryKeyConstraint('sent_code_key', ['person_id', 'purpose'])
    .execute()
  await schema
    .createTable('mailed_token')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('kind', 'text', required)
    .addColumn('sent_at', bigint, required)
    .addColumn('expires_at', bigint, required)
    .execute()
  await schema.createIndex('mailed_token_of_person').on('mailed_token').columns(['person_id']).execute()
}
