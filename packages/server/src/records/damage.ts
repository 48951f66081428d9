import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Logger } from 'pino'
import type { DamageRecords, StoredChunk } from '../platform/content/chunk-checks.ts'
import type { MarkedChunk } from '../platform/content/heal-queries.ts'
import type { Database, Db, Tx } from '../platform/db/database.ts'
import { ACROSS_ROOTS } from '../platform/db/statements.ts'
import type { ChunkId } from '../platform/db/tables/content.ts'
import { THE_SERVICE } from '../platform/principal.ts'
import { recordActivity } from './activity/record-activity.ts'
import { findEntry, listAncestors } from './entries.ts'
import { findFileWith } from './revisions.ts'
import { findRoot } from './roots.ts'

/** Marks damaged chunks, and puts that on record where someone has them in a file. */
export class DamageLog implements DamageRecords {
  readonly #db: Database
  readonly #log: Logger
  readonly #now: () => Instant

  constructor(db: Database, log: Logger, now: () => Instant) {
    this.#db = db
    this.#log = log
    this.#now = now
  }

  async found(chunk: StoredChunk, fault: string): Promise<void> {
    if (chunk.damaged_at !== null) return
    await this.#note('content_damaged', chunk, this.#now(), (marked) =>
      this.#log.error({ ...namesOf(chunk), chunks: marked }, `stored bytes ${fault}`),
    )
  }

  async whole(chunk: StoredChunk): Promise<void> {
    await this.#note('content_healed', chunk, null, (healed) =>
      this.#log.info({ ...namesOf(chunk), chunks: healed }, 'stored bytes that were damaged are whole again'),
    )
  }

  async #note(
    kind: DamageKind,
    chunk: StoredChunk,
    damagedAt: Instant | null,
    say: (chunks: number) => void,
  ): Promise<void> {
    try {
      const changed = await this.#db.write(async (tx) => {
        const rows = await setDamaged(tx, chunk, damagedAt)
        await recordDamage(tx, kind, rows, this.#now())
        return rows.length
      })
      if (changed > 0) say(changed)
    } catch (err) {
      // The reader is answered all the same, and the next reader, or the scrub, comes here again.
      this.#log.error({ err, ...namesOf(chunk) }, `${kind} could not be put on record`)
    }
  }
}

const namesOf = ({ id, root_id, blob_key }: StoredChunk) => ({ key: blob_key, chunk: id, root: root_id })

type DamageKind = 'content_damaged' | 'content_healed'

/** Sets the mark of a chunk, and of all in the same blob, or takes it away. Gives those that it was different of. */
async function setDamaged(
  tx: Tx,
  { id, root_id, data, blob_key }: StoredChunk,
  damaged_at: Instant | null,
): Promise<MarkedChunk[]> {
  const change = tx
    .updateTable('chunk')
    .set({ damaged_at })
    .where('damaged_at', damaged_at === null ? 'is not' : 'is', null)
    .returning(['id', 'root_id', 'refs'])
  if (blob_key !== null)
    // What is only reserved has no bytes to lose.
    return change.where('blob_key', '=', blob_key).where('stored', '=', 1).modifyEnd(ACROSS_ROOTS).execute()
  // Only of the bytes that were looked at: others may have taken their place since.
  return change
    .where('root_id', '=', root_id)
    .where('id', '=', id)
    .where('data', 'is not distinct from', data)
    .execute()
}

/** Puts on record what became of chunks, and keeps it for those who are to be notified. What no file has concerns nobody. */
export async function recordDamage(
  tx: Tx,
  kind: DamageKind,
  chunks: readonly MarkedChunk[],
  at: Instant,
): Promise<void> {
  const healed = kind === 'content_healed' ? 1 : 0
  for (const { id, root_id, refs } of chunks) {
    const root = refs > 0 ? await findRoot(tx, root_id) : undefined
    if (!root) continue
    await tx
      .insertInto('damage_news')
      .values({ chunk_id: id, healed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const path = await findPathWith(tx, root_id, id)
    await recordActivity(tx, THE_SERVICE, kind, { root, ...(path !== undefined && { path }) }, at)
  }
}

/** Where a file is that has a chunk, now or in an earlier revision. */
export async function findPathWith(db: Db, rootId: RootId, chunkId: ChunkId): Promise<string | undefined> {
  const use = await findFileWith(db, rootId, chunkId)
  const entry = use && (await findEntry(db, rootId, use.entry_id))
  if (!entry) return undefined
  return [...(await listAncestors(db, entry)), entry].map(({ name }) => `/${name}`).join('')
}
