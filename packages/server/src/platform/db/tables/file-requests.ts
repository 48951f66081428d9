import type { EntryId, Id, RequestSenderId, RevisionId, SharelinkId, SubscriberId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

/** The tables of file requests: links that collect files (ADR 0077). */
export interface FileRequestTables {
  /** One for a link at most. Counts what the rows of its senders tell. */
  file_request: {
    link_id: SharelinkId
    title: string
    note: string
    deadline: Instant | null
    /** The zone that the deadline is shown in, as `Europe/Berlin`. */
    timezone: string
    ask_name: Flag
    folder_per_sender: Flag
    /** When it was closed by hand; null while it is not. */
    closed_at: Instant | null
    senders: Generated<number>
    files: Generated<number>
    size: Generated<number>
    created_at: Instant
  }
  /** Someone who has sent at least one file. */
  request_sender: {
    id: Generated<RequestSenderId>
    link_id: SharelinkId
    /** Tells one browser from another: the digest of what it keeps. */
    key_digest: Buffer
    /** The invitation by which it came. No reference: what was sent stays when the invitation is taken back. */
    subscriber_id: SubscriberId | null
    /** As the sender gave it; empty where the request asks for none. */
    name: string
    email: string | null
    /** The folder of its own. No reference: the folder may be deleted, and gets a successor then. */
    folder_id: EntryId | null
    files: number
    size: number
    first_at: Instant
    last_at: Instant
    /** When the receipt is mailed; null where nothing new is to be told. */
    receipt_due_at: Instant | null
    /** The newest of its files, and the newest that a mailed receipt told of; how many it told of. */
    last_file_id: number
    told_file_id: number
    told_files: number
  }
  request_file: {
    id: Generated<Id<'request_file'>>
    sender_id: RequestSenderId
    /** No reference: the receipt stays when the file is deleted. */
    entry_id: EntryId
    revision_id: RevisionId
    /** As the sender called it. */
    name: string
    size: number
    sha256: Buffer
    sent_at: Instant
  }
}

export async function createFileRequests(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint, flag } = columns
  await schema
    .createTable('file_request')
    .addColumn('link_id', bigint, (c) => c.primaryKey().references('share_link.id'))
    .addColumn('title', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('deadline', bigint)
    .addColumn('timezone', 'text', required)
    .addColumn('ask_name', flag, required)
    .addColumn('folder_per_sender', flag, required)
    .addColumn('closed_at', bigint)
    .addColumn('senders', bigint, counter)
    .addColumn('files', bigint, counter)
    .addColumn('size', bigint, counter)
    .addColumn('created_at', bigint, required)
    .execute()
  await createSender(schema, columns)
  await schema
    .createTable('request_file')
    .addColumn('id', bigint, columns.id)
    .addColumn('sender_id', bigint, requiredReference('request_sender'))
    .addColumn('entry_id', bigint, required)
    .addColumn('revision_id', bigint, required)
    .addColumn('name', 'text', required)
    .addColumn('size', bigint, required)
    .addColumn('sha256', columns.bytes, required)
    .addColumn('sent_at', bigint, required)
    .execute()
  await schema.createIndex('request_file_of_sender').on('request_file').columns(['sender_id', 'id']).execute()
}

async function createSender(schema: SchemaModule, { bigint, bytes, id }: Columns): Promise<void> {
  await schema
    .createTable('request_sender')
    .addColumn('id', bigint, id)
    .addColumn('link_id', bigint, (c) => c.notNull().references('file_request.link_id'))
    .addColumn('key_digest', bytes, required)
    .addColumn('subscriber_id', bigint)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text')
    .addColumn('folder_id', bigint)
    .addColumn('files', bigint, required)
    .addColumn('size', bigint, required)
    .addColumn('first_at', bigint, required)
    .addColumn('last_at', bigint, required)
    .addColumn('receipt_due_at', bigint)
    .addColumn('last_file_id', bigint, required)
    .addColumn('told_file_id', bigint, required)
    .addColumn('told_files', bigint, required)
    .execute()
  await schema
    .createIndex('request_sender_key')
    .unique()
    .on('request_sender')
    .columns(['link_id', 'key_digest'])
    .execute()
  // Listed by those who asked, and looked up by whom an invitation was sent to.
  await schema.createIndex('request_sender_of_link').on('request_sender').columns(['link_id', 'id']).execute()
  await schema
    .createIndex('request_sender_subscriber')
    .on('request_sender')
    .columns(['subscriber_id'])
    .where(sql.ref('subscriber_id'), 'is not', null)
    .execute()
  await schema
    .createIndex('request_sender_due')
    .on('request_sender')
    .columns(['receipt_due_at'])
    .where(sql.ref('receipt_due_at'), 'is not', null)
    .execute()
}
