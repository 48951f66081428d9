import type { EntryId, RootId } from '@holdfast/api/ids'
import { type SqlBool, sql } from 'kysely'
import { batches } from '../batches.ts'
import type { Db, Tx } from '../database.ts'
import { preparedChange } from '../prepared.ts'
import { ACROSS_ROOTS } from '../statements.ts'
import { AT_ONCE, FIRST, type GramIndex, type NamedItem } from './gram-index.ts'
import { fold, gramsOf } from './grams.ts'

// An inverted index of PostgreSQL gives all it finds at once and in no order. So tokens name the root and a range of
// ids: a look reads what one root has in some ranges, never all of a word that is in a million names.
const RANGE = 262_144
/** Ranges that are looked at together when there is little in each. */
const MAX_RANGES = 32
const MAX_FOUND = 65_536
const FILLED_AT_ONCE = 512
/** While this part of the names in a row matches, going through them costs less than the index does. */
const SCANNED = 1000
const OFTEN = 0.05

const rangeOf = (id: number): number => Math.floor(id / RANGE)
const tokens = (rootId: RootId, range: number, grams: readonly string[]): string[] =>
  grams.map((gram) => `${rootId}.${range.toString(36)}.${gram}`)

async function create(tx: Tx): Promise<void> {
  await sql`
    create table entry_search (
      root_id bigint not null,
      entry_id bigint not null,
      grams text[] collate "C" not null,
      primary key (root_id, entry_id))`.execute(tx)
  // New names wait in a list that every look reads too: a short one.
  await sql`
    create index entry_search_grams on entry_search using gin (grams)
      with (fastupdate = on, gin_pending_list_limit = 512)`.execute(tx)
}

async function addMany(tx: Tx, items: readonly NamedItem[]): Promise<void> {
  for (const batch of batches(items))
    await sql`insert into entry_search (root_id, entry_id, grams) values ${sql.join(batch.map((item) => sql`(${item.root_id}, ${item.id}, ${tokensOf(item)}::text[])`))}`.execute(
      tx,
    )
}

async function fill(tx: Tx): Promise<void> {
  for (let after = { root_id: 0 as RootId, id: 0 as EntryId }; ; ) {
    const { root_id, id } = after
    const items = await tx
      .selectFrom('entry')
      .select(['id', 'root_id', 'name'])
      .where(sql<SqlBool>`(root_id, id) > (${root_id}, ${id})`)
      .where('deleted_at', 'is', null)
      .orderBy('root_id')
      .orderBy('id')
      .limit(FILLED_AT_ONCE)
      .modifyEnd(ACROSS_ROOTS)
      .execute()
    await addMany(tx, items)
    const last = items.at(-1)
    if (!last) return
    after = last
  }
}

const tokensOf = ({ id, root_id, name }: NamedItem): string[] =>
  tokens(root_id, rangeOf(id), gramsOf(fold(name)))

const insert = preparedChange<{ id: EntryId; rootId: RootId; tokens: string[] }>((db, $) =>
  sql`
    insert into entry_search (root_id, entry_id, grams) values (${$('rootId')}, ${$('id')}, ${$('tokens')}::text[])`.compile(
    db,
  ),
)
async function addNew(tx: Tx, items: readonly NamedItem[]): Promise<void> {
  const [only, ...more] = items
  if (!only || more.length > 0) return addMany(tx, items)
  await insert(tx, { id: only.id, rootId: only.root_id, tokens: tokensOf(only) })
}

interface Search {
  db: Db
  rootId: RootId
  grams: readonly string[]
}

async function* find(
  db: Db,
  rootId: RootId,
  grams: readonly string[],
  after: number,
): AsyncGenerator<EntryId[]> {
  const search = { db, rootId, grams }
  let often = true
  let ranges = 1
  for (let from = after; ; ) {
    const next = await nextId(search, from)
    if (next === undefined) return
    if (often) {
      const { hits, looked, last } = await scan(search, from, next)
      yield* slices(hits)
      from = last
      often = hits.length >= looked * OFTEN
      continue
    }
    const first = rangeOf(next)
    const found = await lookUp(search, from, first, ranges)
    yield* slices(found)
    const last = found.at(-1)
    from = found.length === MAX_FOUND && last !== undefined ? last : (first + ranges) * RANGE - 1
    ranges = found.length < AT_ONCE ? Math.min(ranges * 4, MAX_RANGES) : 1
  }
}

function* slices(ids: readonly EntryId[]): Generator<EntryId[]> {
  let size = FIRST
  for (let at = 0; at < ids.length; at += size, size = Math.min(size * 2, AT_ONCE))
    yield ids.slice(at, at + size)
}

async function nextId({ db, rootId }: Search, after: number): Promise<EntryId | undefined> {
  const { rows } = await sql<{ entry_id: EntryId }>`
    select entry_id from entry_search where root_id = ${rootId} and entry_id > ${after}
    order by entry_id limit 1`.execute(db)
  return rows[0]?.entry_id
}

/** Goes through the names themselves, of one range. */
async function scan({ db, rootId, grams }: Search, after: number, next: number) {
  const range = rangeOf(next)
  const { rows } = await sql<{ entry_id: EntryId; hit: boolean }>`
    select entry_id, grams @> ${tokens(rootId, range, grams)}::text[] as hit from (
      select entry_id, grams from entry_search
      where root_id = ${rootId} and entry_id > ${after} and entry_id < ${(range + 1) * RANGE}
      order by entry_id limit ${SCANNED}) as next_names
    order by entry_id`.execute(db)
  const hits = rows.filter(({ hit }) => hit).map(({ entry_id }) => entry_id)
  return { hits, looked: rows.length, last: rows.at(-1)?.entry_id ?? next }
}

async function lookUp({ db, rootId, grams }: Search, after: number, first: number, ranges: number) {
  const inRange = Array.from(
    { length: ranges },
    (_, n) => sql`grams @> ${tokens(rootId, first + n, grams)}::text[]`,
  )
  // Apart from the order: it would tempt the planner to go through the whole table in that order.
  const { rows } = await sql<{ entry_id: EntryId }>`
    with found as materialized (select entry_id from entry_search
      where root_id + 0 = ${rootId} and (${sql.join(inRange, sql` or `)}))
    select entry_id from found where entry_id > ${after} order by entry_id limit ${MAX_FOUND}`.execute(db)
  return rows.map(({ entry_id }) => entry_id)
}

export const postgresIndex: GramIndex = {
  create,
  addNew,
  add: addMany,
  fill,
  async remove(tx, rootId, ids) {
    for (const batch of batches(ids))
      await sql`delete from entry_search where root_id = ${rootId} and entry_id in (${sql.join(batch)})`.execute(
        tx,
      )
  },
  find,
}
