import type { MachineJobKind, MachineJobState } from '@holdfast/api/devices/machines'
import type {
  BackupRunId,
  EntryId,
  MachineId,
  MachineJobId,
  MachineRootId,
  MappingId,
  PersonId,
  RootId,
} from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

/** `credentials_needed`: some were given while the device had no key that they could be sealed by, and were not kept. */
export type DeviceState = 'ready' | 'credentials_needed'

/**
 * What devices are to keep in step with roots. They belong to roots, so that they can live where those do: machines and
 * persons are named without a reference (ADR 0027).
 */
export interface DeviceTables {
  /** A root on a machine, by whatever way it came there. */
  machine_root: {
    id: Generated<MachineRootId>
    machine_id: MachineId
    root_id: RootId
    source: 'own' | 'share' | 'mapping' | 'backup'
    /** Where on the machine, as that says. */
    folder: string | null
    state: string | null
    /** Where it stopped itself: how many files would go from which side, as JSON. */
    held: string | null
    reported_at: Instant | null
    /** What becomes of the files there, once the root no longer belongs to the machine. */
    leaving: 'keep' | 'remove' | null
    /** In which that was wished. */
    epoch: string | null
    /** What the machine said when it had left. */
    receipt: string | null
  }
  /** Rests while its machine is no file server; is over with its machine or its root. */
  machine_mapping: {
    id: Generated<MappingId>
    machine_id: MachineId
    root_id: RootId
    path: string
    /** Sealed for the device. */
    credentials: Buffer | null
    state: DeviceState
    created_by: PersonId
    created_at: Instant
    deleted_at: Instant | null
  }
  /** A backup is its root, with where that comes from. It is over with the root. */
  backup: {
    root_id: RootId
    machine_id: MachineId
    path: string
    credentials: Buffer | null
    /** As JSON; the agent has its own where there is none. */
    schedule: string | null
    /** As its schedule says. */
    paused: Generated<Flag>
    /** How many files its newest run could not read. */
    unread: Generated<number>
    state: DeviceState
    created_by: PersonId
    created_at: Instant
  }
  /** A pass over all files of a backup. A finished one is a point to restore from. */
  backup_run: {
    id: Generated<BackupRunId>
    root_id: RootId
    started_at: Instant
    finished_at: Instant
    /** The root's number when it was finished. */
    seq: number
    files: number
    bytes: number
    problem_count: number
    /** The first of them, as JSON. */
    problems: string
  }
  /** Something that a machine is to do once, whenever it is connected. */
  machine_job: {
    id: Generated<MachineJobId>
    kind: MachineJobKind
    machine_id: MachineId
    root_id: RootId
    path: string | null
    /** Sealed for the device. */
    credentials: Buffer | null
    /** The state of the root that is restored; the newest where there is none. */
    as_of_seq: number | null
    /** Only what is in this folder of it. */
    folder_id: EntryId | null
    overwrite: Flag
    state: MachineJobState
    done: Generated<number>
    total: number | null
    problems: string | null
    created_by: PersonId
    created_at: Instant
    finished_at: Instant | null
  }
}

export async function createDevices(schema: SchemaModule, columns: Columns): Promise<void> {
  await createMachineRoots(schema, columns)
  await createMappings(schema, columns)
  await createBackups(schema, columns)
  await createMachineJobs(schema, columns)
}

async function createMachineRoots(schema: SchemaModule, { bigint, id }: Columns): Promise<void> {
  await schema
    .createTable('machine_root')
    .addColumn('id', bigint, id)
    .addColumn('machine_id', bigint, required)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('source', 'text', required)
    .addColumn('folder', 'text')
    .addColumn('state', 'text')
    .addColumn('held', 'text')
    .addColumn('reported_at', bigint)
    .addColumn('leaving', 'text')
    .addColumn('epoch', 'text')
    .addColumn('receipt', 'text')
    .addUniqueConstraint('machine_root_once', ['machine_id', 'root_id'])
    .execute()
  await schema
    .createIndex('machine_root_held')
    .on('machine_root')
    .columns(['machine_id'])
    .where(sql.ref('held'), 'is not', null)
    .execute()
  await schema.createIndex('machine_root_of_root').on('machine_root').columns(['root_id']).execute()
}

async function createMappings(schema: SchemaModule, { bigint, bytes, id, key }: Columns): Promise<void> {
  await schema
    .createTable('machine_mapping')
    .addColumn('id', bigint, id)
    .addColumn('machine_id', bigint, required)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('path', key, required)
    .addColumn('credentials', bytes)
    .addColumn('state', 'text', required)
    .addColumn('created_by', bigint, required)
    .addColumn('created_at', bigint, required)
    .addColumn('deleted_at', bigint)
    .execute()
  for (const [name, column] of [
    ['machine_mapping_path', 'path'],
    ['machine_mapping_root', 'root_id'],
  ] as const)
    await schema
      .createIndex(name)
      .unique()
      .on('machine_mapping')
      .columns(['machine_id', column])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
  await schema
    .createIndex('machine_mapping_of_root')
    .on('machine_mapping')
    .columns(['root_id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}

async function createBackups(schema: SchemaModule, { bigint, bytes, flag, id }: Columns): Promise<void> {
  await schema
    .createTable('backup')
    .addColumn('root_id', bigint, (c) => c.primaryKey().references('root.id'))
    .addColumn('machine_id', bigint, required)
    .addColumn('path', 'text', required)
    .addColumn('credentials', bytes)
    .addColumn('schedule', 'text')
    .addColumn('paused', flag, counter)
    .addColumn('unread', bigint, counter)
    .addColumn('state', 'text', required)
    .addColumn('created_by', bigint, required)
    .addColumn('created_at', bigint, required)
    .execute()
  await schema.createIndex('backup_of_machine').on('backup').columns(['machine_id', 'root_id']).execute()

  for (const column of ['paused', 'unread'])
    await schema
      .createIndex(`backup_${column}`)
      .on('backup')
      .columns(['root_id'])
      .where(sql.ref(column), '>', sql.lit(0))
      .execute()

  await schema
    .createTable('backup_run')
    .addColumn('id', bigint, id)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('started_at', bigint, required)
    .addColumn('finished_at', bigint, required)
    .addColumn('seq', bigint, required)
    .addColumn('files', bigint, required)
    .addColumn('bytes', bigint, required)
    .addColumn('problem_count', bigint, required)
    .addColumn('problems', 'text', required)
    .execute()
  await schema.createIndex('backup_run_of_root').on('backup_run').columns(['root_id', 'id']).execute()
  await schema
    .createIndex('backup_run_once')
    .unique()
    .on('backup_run')
    .columns(['root_id', 'started_at'])
    .execute()
}

async function createMachineJobs(schema: SchemaModule, { bigint, bytes, flag, id }: Columns): Promise<void> {
  await schema
    .createTable('machine_job')
    .addColumn('id', bigint, id)
    .addColumn('kind', 'text', required)
    .addColumn('machine_id', bigint, required)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('path', 'text')
    .addColumn('credentials', bytes)
    .addColumn('as_of_seq', bigint)
    .addColumn('folder_id', bigint)
    .addColumn('overwrite', flag, required)
    .addColumn('state', 'text', required)
    .addColumn('done', bigint, counter)
    .addColumn('total', bigint)
    .addColumn('problems', 'text')
    .addColumn('created_by', bigint, required)
    .addColumn('created_at', bigint, required)
    .addColumn('finished_at', bigint)
    .execute()
  await schema.createIndex('machine_job_listed').on('machine_job').columns(['machine_id', 'id']).execute()
  await schema
    .createIndex('machine_job_finished')
    .on('machine_job')
    .columns(['finished_at'])
    .where(sql.ref('finished_at'), 'is not', null)
    .execute()
  await schema
    .createIndex('machine_job_open')
    .on('machine_job')
    .columns(['machine_id', 'id'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute()
}
