import type { RequestSenderId, SharelinkId, SubscriberId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Window } from '../platform/db/page.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'

export type RequestRow = Selectable<Schema['file_request']>
export type SenderRow = Selectable<Schema['request_sender']>
export type SentFileRow = Selectable<Schema['request_file']>
type SubscriberRow = Selectable<Schema['share_subscriber']>

const selectRequest = preparedFirst<{ id: SharelinkId }, RequestRow>((db, $) =>
  db.selectFrom('file_request').selectAll().where('link_id', '=', $('id')).compile(),
)
/** What a link asks for; undefined for one that is no file request. */
export const findRequest = (db: Db, id: SharelinkId): Promise<RequestRow | undefined> =>
  selectRequest(db, { id })

export const insertRequest = (tx: Tx, row: Insertable<Schema['file_request']>): Promise<RequestRow> =>
  tx.insertInto('file_request').values(row).returningAll().executeTakeFirstOrThrow()

export const updateRequest = (
  tx: Tx,
  id: SharelinkId,
  change: Updateable<Schema['file_request']>,
): Promise<RequestRow> =>
  tx
    .updateTable('file_request')
    .set(change)
    .where('link_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** What links asked for goes with them, and so does the record of what was sent. The files stay. */
export async function deleteRequestsOf(tx: Tx, ids: readonly SharelinkId[]): Promise<void> {
  const senders = tx.selectFrom('request_sender').select('id').where('link_id', 'in', ids)
  await tx.deleteFrom('request_file').where('sender_id', 'in', senders).execute()
  for (const table of ['request_sender', 'file_request'] as const)
    await tx.deleteFrom(table).where('link_id', 'in', ids).execute()
}

export const findSenderByKey = (
  db: Db,
  linkId: SharelinkId,
  keyDigest: Buffer,
): Promise<SenderRow | undefined> =>
  db
    .selectFrom('request_sender')
    .selectAll()
    .where('link_id', '=', linkId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()

export const findSender = (
  db: Db,
  linkId: SharelinkId,
  id: RequestSenderId,
): Promise<SenderRow | undefined> =>
  db
    .selectFrom('request_sender')
    .selectAll()
    .where('id', '=', id)
    .where('link_id', '=', linkId)
    .executeTakeFirst()

/** A file that was taken, with whom it is from. Counts it for the sender and for the request. */
export interface NewSentFile extends Omit<Insertable<Schema['request_file']>, 'id' | 'sender_id'> {
  sent_at: Instant
}

export async function insertSender(
  tx: Tx,
  row: Omit<
    Insertable<Schema['request_sender']>,
    'id' | 'files' | 'size' | 'last_file_id' | 'told_file_id' | 'told_files'
  >,
): Promise<SenderRow> {
  const sender = await tx
    .insertInto('request_sender')
    .values({ ...row, files: 0, size: 0, last_file_id: 0, told_file_id: 0, told_files: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
  await updateRequest(tx, sender.link_id, { senders: sql`senders + 1` as never })
  return sender
}

export const updateSender = (
  tx: Tx,
  id: RequestSenderId,
  change: Updateable<Schema['request_sender']>,
): Promise<SenderRow> =>
  tx.updateTable('request_sender').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function insertSentFile(
  tx: Tx,
  sender: SenderRow,
  file: NewSentFile,
  receiptDueAt: Instant | null,
): Promise<void> {
  const { id } = await tx
    .insertInto('request_file')
    .values({ ...file, sender_id: sender.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('request_sender')
    .set({
      files: sql`files + 1`,
      size: sql`size + ${file.size}`,
      last_at: file.sent_at,
      last_file_id: id,
      receipt_due_at: receiptDueAt,
    })
    .where('id', '=', sender.id)
    .execute()
  await tx
    .updateTable('file_request')
    .set({ files: sql`files + 1`, size: sql`size + ${file.size}` })
    .where('link_id', '=', sender.link_id)
    .execute()
}

export const listSenders = (
  db: Db,
  linkId: SharelinkId,
  { order, skip, limit }: Window,
): Promise<SenderRow[]> =>
  db
    .selectFrom('request_sender')
    .selectAll()
    .where('link_id', '=', linkId)
    .orderBy('id', order === 'asc' ? 'desc' : 'asc')
    .offset(skip)
    .limit(limit)
    .execute()

export const listSentFiles = (
  db: Db,
  senderId: RequestSenderId,
  { order, skip, limit }: Window,
): Promise<SentFileRow[]> =>
  db
    .selectFrom('request_file')
    .selectAll()
    .where('sender_id', '=', senderId)
    .orderBy('id', order)
    .offset(skip)
    .limit(limit)
    .execute()

/** What came after the file that was told of last, in the order in which it came. */
export const listNewSentFiles = (db: Db, sender: SenderRow, limit: number): Promise<SentFileRow[]> =>
  db
    .selectFrom('request_file')
    .selectAll()
    .where('sender_id', '=', sender.id)
    .where('id', '>', sender.told_file_id as SentFileRow['id'])
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whom the link was shared with, and who has sent nothing. */
const missingOf = (db: Db, linkId: SharelinkId) =>
  db
    .selectFrom('share_subscriber as s')
    .where('s.link_id', '=', linkId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('request_sender as r').select('r.id').whereRef('r.subscriber_id', '=', 's.id'))),
    )

export const listMissing = (
  db: Db,
  linkId: SharelinkId,
  { order, skip, limit }: Window,
): Promise<SubscriberRow[]> =>
  missingOf(db, linkId).selectAll('s').orderBy('s.id', order).offset(skip).limit(limit).execute()

export const isMissing = async (db: Db, linkId: SharelinkId, id: SubscriberId): Promise<boolean> =>
  (await missingOf(db, linkId).select('s.id').where('s.id', '=', id).executeTakeFirst()) !== undefined

/** Those to be reminded: nobody whom a reminder reached since then. */
export const listToRemind = (
  db: Db,
  linkId: SharelinkId,
  since: Instant,
  limit: number,
): Promise<SubscriberRow[]> =>
  missingOf(db, linkId)
    .selectAll('s')
    .where((either) => either.or([either('s.reminded_at', 'is', null), either('s.reminded_at', '<=', since)]))
    .orderBy('s.id')
    .limit(limit)
    .execute()

/** How many were invited, and how many of them have sent nothing. Links are shared with few. */
export async function countInvited(
  db: Db,
  linkId: SharelinkId,
): Promise<{ invited: number; missing: number }> {
  const all = db
    .selectFrom('share_subscriber')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
  const missing = missingOf(db, linkId).select(({ fn }) => fn.countAll<number>().as('count'))
  const [invited, left] = [await all.executeTakeFirst(), await missing.executeTakeFirst()]
  return { invited: Number(invited?.count ?? 0), missing: Number(left?.count ?? 0) }
}

/** Senders whose receipt is to be mailed by now. */
export const listReceiptsDue = (db: Db, now: Instant, limit: number): Promise<SenderRow[]> =>
  db
    .selectFrom('request_sender')
    .selectAll()
    .where('receipt_due_at', '<=', now)
    .orderBy('receipt_due_at')
    .limit(limit)
    .execute()
