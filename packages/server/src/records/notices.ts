import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { MuteId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { NoticeKind } from '@holdfast/api/sharing/notices'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate } from '../platform/db/locking.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { NoticeId } from '../platform/db/tables/notices.ts'

export type NoticeRow = Selectable<Schema['notice']>
export type LineRow = Selectable<Schema['notice_line']>
export type MuteRow = Selectable<Schema['notice_mute']>

/** Counts something that happened to a link, and holds the notice of it. `quietMs` after the last it is due, or `mostMs` after the first. */
export const countForLink = (
  tx: Tx,
  { personId, kind, linkId, at }: { personId: PersonId; kind: NoticeKind; linkId: SharelinkId; at: Instant },
  { quietMs, mostMs }: { quietMs: number; mostMs: number },
): Promise<{ id: NoticeId }> =>
  tx
    .insertInto('notice')
    .values({
      person_id: personId,
      kind,
      link_id: linkId,
      count: 1,
      first_at: at,
      due_at: at + quietMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['link_id', 'kind']).doUpdateSet({
        count: sql`notice.count + 1`,
        due_at: sql`case when notice.first_at + ${mostMs} < excluded.due_at
          then notice.first_at + ${mostMs} else excluded.due_at end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

/** The first lines of notices, oldest first. */
export const listLines = (db: Db, notices: readonly NoticeId[], limit: number): Promise<LineRow[]> =>
  db
    .selectFrom('notice_line')
    .selectAll()
    .where('notice_id', 'in', notices)
    .orderBy('notice_id')
    .orderBy('position')
    .limit(limit)
    .execute()

export async function insertLine(tx: Tx, line: LineRow): Promise<void> {
  await tx.insertInto('notice_line').values(line).execute()
}

export async function repeatLine(
  tx: Tx,
  { notice_id, position }: Pick<LineRow, 'notice_id' | 'position'>,
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('notice_line')
    .set({ times: sql`times + 1`, at })
    .where('notice_id', '=', notice_id)
    .where('position', '=', position)
    .execute()
}

/** Notices of a share are complete once all its members have theirs. */
const complete = sql<boolean>`(notice.root_id is null or notice.to_seq <=
  (select told_seq from share_news where share_news.root_id = notice.root_id))`

/** Who has notices that are due, longest first, from so many of them. */
export async function listDue(db: Db, now: Instant, limit: number): Promise<PersonId[]> {
  const rows = await db
    .selectFrom('notice')
    .select('person_id')
    .where('due_at', '<=', now)
    .where(complete)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return [...new Set(rows.map(({ person_id }) => person_id))]
}

export type HeldNotice = NoticeRow & { muted: number }
/** What someone is to be notified of, held so that it is sent once; `muted` is 1 for what they do not want. */
export const holdNotices = (tx: Tx, personId: PersonId, limit: number): Promise<HeldNotice[]> =>
  forUpdate(
    tx
      .selectFrom('notice')
      .selectAll()
      .select(
        sql<number>`case when exists (select 1 from notice_mute m where m.person_id = notice.person_id
          and m.kind = notice.kind and (m.link_id is null or m.link_id = notice.link_id)
          and (m.root_id is null or m.root_id = notice.root_id)) then 1 else 0 end`.as('muted'),
      )
      .where('person_id', '=', personId)
      .where(complete)
      .orderBy('id')
      .limit(limit),
    tx,
  ).execute()

export async function postponeNotices(tx: Tx, personId: PersonId, until: Instant): Promise<void> {
  await tx.updateTable('notice').set({ due_at: until }).where('person_id', '=', personId).execute()
}

export async function deleteNotices(tx: Tx, ids: readonly NoticeId[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('notice_line').where('notice_id', 'in', ids).execute()
  await tx.deleteFrom('notice').where('id', 'in', ids).execute()
}

type Owner = 'person_id' | 'link_id' | 'root_id'
type About = PersonId | SharelinkId | RootId
/** Notices and mutes go with the person, link or root that they are about. */
async function deleteAllOf(tx: Tx, owner: Owner, ids: readonly About[]): Promise<void> {
  await deletePending(tx, owner, ids)
  await tx.deleteFrom('notice_mute').where(owner, 'in', ids).execute()
}
async function deletePending(tx: Tx, owner: Owner, ids: readonly About[]): Promise<void> {
  await tx
    .deleteFrom('notice_line')
    .where('notice_id', 'in', (from) => from.selectFrom('notice').select('id').where(owner, 'in', ids))
    .execute()
  await tx.deleteFrom('notice').where(owner, 'in', ids).execute()
}
export const deleteNoticesOfPersons = (tx: Tx, ids: readonly PersonId[]): Promise<void> =>
  deleteAllOf(tx, 'person_id', ids)
export const deleteNoticesOfLinks = (tx: Tx, ids: readonly SharelinkId[]): Promise<void> =>
  deleteAllOf(tx, 'link_id', ids)

/** For a share whose content is gone. */
export async function deleteNoticesOfRoot(tx: Tx, id: RootId): Promise<void> {
  await deleteAllOf(tx, 'root_id', [id])
  await tx.deleteFrom('share_news').where('root_id', '=', id).execute()
}

/** What someone is no longer to be notified of, sent or not. */
export async function deleteMuted(
  tx: Tx,
  { person_id, kind, link_id, root_id }: Omit<MuteRow, 'id' | 'created_at'>,
): Promise<void> {
  let query = tx.selectFrom('notice').select('id').where('person_id', '=', person_id).where('kind', '=', kind)
  if (link_id !== null) query = query.where('link_id', '=', link_id)
  if (root_id !== null) query = query.where('root_id', '=', root_id)
  const found = await forUpdate(query, tx).execute()
  for (const batch of batches(found))
    await deleteNotices(
      tx,
      batch.map(({ id }) => id),
    )
}

/** From here on, news of a share starts again: what happened before is not sent to anybody. */
export async function forgetNews(tx: Tx, root: { id: RootId; seq: number }): Promise<void> {
  const none = { told_seq: root.seq, telling_seq: null }
  await tx
    .insertInto('share_news')
    .values({ root_id: root.id, ...none })
    .onConflict((conflict) => conflict.column('root_id').doUpdateSet(none))
    .execute()
  await deletePending(tx, 'root_id', [root.id])
}

/** True unless it was muted before. */
export async function insertMute(tx: Tx, mute: Insertable<Schema['notice_mute']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notice_mute')
    .values(mute)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const listMutes = (db: Db, personId: PersonId, offset: number): Promise<MuteRow[]> =>
  db
    .selectFrom('notice_mute')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id')
    .limit(OFFSET_PAGE)
    .offset(offset)
    .execute()

export async function countMutes(db: Db, personId: PersonId): Promise<number> {
  const { count } = await db
    .selectFrom('notice_mute')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const deleteMute = (tx: Tx, personId: PersonId, id: MuteId): Promise<MuteRow | undefined> =>
  tx
    .deleteFrom('notice_mute')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returningAll()
    .executeTakeFirst()

/** Which of these someone has muted, each by itself or with all of its kind. */
export const listMutesOf = (
  db: Db,
  personId: PersonId,
  { links, roots }: { links: readonly SharelinkId[]; roots: readonly RootId[] },
): Promise<MuteRow[]> =>
  db
    .selectFrom('notice_mute')
    .selectAll()
    .where('person_id', '=', personId)
    .where((either) =>
      either.or([
        either.and([either('link_id', 'is', null), either('root_id', 'is', null)]),
        ...(links.length > 0 ? [either('link_id', 'in', links)] : []),
        ...(roots.length > 0 ? [either('root_id', 'in', roots)] : []),
      ]),
    )
    .execute()
