import type { RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { prepared } from '../../../platform/db/prepared.ts'
import { IN_STEPS } from '../../../platform/db/statements.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { EntryRow } from '../../../records/entries.ts'

/** An item as programs list it; `content` names the bytes of a file. */
export type ListedRow = Pick<
  EntryRow,
  | 'id'
  | 'kind'
  | 'name'
  | 'name_key'
  | 'size'
  | 'created_at'
  | 'modified_at'
  | 'locked_by'
  | 'lock_holder'
  | 'locked_at'
  | 'lock_until'
> & { content: Buffer | null }

const SHOWN = sql.raw(
  `e.id, e.kind, e.name, e.name_key, e.size, e.created_at, e.modified_at,
    e.locked_by, e.lock_holder, e.locked_at, e.lock_until, r.content`,
)

interface Stretch {
  rootId: RootId
  folderId: ParentId
  after: string
  limit: number
}

/** The live items of a folder that follow a name. */
export const listStretch = prepared<Stretch, ListedRow>((db, $) =>
  sql<ListedRow>`
    select ${SHOWN} from (
      select * from entry
      where root_id = ${$('rootId')} and parent_id = ${$('folderId')} and deleted_at is null
        and name_key > ${$('after')}
      order by name_key limit ${$('limit')}
    ) e
    left join revision r on r.root_id = ${$('rootId')} and r.id = e.revision_id
    order by e.name_key`.compile(db),
)

/** Those of the live items of a folder that changed since a number of the log, as far as that was changed since then. */
export const listChangedSince = prepared<
  { rootId: RootId; folderId: ParentId; seq: number; limit: number },
  ListedRow
>((db, $) =>
  sql<ListedRow>`
    select distinct ${SHOWN} from (
        select entry_id from change where root_id = ${$('rootId')} and seq > ${$('seq')}
        order by seq limit ${$('limit')} ${IN_STEPS}
      ) c
      cross join entry e
      left join revision r on r.root_id = ${$('rootId')} and r.id = e.revision_id
    where e.root_id = ${$('rootId')} and e.id = c.entry_id
      and e.parent_id = ${$('folderId')} and e.deleted_at is null
    order by e.name_key`.compile(db),
)
