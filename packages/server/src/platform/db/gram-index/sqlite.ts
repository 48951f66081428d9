import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { preparedChange, preparedFirst } from '../prepared.ts'
import { ACROSS_ROOTS } from '../statements.ts'
import { AT_ONCE, FIRST, type GramIndex, type NamedItem } from './gram-index.ts'
import { fold, gramsOf } from './grams.ts'

// FTS5 serves as a compressed list of ids per token, and our tokens name the root they belong to: what other roots
// hold is never read. A write of its own per name costs several times what many together do, so new items wait until
// there are some: all ids up to `upto` are in the index, the few above are looked at one by one. Ids only rise here,
// where there is one writer.
const FOLD_EVERY = 128
const FOLD_AT_ONCE = 1000

const tokens = (rootId: RootId, grams: readonly string[]): string[] =>
  grams.map((gram) => `${rootId}_${gram}`)

async function create(tx: Tx): Promise<void> {
  // Its tokenizer lowers ASCII letters, which ours are already, and takes all others as they are.
  await sql`
    create virtual table entry_gram using fts5 (
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'")`.execute(
    tx,
  )
  await sql`insert into entry_gram (entry_gram, rank) values ('automerge', 4)`.execute(tx)
  await sql`create table entry_gram_progress (upto integer not null)`.execute(tx)
  await sql`insert into entry_gram_progress values (0)`.execute(tx)
}

const progress = preparedFirst<object, { upto: number }>((db) =>
  sql<{ upto: number }>`select upto from entry_gram_progress`.compile(db),
)
const insert = preparedChange<{ id: EntryId; tokens: string }>((db, $) =>
  sql`insert into entry_gram (rowid, tokens) values (${$('id')}, ${$('tokens')})`.compile(db),
)
const removeOne = preparedChange<{ id: EntryId }>((db, $) =>
  sql`delete from entry_gram where rowid = ${$('id')}`.compile(db),
)

const index = (tx: Tx, { id, root_id, name }: NamedItem): Promise<void> =>
  insert(tx, { id, tokens: tokens(root_id, gramsOf(fold(name))).join(' ') })

/** Takes waiting items into the index, as they are called now; gives how many rows it has looked at. */
async function foldSome(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('entry')
    .select(['id', 'root_id', 'name', 'deleted_at'])
    .where('id', '>', sql<EntryId>`(select upto from entry_gram_progress)`)
    .orderBy('id')
    .limit(FOLD_AT_ONCE)
    .modifyEnd(ACROSS_ROOTS)
    .execute()
  for (const row of rows) if (row.deleted_at === null) await index(tx, row)
  const last = rows.at(-1)
  if (last) await sql`update entry_gram_progress set upto = ${last.id}`.execute(tx)
  return rows.length
}

async function* find(
  db: Db,
  rootId: RootId,
  grams: readonly string[],
  after: number,
): AsyncGenerator<EntryId[]> {
  const query = tokens(rootId, grams)
    .map((token) => `"${token}"`)
    .join(' AND ')
  let limit = FIRST
  for (let from = after; ; limit = Math.min(limit * 2, AT_ONCE)) {
    // One statement, so that no item is on its way from one part to the other between two looks.
    const { rows } = await sql<{ id: EntryId }>`
      select id from (
        select rowid as id from entry_gram where entry_gram match ${query} and rowid > ${from}
        order by rowid limit ${limit})
      union all
      select id from entry where id > max(${from}, (select upto from entry_gram_progress))
        and root_id + 0 = ${rootId} and deleted_at is null
      order by id limit ${limit}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id }) => id)
    from = last.id
  }
}

export const sqliteIndex: GramIndex = {
  create,
  async addNew(tx, items) {
    if (items.some(({ id }) => id % FOLD_EVERY === 0)) await foldSome(tx)
  },
  async add(tx, items) {
    const { upto } = (await progress(tx, {})) ?? { upto: 0 }
    for (const item of items) if (item.id <= upto) await index(tx, item)
  },
  async fill(tx) {
    while ((await foldSome(tx)) > 0) {}
  },
  async remove(tx, _rootId, ids) {
    for (const id of ids) await removeOne(tx, { id })
  },
  find,
}
