import type { RootId, SessionId } from '@holdfast/api/ids'
import type { Selectable } from 'kysely'
import { preparedFirst } from '../../../platform/db/prepared.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'

export type DraftRow = Selectable<Schema['dav_draft']>

interface Folder {
  sessionId: SessionId
  rootId: RootId
  parentId: ParentId
}

export const findDraft = preparedFirst<Folder & { nameKey: string }, DraftRow>((db, $) =>
  db
    .selectFrom('dav_draft')
    .selectAll()
    .where('session_id', '=', $('sessionId'))
    .where('root_id', '=', $('rootId'))
    .where('parent_id', '=', $('parentId'))
    .where('name_key', '=', $('nameKey'))
    .compile(),
)
