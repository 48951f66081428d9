import type { Id, MuteId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { NoticeKind } from '@holdfast/api/sharing/notices'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'

export type NoticeId = Id<'notice'>

/** What people are notified of, and what they do not want to hear of. */
export interface NoticeTables {
  /** How far the members of a team share have been notified of what happened in it; nothing yet where there is no row. */
  share_news: {
    root_id: RootId
    told_seq: number
    /** Members are being notified of what happened up to here; null when nobody is at it. */
    telling_seq: number | null
  }
  /** Exactly one of `link_id` and `root_id` is set. */
  notice: {
    id: Generated<NoticeId>
    /** Who is to be notified. */
    person_id: PersonId
    kind: NoticeKind
    link_id: SharelinkId | null
    root_id: RootId | null
    /** The changes of a share after the first number, up to and with the second; null for links. */
    from_seq: number | null
    to_seq: number | null
    /** How much happened; lines tell of the first of it. */
    count: number
    first_at: Instant
    due_at: Instant
  }
  notice_line: {
    notice_id: NoticeId
    position: number
    actor: string
    item: string
    times: number
    /** The last time. */
    at: Instant
  }
  /** With neither `link_id` nor `root_id`: all notices of the kind. */
  notice_mute: {
    id: Generated<MuteId>
    person_id: PersonId
    kind: NoticeKind
    link_id: SharelinkId | null
    root_id: RootId | null
    created_at: Instant
  }
}

export async function createNotices(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint } = columns
  await schema
    .createTable('share_news')
    .addColumn('root_id', bigint, (c) => c.primaryKey().references('root.id'))
    .addColumn('told_seq', bigint, required)
    .addColumn('telling_seq', bigint)
    .execute()
  await createNotice(schema, columns)
  await createMute(schema, columns)
}

async function createNotice(schema: SchemaModule, { bigint, id }: Columns): Promise<void> {
  await schema
    .createTable('notice')
    .addColumn('id', bigint, id)
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('kind', 'text', required)
    .addColumn('link_id', bigint, (c) => c.references('share_link.id'))
    .addColumn('root_id', bigint, (c) => c.references('root.id'))
    .addColumn('from_seq', bigint)
    .addColumn('to_seq', bigint)
    .addColumn('count', bigint, required)
    .addColumn('first_at', bigint, required)
    .addColumn('due_at', bigint, required)
    .execute()
  // One for each of what it is about: more is added to it. Where the first column is null there is nothing to compare.
  for (const [first, second] of [
    ['link_id', 'kind'],
    ['root_id', 'person_id'],
  ] as const)
    await schema.createIndex(`notice_${first}`).unique().on('notice').columns([first, second]).execute()
  for (const first of ['person_id', 'due_at'])
    await schema.createIndex(`notice_${first}`).on('notice').columns([first, 'id']).execute()

  await schema
    .createTable('notice_line')
    .addColumn('notice_id', bigint, requiredReference('notice'))
    .addColumn('position', bigint, required)
    .addColumn('actor', 'text', required)
    .addColumn('item', 'text', required)
    .addColumn('times', bigint, required)
    .addColumn('at', bigint, required)
    .addPrimaryKeyConstraint('notice_line_key', ['notice_id', 'position'])
    .execute()
}

async function createMute(schema: SchemaModule, { bigint, id }: Columns): Promise<void> {
  await schema
    .createTable('notice_mute')
    .addColumn('id', bigint, id)
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('kind', 'text', required)
    .addColumn('link_id', bigint, (c) => c.references('share_link.id'))
    .addColumn('root_id', bigint, (c) => c.references('root.id'))
    .addColumn('created_at', bigint, required)
    .execute()
  await schema
    .createIndex('notice_mute_of')
    .unique()
    .on('notice_mute')
    .columns(['person_id', 'kind'])
    .expression(sql`(coalesce(link_id, 0))`)
    .expression(sql`(coalesce(root_id, 0))`)
    .execute()
  for (const columns of [['person_id', 'id'], ['link_id'], ['root_id']])
    await schema.createIndex(`notice_mute_${columns[0]}`).on('notice_mute').columns(columns).execute()
}
