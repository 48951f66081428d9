import type { EntryId, RevisionId, RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { preparedFirst } from '../../../platform/db/prepared.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'

export interface Name {
  rootId: RootId
  folderId: ParentId
  nameKey: string
}

interface Asked extends Name {
  sessionId: SessionId
  since: Instant
}

/** A file that a sign-in took away from its name, and the version it has since. */
export interface Departed {
  id: EntryId
  ver: number
}

/** Of the files of a name that were deleted in a folder, the one that this sign-in deleted last. */
export const findJustDeleted = preparedFirst<Asked, Departed>((db, $) =>
  db
    .selectFrom('entry as e')
    .innerJoin('change as c', (on) => on.onRef('c.root_id', '=', 'e.root_id').onRef('c.seq', '=', 'e.seq'))
    .select(['e.id', 'e.ver'])
    .where('e.root_id', '=', $('rootId'))
    .where('e.parent_id', '=', $('folderId'))
    .where('e.name_key', '=', $('nameKey'))
    // Hidden from SQLite, which would go through all that was deleted in the root.
    .where(sql<boolean>`e.deleted_at + 0 >= ${$('since')}`)
    .where('e.kind', '=', 'file')
    // What was moved over a file is that file now.
    .where('e.replaced_by', 'is', null)
    .where('c.op', '=', 'delete')
    .where('c.session_id', '=', $('sessionId'))
    .orderBy(sql`e.deleted_at + 0`, 'desc')
    .limit(1)
    .compile(),
)

/** So far back in the log a rename is looked for. */
const NEWEST = 200

/** The live file that this sign-in renamed or moved away from a name last, if nothing has happened to it since. */
export const findJustMoved = preparedFirst<Asked, Departed>((db, $) =>
  sql<Departed>`
    select e.id, e.ver from (
        select seq, entry_id, op, session_id, at from change
        where root_id = ${$('rootId')} order by seq desc limit ${sql.lit(NEWEST)}
      ) c
      cross join entry_version v
      cross join entry e
    where c.session_id = ${$('sessionId')} and c.at >= ${$('since')} and c.op in ('rename', 'move')
      and v.root_id + 0 = ${$('rootId')} and v.entry_id = c.entry_id and v.seq_to = c.seq
      and v.parent_id = ${$('folderId')} and v.name_key = ${$('nameKey')}
      and e.root_id = ${$('rootId')} and e.id = c.entry_id and e.seq = c.seq
      and e.kind = 'file' and e.deleted_at is null
    order by c.seq desc limit 1`.compile(db),
)

/** Whether the newest change of a file was made in this sign-in, and when. */
export const findLastChange = preparedFirst<
  { rootId: RootId; seq: number },
  { session_id: SessionId | null; at: Instant }
>((db, $) =>
  db
    .selectFrom('change')
    .select(['session_id', 'at'])
    .where('root_id', '=', $('rootId'))
    .where('seq', '=', $('seq'))
    .compile(),
)

/** The only revision of a file that has one besides its newest. */
export const findOnlyEarlier = async (
  db: Db,
  rootId: RootId,
  file: { id: EntryId; revision_id: RevisionId | null },
) => {
  const earlier = await db
    .selectFrom('revision')
    .select(['id', 'entry_id', 'size', 'full_size', 'delta_size'])
    .where('root_id', '=', rootId)
    .where('entry_id', '=', file.id)
    .where('id', '<>', file.revision_id as RevisionId)
    .limit(2)
    .execute()
  return earlier.length === 1 ? earlier[0] : undefined
}
