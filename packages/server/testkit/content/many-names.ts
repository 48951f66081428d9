import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Database, Tx } from '../../src/platform/db/database.ts'
import { indexNewName } from '../../src/records/name-index.ts'
import { numbers } from './numbers.ts'

export interface Names {
  rootId: RootId
}

const PER_FOLDER = 1000
const RARE = 10
const YEAR = 366 * 86_400_000
const WORDS = [
  ...['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'juniper', 'kestrel'],
  ...['lagoon', 'meadow', 'nectar', 'orchid', 'pebble', 'raven', 'saffron', 'thicket', 'umber', 'violet'],
]

/**
 * Fills a root of the first person with files: each is an invoice, each hundredth has quartz in its name, ten have
 * zephyr and ten have changed in 2026, whatever the number.
 */
export async function makeNames(db: Database, count: number): Promise<Names> {
  const { rows } = await sql<{ id: RootId }>`select min(id) as id from root`.execute(db.read)
  const rootId = rows[0]?.id as RootId
  const next = numbers(11)
  for (let from = 0; from < count; from += PER_FOLDER)
    await db.write(async (tx) => {
      const [folder] = await insertEntries(tx, rootId, 0, 'folder', [`Folder ${from / PER_FOLDER}`], [0])
      const each = Array.from({ length: PER_FOLDER }, (_, n) => from + n)
      const names = each.map((n) => {
        const [first, second] = [WORDS[next(WORDS.length)], WORDS[next(WORDS.length)]]
        const rare = n % (count / RARE) === 0 ? 'zephyr ' : n % 100 === 0 ? 'quartz ' : ''
        return `${rare}${first} ${second} invoice ${n}.pdf`
      })
      const changed = each.map((n) => Date.UTC(2025, 0) + (n % (count / RARE) === 1 ? YEAR : 0))
      await insertEntries(tx, rootId, folder as EntryId, 'file', names, changed)
    })
  // PostgreSQL does so by itself a minute later.
  if (db.dialect === 'postgres') await sql`vacuum analyze`.execute(db.read)
  return { rootId }
}

async function insertEntries(
  tx: Tx,
  root_id: RootId,
  parent_id: EntryId | 0,
  kind: 'file' | 'folder',
  names: readonly string[],
  changed: readonly number[],
): Promise<EntryId[]> {
  const rows = names.map((name, n) => ({
    ...{ root_id, parent_id, kind, name, name_key: name.toLowerCase(), size: 1 },
    ...{ created_at: 0, modified_at: 0, changed_at: changed[n] ?? 0, ver: 1, seq: 1 },
    revision_id: kind === 'file' ? (1 as never) : null,
  }))
  const inserted = await tx.insertInto('entry').values(rows).returning(['id', 'root_id', 'name']).execute()
  for (const row of inserted) await indexNewName(tx, row)
  return inserted.map(({ id }) => id)
}
