import type {
  EntryId,
  GroupId,
  OrganizationId,
  PersonId,
  RootId,
  SharelinkId,
  SubscriberId,
} from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'
import type { EntryKind } from './files.ts'

/** How often something was used. */
interface Uses {
  times_downloaded: Generated<number>
  times_viewed: Generated<number>
}

/** The tables of share links. */
export interface LinkTables {
  share_link: Uses & {
    id: Generated<SharelinkId>
    /** Sealed; `hash_digest` finds it. */
    hash: Buffer
    hash_digest: Buffer
    /** How often a file was shown while there was a limit: that uses it up as downloads do. */
    limited_views: Generated<number>
    /** Of the root, also when that moves to another organization. */
    organization_id: OrganizationId
    root_id: RootId
    /** The top level of a root cannot be shared. No reference: a purged item takes its links along. */
    entry_id: EntryId
    kind: EntryKind
    creator_id: PersonId
    /** The last day that it works, `YYYY-MM-DD`. */
    expires: string | null
    login_required: Flag
    download_limit: number | null
    download_notify: Flag
    upload_notify: Flag
    anon_edit: Flag
    /** Of folders: others add files and see none. */
    upload_only: Flag
    password_hash: string | null
    created_at: Instant
    /** Since when it needs no sign-in, if it does not. */
    opened_at: Instant
    last_used_at: Instant | null
  }
  /** Exactly one of `person_id` (guests too), `group_id` and `email` is set. */
  share_subscriber: Uses & {
    id: Generated<SubscriberId>
    link_id: SharelinkId
    /** Sealed, as that of the link. */
    hash: Buffer
    hash_digest: Buffer
    person_id: PersonId | null
    group_id: GroupId | null
    email: string | null
    email_key: string | null
    write_access: Flag
    delete_access: Flag
    created_at: Instant
    /** When it was last reminded of a file request. */
    reminded_at: Generated<Instant | null>
  }
  /** Downloads that were counted, for a day: their rest can be fetched without being counted again. */
  link_download: {
    link_id: SharelinkId
    /** A digest of who fetches it, by what program. */
    client: string
    /** What is fetched; another content is another download. */
    content: string
    begun_at: Instant
  }
}

export async function createLinks(schema: SchemaModule, columns: Columns): Promise<void> {
  await createLink(schema, columns)
  await createSubscriber(schema, columns)
  const { bigint, key } = columns
  await schema
    .createTable('link_download')
    .addColumn('link_id', bigint, requiredReference('share_link'))
    .addColumn('client', key, required)
    .addColumn('content', key, required)
    .addColumn('begun_at', bigint, required)
    .addPrimaryKeyConstraint('link_download_key', ['link_id', 'client', 'content'])
    .execute()
}

async function createLink(schema: SchemaModule, { bigint, bytes, flag, id, key }: Columns): Promise<void> {
  await schema
    .createTable('share_link')
    .addColumn('id', bigint, id)
    .addColumn('hash', bytes, required)
    .addColumn('hash_digest', bytes, (c) => c.notNull().unique())
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('entry_id', bigint, required)
    .addColumn('kind', 'text', required)
    .addColumn('creator_id', bigint, requiredReference('person'))
    .addColumn('expires', key)
    .addColumn('login_required', flag, required)
    .addColumn('download_limit', bigint)
    .addColumn('download_notify', flag, required)
    .addColumn('upload_notify', flag, required)
    .addColumn('anon_edit', flag, required)
    .addColumn('upload_only', flag, required)
    .addColumn('password_hash', 'text')
    .addColumn('times_downloaded', bigint, counter)
    .addColumn('times_viewed', bigint, counter)
    .addColumn('limited_views', bigint, counter)
    .addColumn('created_at', bigint, required)
    .addColumn('opened_at', bigint, required)
    .addColumn('last_used_at', bigint)
    .execute()
  for (const columns of [
    ['creator_id', 'id'],
    ['organization_id', 'id'],
    ['root_id', 'entry_id'],
  ] as const)
    await schema
      .createIndex(`share_link_${columns[0]}`)
      .on('share_link')
      .columns([...columns])
      .execute()
  // Of lists for administrators, by what they sort by: never used, and never over, have a place as well.
  for (const [name, key] of [
    ['share_link_by_use', sql`coalesce(last_used_at, 0)`],
    ['share_link_by_expiry', sql`coalesce(expires, '9999-12-31')`],
  ] as const)
    await schema.createIndex(name).on('share_link').expression(sql`organization_id, ${key}, id`).execute()
  await schema
    .createIndex('share_link_public')
    .on('share_link')
    .columns(['organization_id', 'expires'])
    .where(sql.ref('login_required'), '=', sql.lit(0))
    .execute()
}

async function createSubscriber(
  schema: SchemaModule,
  { bigint, bytes, flag, id, key }: Columns,
): Promise<void> {
  await schema
    .createTable('share_subscriber')
    .addColumn('id', bigint, id)
    .addColumn('link_id', bigint, requiredReference('share_link'))
    .addColumn('hash', bytes, required)
    .addColumn('hash_digest', bytes, (c) => c.notNull().unique())
    .addColumn('person_id', bigint, (c) => c.references('person.id'))
    .addColumn('group_id', bigint, (c) => c.references('person_group.id'))
    .addColumn('email', 'text')
    .addColumn('email_key', key)
    .addColumn('write_access', flag, required)
    .addColumn('delete_access', flag, required)
    .addColumn('times_downloaded', bigint, counter)
    .addColumn('times_viewed', bigint, counter)
    .addColumn('created_at', bigint, required)
    .addColumn('reminded_at', bigint)
    .execute()
  await schema
    .createIndex('share_subscriber_of_link')
    .on('share_subscriber')
    .columns(['link_id', 'id'])
    .execute()
  // Nobody is subscribed twice, and what is shared with someone is found at once.
  for (const column of ['person_id', 'group_id', 'email_key'])
    await schema
      .createIndex(`share_subscriber_${column}`)
      .unique()
      .on('share_subscriber')
      .columns([column, 'link_id'])
      .where(sql.ref(column), 'is not', null)
      .execute()
}
