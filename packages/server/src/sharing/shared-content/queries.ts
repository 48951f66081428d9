import type { SharelinkId, SubscriberId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { LinkRow } from '../../records/links.ts'

type Counter = 'times_viewed' | 'times_downloaded'

/** Counts one use of a link, and of the subscription by which someone came. */
export async function addUse(
  tx: Tx,
  { id, subscriberId }: { id: SharelinkId; subscriberId: SubscriberId | undefined },
  counter: Counter,
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('share_link')
    .set({ [counter]: sql`${sql.ref(counter)} + 1`, last_used_at: at })
    .where('id', '=', id)
    .execute()
  if (subscriberId !== undefined)
    await tx
      .updateTable('share_subscriber')
      .set({ [counter]: sql`${sql.ref(counter)} + 1` })
      .where('id', '=', subscriberId)
      .execute()
}

export async function addLimitedView(tx: Tx, id: SharelinkId): Promise<void> {
  await tx
    .updateTable('share_link')
    .set({ limited_views: sql`limited_views + 1` })
    .where('id', '=', id)
    .execute()
}

/** A change through a link: nothing is counted. */
export async function markUsed(tx: Tx, id: SharelinkId, at: Instant): Promise<void> {
  await tx.updateTable('share_link').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** What was counted: the same client may fetch the rest of the same content without being counted again. */
export interface Begun {
  link_id: LinkRow['id']
  client: string
  content: string
}

export async function findBegun(
  db: Db,
  { link_id, client, content }: Begun,
  since: Instant,
): Promise<boolean> {
  const row = await db
    .selectFrom('link_download')
    .select('begun_at')
    .where('link_id', '=', link_id)
    .where('client', '=', client)
    .where('content', '=', content)
    .where('begun_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Also forgets those of the link that nobody will go on with. */
export async function noteBegun(tx: Tx, begun: Begun, at: Instant, since: Instant): Promise<void> {
  await tx
    .deleteFrom('link_download')
    .where('link_id', '=', begun.link_id)
    .where('begun_at', '<=', since)
    .execute()
  await tx
    .insertInto('link_download')
    .values({ ...begun, begun_at: at })
    .onConflict((conflict) =>
      conflict.columns(['link_id', 'client', 'content']).doUpdateSet({ begun_at: at }),
    )
    .execute()
}
