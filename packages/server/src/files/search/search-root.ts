import { setImmediate } from 'node:timers/promises'
import type { Item } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { AT_ONCE, FIRST } from '../../platform/db/gram-index/gram-index.ts'
import { containsAll, fold, type Word, wordOf } from '../../platform/db/gram-index/grams.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { RootRow } from '../../records/roots.ts'
import { itemView } from '../basics/view.ts'
import type { Looked } from './pages.ts'
import { placesAmong } from './places.ts'
import { findByGrams, listAuthors, listNames, readWithFolders } from './queries.ts'
import { liesIn, type Sieve, type SieveWish, sieveOf } from './sieve.ts'

/** More would find the same; names are compared with the words themselves. */
const MAX_GRAMS = 24

/** Live items of a root whose names contain all words, by id. */
export async function searchRoot(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId,
  { q, cursor = '0', ...wish }: SieveWish & { q: string; cursor?: string | undefined },
): Promise<AsyncGenerator<Looked<Item>[]>> {
  const place = { rootId, folderId: wish.folder_id ?? 0 }
  const { root } = await authorizeContainer(ctx.db.read, who, place, 'FILE_VIEW')
  if (!/^\d{1,15}$/.test(cursor)) refuse('cursor')
  return search(ctx, root, wordsOf(q), Number(cursor), sieveOf(wish))
}

export function wordsOf(q: string): Word[] {
  const texts = fold(q).split(/\s+/u).filter(Boolean)
  if (texts.length === 0) refuse('q')
  return [...new Set(texts)].map(wordOf)
}

export async function* search(
  ctx: Ctx,
  root: RootRow,
  words: readonly Word[],
  after: number,
  sieve: Sieve,
): AsyncGenerator<Looked<Item>[]> {
  const grams = [...new Set(words.flatMap((word) => word.grams))].slice(0, MAX_GRAMS)
  const batches = grams.length > 0 ? byIndex(ctx, root, grams, after) : byName(ctx, root, words, after)
  for await (const batch of batches) {
    yield await lookAt(ctx, root, words, sieve, batch)
    // A look at SQLite never waits for anything: others get their turn here.
    await setImmediate()
  }
}

/** Items of a root that follow each other, and those of them that are worth a whole look. */
interface Batch {
  ids: readonly EntryId[]
  likely: readonly EntryId[]
}

async function* byIndex(
  ctx: Ctx,
  root: RootRow,
  grams: readonly string[],
  after: number,
): AsyncGenerator<Batch> {
  for await (const ids of findByGrams(ctx.db.read, root.id, grams, after)) yield { ids, likely: ids }
}

/** Goes through all names: no gram tells of a letter or two in the middle, nor of signs. */
async function* byName(
  ctx: Ctx,
  root: RootRow,
  words: readonly Word[],
  after: number,
): AsyncGenerator<Batch> {
  for (let from = after, limit = FIRST; ; limit = Math.min(limit * 2, AT_ONCE)) {
    const items = await listNames(ctx.db.read, root.id, from, limit)
    const last = items.at(-1)
    if (!last) return
    const likely = items.filter((item) => item.deleted_at === null && containsAll(fold(item.name), words))
    yield { ids: items.map(({ id }) => id), likely: likely.map(({ id }) => id) }
    from = last.id
  }
}

async function lookAt(
  ctx: Ctx,
  root: RootRow,
  words: readonly Word[],
  sieve: Sieve,
  { ids, likely }: Batch,
): Promise<Looked<Item>[]> {
  const rows = await readWithFolders(ctx.db.read, root.id, likely)
  const placeOf = placesAmong(root, rows, ctx.now())
  const wanted = likely.flatMap((id) => rows.get(id) ?? []).filter((row) => sieve.passes(row))
  const authors = sieve.by === undefined ? undefined : await listAuthors(ctx.db.read, root.id, wanted)
  const itemOf = (id: EntryId): Item | undefined => {
    const row = rows.get(id)
    if (!row || row.deleted_at !== null) return undefined
    if (!containsAll(fold(row.name), words) || !sieve.passes(row)) return undefined
    if (authors && authors.get(id)?.person_id !== sieve.by) return undefined
    if (!liesIn(rows, row, sieve.folderId)) return undefined
    const { path, deleted, shown } = placeOf(row.parent_id)
    return deleted ? undefined : itemView(row, path, false, shown)
  }
  return ids.map((id) => ({ cursor: String(id), item: itemOf(id) }))
}
