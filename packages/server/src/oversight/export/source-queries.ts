import type { EntryId, OrganizationId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Selectable } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { WHOLE_ROOT } from '../../platform/db/statements.ts'

export interface SourceRoot {
  id: RootId
  organization_id: OrganizationId
  root_type: 'sync' | 'share' | 'backup'
  name: string
  description: string | null
  live_files: number
  live_size: number
  live_revisions: number
  live_revision_size: number
  deleted_revisions: number
  deleted_revision_size: number
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** The roots of organizations, with whose they are. */
export const listSourceRoots = (db: Db, organizations: readonly OrganizationId[]): Promise<SourceRoot[]> =>
  inBatches([...new Set(organizations)], (batch) =>
    db
      .selectFrom('root as r')
      .leftJoin('person as p', 'p.id', 'r.person_id')
      .select(['r.id', 'r.organization_id', 'r.root_type', 'r.name', 'r.description'])
      .select(['r.live_files', 'r.live_size', 'r.live_revisions', 'r.live_revision_size'])
      .select(['r.deleted_revisions', 'r.deleted_revision_size', 'p.first_name', 'p.last_name', 'p.email'])
      .where('r.organization_id', 'in', batch)
      .where('r.deleted_at', 'is', null)
      .orderBy('r.organization_id')
      .orderBy('r.id')
      .execute(),
  )

const ENTRY = [
  'id',
  'root_id',
  'parent_id',
  'kind',
  'name',
  'revision_id',
  'modified_at',
  'deleted_at',
] as const
export type SourceEntry = Pick<Selectable<Schema['entry']>, (typeof ENTRY)[number]>

/** The items of a root by their numbers, deleted ones too. */
export const listEntriesFrom = (
  db: Db,
  rootId: RootId,
  from: EntryId | 0,
  limit: number,
): Promise<SourceEntry[]> =>
  db
    .selectFrom('entry')
    .select(ENTRY)
    .where('root_id', '=', rootId)
    .where('id', '>=', from as EntryId)
    .orderBy('id')
    .limit(limit)
    .modifyEnd(WHOLE_ROOT)
    .execute()

const REVISION = ['id', 'entry_id', 'root_id', 'content', 'size', 'created_at', 'modified_at'] as const
export type SourceRevision = Pick<Selectable<Schema['revision']>, (typeof REVISION)[number]>

/** The versions of a file by their numbers, from after one on. */
export const listRevisionsAfter = (
  db: Db,
  { root_id, id }: Pick<SourceEntry, 'root_id' | 'id'>,
  after: RevisionId | 0,
  limit: number,
): Promise<SourceRevision[]> =>
  db
    .selectFrom('revision')
    .select(REVISION)
    .where('root_id', '=', root_id)
    .where('entry_id', '=', id)
    .where('id', '>', after as RevisionId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findSourceRevision = (
  db: Db,
  rootId: RootId,
  id: RevisionId,
): Promise<SourceRevision | undefined> =>
  db
    .selectFrom('revision')
    .select(REVISION)
    .where('root_id', '=', rootId)
    .where('id', '=', id)
    .executeTakeFirst()
