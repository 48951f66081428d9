import type { JobId, PersonId } from '@holdfast/api/ids'
import type { SetupState, SetupStep } from '@holdfast/api/oversight/setup'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required } from './columns.ts'

/** What the installation as a whole keeps, and what it has to do. */
export interface InstallationTables {
  /** Secrets of its own, sealed. */
  installation: { name: string; value: Buffer }
  /** The versions of the master key, which is kept elsewhere. */
  master_key: {
    version: number
    /** By which a key is known to be the right one. */
    check_value: Buffer
    made_at: Instant
    /** When nothing was left that an older version had sealed; null while there may be something. */
    resealed_at: Instant | null
  }
  job: {
    id: Generated<JobId>
    kind: string
    lane: string
    /** JSON, sealed: mails carry what opens accounts. */
    payload: Buffer
    created_at: Instant
    /** The next moment it may be taken: a lease or a pause after a failure moves it on. */
    due_at: Instant
    attempts: Generated<number>
    lease: string | null
    last_error: string | null
    given_up_at: Instant | null
  }
  schedule: { kind: string; next_at: Instant }
  /** Processes that serve: a newer version must not change the database under an older one. */
  running_server: { id: string; name: string; version: string; until: Instant }
  /** What such a process tells of itself. JSON, as each version may tell something else. */
  server_figures: { server_id: string; at: Instant; figures: string }
  /** One row: what system administrators have set or asked for, and what is known of the whole. */
  installation_state: {
    id: number
    /** A level of the log for a time, in place of the one in the settings. */
    log_level: string | null
    log_until: Instant | null
    /** When verifying everything was last asked for, began and ended. */
    verify_asked_at: Instant | null
    verify_begun_at: Instant | null
    verify_ended_at: Instant | null
    /** What was looked at, and how much of it is wrong. */
    verify_roots: number | null
    verify_chunks: number | null
    verify_problems: number | null
    /** Why it came to no end. */
    verify_error: string | null
    database_size: number | null
    database_counted_at: Instant | null
  }
  /** One row: what became of the newest backup that the service made by itself. */
  installation_backup: {
    id: number
    /** From when on one was to be there. */
    since: Instant
    begun_at: Instant | null
    /** Null while it is being made. */
    ended_at: Instant | null
    /** Its name, where it became one. */
    backup: string | null
    /** What had not been copied before. */
    blobs: number
    bytes: number
    /** What is wrong, in words. */
    error: string | null
    /** When the newest began that is complete. */
    complete_at: Instant | null
    /** When administrators were notified that something is wrong; null when it is not any more. */
    told_at: Instant | null
  }
  /** What is to be done in a new installation; one without these rows is set up. */
  setup_step: {
    step: SetupStep
    state: SetupState
    /** Whose account a step is about, or who skipped it. */
    person_id: PersonId
  }
  /** Where backups of this installation are made. */
  backup_place: {
    /** As the settings or somebody named it. */
    location: string
    /** What the mark at the place says, so that another one, or an empty folder below it, is not taken for it. */
    mark: string
    /** The highest number that a backup there has had. */
    newest: number
  }
  /** The backups that are to be there. */
  kept_backup: {
    mark: string
    number: number
    backup: string
    /** Of its manifest. */
    sha256: string
    /** 0 from before its manifest is stored until after, and from before it is removed. */
    complete: Flag
  }
}

export async function createInstallation(
  schema: SchemaModule,
  { bigint, bytes, flag, id }: Columns,
): Promise<void> {
  await schema
    .createTable('installation')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', bytes, required)
    .execute()
  await schema
    .createTable('master_key')
    .addColumn('version', 'integer', (c) => c.primaryKey())
    .addColumn('check_value', bytes, required)
    .addColumn('made_at', bigint, required)
    .addColumn('resealed_at', bigint)
    .execute()

  await schema
    .createTable('job')
    .addColumn('id', bigint, id)
    .addColumn('kind', 'text', required)
    .addColumn('lane', 'text', required)
    .addColumn('payload', bytes, required)
    .addColumn('created_at', bigint, required)
    .addColumn('due_at', bigint, required)
    .addColumn('attempts', 'integer', counter)
    .addColumn('lease', 'text')
    .addColumn('last_error', 'text')
    .addColumn('given_up_at', bigint)
    .execute()
  await schema
    .createIndex('job_due')
    .on('job')
    .columns(['lane', 'due_at', 'id'])
    .where(sql.ref('given_up_at'), 'is', null)
    .execute()

  await schema
    .createIndex('job_given_up')
    .on('job')
    .columns(['given_up_at'])
    .where(sql.ref('given_up_at'), 'is not', null)
    .execute()

  // Few jobs are in these, however many wait.
  for (const [name, column] of [
    ['job_leased', 'lease'],
    ['job_failing', 'last_error'],
  ] as const)
    await schema.createIndex(name).on('job').columns(['id']).where(sql.ref(column), 'is not', null).execute()

  await schema
    .createTable('schedule')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('next_at', bigint, required)
    .execute()

  await schema
    .createTable('running_server')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('until', bigint, required)
    .execute()
  await schema
    .createTable('server_figures')
    .addColumn('server_id', 'text', (c) => c.primaryKey())
    .addColumn('at', bigint, required)
    .addColumn('figures', 'text', required)
    .execute()
  await schema
    .createTable('installation_state')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('log_level', 'text')
    .addColumn('log_until', bigint)
    .addColumn('verify_asked_at', bigint)
    .addColumn('verify_begun_at', bigint)
    .addColumn('verify_ended_at', bigint)
    .addColumn('verify_roots', bigint)
    .addColumn('verify_chunks', bigint)
    .addColumn('verify_problems', bigint)
    .addColumn('verify_error', 'text')
    .addColumn('database_size', bigint)
    .addColumn('database_counted_at', bigint)
    .execute()

  await schema
    .createTable('installation_backup')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('since', bigint, required)
    .addColumn('begun_at', bigint)
    .addColumn('ended_at', bigint)
    .addColumn('backup', 'text')
    .addColumn('blobs', bigint, counter)
    .addColumn('bytes', bigint, counter)
    .addColumn('error', 'text')
    .addColumn('complete_at', bigint)
    .addColumn('told_at', bigint)
    .execute()
  await schema
    .createTable('setup_step')
    .addColumn('step', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', required)
    .addColumn('person_id', bigint, required)
    .execute()
  await schema
    .createTable('backup_place')
    .addColumn('location', 'text', (c) => c.primaryKey())
    .addColumn('mark', 'text', required)
    .addColumn('newest', bigint, required)
    .execute()
  await schema
    .createTable('kept_backup')
    .addColumn('mark', 'text', required)
    .addColumn('number', bigint, required)
    .addColumn('backup', 'text', required)
    .addColumn('sha256', 'text', required)
    .addColumn('complete', flag, required)
    .addPrimaryKeyConstraint('kept_backup_key', ['mark', 'number'])
    .execute()
}
