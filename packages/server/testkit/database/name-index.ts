import assert from 'node:assert/strict'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { SqliteAdapter, sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { fold, gramsOf } from '../../src/platform/db/gram-index/grams.ts'
import { ACROSS_ROOTS } from '../../src/platform/db/statements.ts'

/** Fails unless the index of names holds exactly the items that are not marked as deleted, by exactly their grams. */
export async function checkNameIndex(db: Db): Promise<void> {
  const indexed = await readIndex(db)
  const live = await db
    .selectFrom('entry')
    .select(['id', 'root_id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .modifyEnd(ACROSS_ROOTS)
    .execute()
  const ids = new Set(live.map(({ id }) => id))
  assert.deepEqual(
    [...indexed.keys()].filter((id) => !ids.has(id)),
    [],
    'what is not there is not in the index',
  )
  const upto = await indexedUpTo(db)
  for (const { id, root_id, name } of live)
    if (id <= upto)
      assert.deepEqual(
        // One of signs only has none.
        indexed.get(id) ?? [],
        gramsOf(fold(name))
          .map((gram) => `${root_id} ${gram}`)
          .sort(),
        name,
      )
    else assert.equal(indexed.get(id), undefined, name)
}

/** By item its grams, each behind the number of its root. */
async function readIndex(db: Db): Promise<Map<EntryId, string[]>> {
  const rows = isSqlite(db) ? await readTokens(db) : await readArrays(db)
  const index = new Map<EntryId, string[]>()
  for (const { id, token } of rows) {
    const of = index.get(id) ?? []
    index.set(id, of)
    of.push(token)
  }
  for (const of of index.values()) of.sort()
  return index
}

const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter

async function readTokens(db: Db): Promise<{ id: EntryId; token: string }[]> {
  await sql`
    create virtual table if not exists temp.entry_gram_terms using fts5vocab(main, entry_gram, row)`.execute(
    db,
  )
  const vocabulary = await sql<{ term: string }>`
    select term from entry_gram_terms`.execute(db)
  const found: { id: EntryId; token: string }[] = []
  for (const { term } of vocabulary.rows) {
    const { rows } = await sql<{ id: EntryId }>`
      select rowid as id from entry_gram where entry_gram match ${`"${term}"`}`.execute(db)
    for (const { id } of rows) found.push({ id, token: term.replace('_', ' ') })
  }
  return found
}

async function readArrays(db: Db): Promise<{ id: EntryId; token: string }[]> {
  const { rows } = await sql<{ entry_id: EntryId; root_id: RootId; grams: string[] }>`
    ${ACROSS_ROOTS} select entry_id, root_id, grams from entry_search`.execute(db)
  return rows.flatMap(({ entry_id, root_id, grams }) =>
    grams.map((token) => ({ id: entry_id, token: `${root_id} ${token.slice(token.lastIndexOf('.') + 1)}` })),
  )
}

async function indexedUpTo(db: Db): Promise<number> {
  if (!isSqlite(db)) return Number.MAX_SAFE_INTEGER
  const { rows } = await sql<{ upto: number }>`select upto from entry_gram_progress`.execute(db)
  return rows[0]?.upto ?? 0
}
