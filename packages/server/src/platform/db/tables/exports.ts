import type { ExportId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { ExportError, ExportState, ExportVersions, FailedReason } from '@holdfast/api/oversight/exports'
import type { Instant } from '@holdfast/api/time'
import type { Generated, SchemaModule } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'
import type { ChunkId } from './content.ts'

/** Exports of organizations: zips whose bytes are chunks of a root that nobody sees (ADR 0080). */
export interface ExportTables {
  organization_export: {
    id: Generated<ExportId>
    organization_id: OrganizationId
    /** Who began it, and is written to. */
    person_id: PersonId
    /** Holds the chunks; deleted and purged from the beginning, so that it is in no list. */
    root_id: RootId
    below: Flag
    versions: ExportVersions
    part_size: number
    state: ExportState
    error: ExportError | null
    /** The organizations whose files it has, and those that were left out, as JSON. */
    organizations: string
    left_out: string
    files: Generated<number>
    files_total: Generated<number>
    bytes: Generated<number>
    bytes_total: Generated<number>
    failed: Generated<number>
    /** Where the next step begins, as JSON. */
    position: string
    /** Whoever began the newest step: only that may write. */
    runner: string | null
    created_at: Instant
    finished_at: Instant | null
    /** When the sweep may take its chunks, whatever becomes of it. */
    kept_until: Instant
    expires_at: Instant | null
    /** When its bytes were given up. */
    released_at: Instant | null
  }
  /** The roots that it goes through, and the folder that each becomes. */
  export_source: { export_id: ExportId; number: number; root_id: RootId; folder: string }
  /** What its parts hold, in their order. */
  export_file: {
    export_id: ExportId
    number: number
    part: number
    /** Where its header begins in the part. */
    header_at: number
    path: string
    /** Of the path, folded: no two are the same. */
    path_digest: Buffer
    /** Of files of the organization: 0 for folders and lists. */
    is_content: Flag
    size: number
    modified_at: Instant
    crc: number
    sha256: Buffer
  }
  /** Files that could not be read, and those that were wrong when they were read back. */
  export_failure: { export_id: ExportId; number: number; path: string; reason: FailedReason }
  export_part: { export_id: ExportId; number: number; size: number; sha256: Buffer | null }
  /** The bytes of a part. No reference to the chunk: the sweep takes it when its time has come. */
  export_chunk: { export_id: ExportId; part: number; position: number; chunk_id: ChunkId; size: number }
}

export async function createExports(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint, bytes, flag, id } = columns
  await schema
    .createTable('organization_export')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('below', flag, required)
    .addColumn('versions', 'text', required)
    .addColumn('part_size', bigint, required)
    .addColumn('state', 'text', required)
    .addColumn('error', 'text')
    .addColumn('organizations', 'text', required)
    .addColumn('left_out', 'text', required)
    .addColumn('files', bigint, counter)
    .addColumn('files_total', bigint, counter)
    .addColumn('bytes', bigint, counter)
    .addColumn('bytes_total', bigint, counter)
    .addColumn('failed', bigint, counter)
    .addColumn('position', 'text', required)
    .addColumn('runner', 'text')
    .addColumn('created_at', bigint, required)
    .addColumn('finished_at', bigint)
    .addColumn('kept_until', bigint, required)
    .addColumn('expires_at', bigint)
    .addColumn('released_at', bigint)
    .execute()
  await schema
    .createIndex('export_listed')
    .on('organization_export')
    .columns(['organization_id', 'id'])
    .execute()
  await createParts(schema, columns)
  await schema
    .createTable('export_source')
    .addColumn('export_id', bigint, requiredReference('organization_export'))
    .addColumn('number', bigint, required)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('folder', 'text', required)
    .addPrimaryKeyConstraint('export_source_key', ['export_id', 'number'])
    .execute()
  await schema
    .createTable('export_file')
    .addColumn('export_id', bigint, requiredReference('organization_export'))
    .addColumn('number', bigint, required)
    .addColumn('part', bigint, required)
    .addColumn('header_at', bigint, required)
    .addColumn('path', 'text', required)
    .addColumn('path_digest', bytes, required)
    .addColumn('is_content', flag, required)
    .addColumn('size', bigint, required)
    .addColumn('modified_at', bigint, required)
    .addColumn('crc', bigint, required)
    .addColumn('sha256', bytes, required)
    .addPrimaryKeyConstraint('export_file_key', ['export_id', 'number'])
    .execute()
  await schema
    .createIndex('export_file_path')
    .on('export_file')
    .columns(['export_id', 'path_digest'])
    .unique()
    .execute()
  await schema
    .createTable('export_failure')
    .addColumn('export_id', bigint, requiredReference('organization_export'))
    .addColumn('number', bigint, required)
    .addColumn('path', 'text', required)
    .addColumn('reason', 'text', required)
    .addPrimaryKeyConstraint('export_failure_key', ['export_id', 'number'])
    .execute()
}

async function createParts(schema: SchemaModule, { bigint, bytes, withoutRowId }: Columns): Promise<void> {
  await schema
    .createTable('export_part')
    .addColumn('export_id', bigint, requiredReference('organization_export'))
    .addColumn('number', bigint, required)
    .addColumn('size', bigint, required)
    .addColumn('sha256', bytes)
    .addPrimaryKeyConstraint('export_part_key', ['export_id', 'number'])
    .execute()
  await schema
    .createTable('export_chunk')
    .addColumn('export_id', bigint, requiredReference('organization_export'))
    .addColumn('part', bigint, required)
    .addColumn('position', bigint, required)
    .addColumn('chunk_id', bigint, required)
    .addColumn('size', bigint, required)
    .addPrimaryKeyConstraint('export_chunk_key', ['export_id', 'part', 'position'])
    .$call(withoutRowId)
    .execute()
}
