import type { Selectable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { keysOf } from '../platform/db/keys.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'

type LinkRow = Selectable<Schema['share_link']>
type SubscriberRow = Selectable<Schema['share_subscriber']>
interface Sealed {
  id: number
  hash: Buffer
}

const selectLinkByDigest = preparedFirst<{ digest: Buffer }, LinkRow>((db, $) =>
  db.selectFrom('share_link').selectAll().where('hash_digest', '=', $('digest')).compile(),
)
const selectSubscriberByDigest = preparedFirst<{ digest: Buffer }, SubscriberRow>((db, $) =>
  db.selectFrom('share_subscriber').selectAll().where('hash_digest', '=', $('digest')).compile(),
)

type LinkTable = 'share_link' | 'share_subscriber'

/** A row that is being sealed by a new key may still be found by the digest of an older one. */
async function findByHash<Row>(
  db: Db,
  table: LinkTable,
  hash: string,
  find: (db: Db, params: { digest: Buffer }) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  for (const digest of keysOf(db).digests(`${table}.hash`, hash)) {
    const found = await find(db, { digest })
    if (found) return found
  }
  return undefined
}

export const findLinkByHash = (db: Db, { hash }: { hash: string }): Promise<LinkRow | undefined> =>
  findByHash(db, 'share_link', hash, selectLinkByDigest)

export const findSubscriberByHash = (
  db: Db,
  { hash }: { hash: string },
): Promise<SubscriberRow | undefined> => findByHash(db, 'share_subscriber', hash, selectSubscriberByDigest)

export const sealedHash = (tx: Tx, table: LinkTable, id: number, hash: string) => ({
  hash: keysOf(tx).seal(`${table}.hash`, id, hash),
  hash_digest: keysOf(tx).digest(`${table}.hash`, hash),
})

/** What makes the address of a link; opened for those only who may see it. */
export const hashOfLink = (db: Db, { id, hash }: Sealed): string =>
  keysOf(db).open('share_link.hash', id, hash)

export const hashOfSubscriber = (db: Db, { id, hash }: Sealed): string =>
  keysOf(db).open('share_subscriber.hash', id, hash)

/** With its hash as it is: what the row has is made of that. */
export type WithHash<Row> = Omit<Row, 'id' | 'hash' | 'hash_digest'> & { hash: string }
