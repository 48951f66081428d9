import { setImmediate } from 'node:timers/promises'
import type { Item } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeRoot } from '../../access/authorize.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { contains, fold, HAS_WORD, type Word, wordOf } from '../../platform/db/gram-index/grams.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { RootRow } from '../../records/roots.ts'
import { itemView } from '../basics/view.ts'
import type { Looked } from './pages.ts'
import { placesAmong } from './places.ts'
import { findByGrams, readWithFolders } from './queries.ts'

/** More would find the same; names are held against the words themselves. */
const MAX_GRAMS = 24

/** Live items of a root whose names contain all words, by id. */
export async function searchRoot(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId,
  { q, cursor = '0' }: { q: string; cursor?: string | undefined },
): Promise<AsyncGenerator<Looked<Item>[]>> {
  const { root } = await authorizeRoot(ctx.db.read, who, rootId, 'FILE_VIEW')
  if (!/^\d{1,15}$/.test(cursor)) refuse('cursor')
  return search(ctx, root, wordsOf(q), Number(cursor))
}

function wordsOf(q: string): Word[] {
  const folded = fold(q)
  if (!HAS_WORD.test(folded)) refuse('q', 'it has no letter and no digit')
  const texts = folded.split(/\s+/u).filter(Boolean)
  return [...new Set(texts)].map(wordOf)
}

async function* search(
  ctx: Ctx,
  root: RootRow,
  words: readonly Word[],
  after: number,
): AsyncGenerator<Looked<Item>[]> {
  const grams = [...new Set(words.flatMap((word) => word.grams))].slice(0, MAX_GRAMS)
  for await (const ids of findByGrams(ctx.db.read, root.id, grams, after)) {
    yield await lookAt(ctx, root, words, ids)
    // A look at SQLite never waits for anything: others get their turn here.
    await setImmediate()
  }
}

async function lookAt(
  ctx: Ctx,
  root: RootRow,
  words: readonly Word[],
  ids: readonly EntryId[],
): Promise<Looked<Item>[]> {
  const rows = await readWithFolders(ctx.db.read, root.id, ids)
  const placeOf = placesAmong(root, rows, ctx.now())
  const itemOf = (id: EntryId): Item | undefined => {
    const row = rows.get(id)
    if (!row || row.deleted_at !== null) return undefined
    const name = fold(row.name)
    if (!words.every((word) => contains(name, word))) return undefined
    const { path, deleted, shown } = placeOf(row.parent_id)
    return deleted ? undefined : itemView(row, path, false, shown)
  }
  return ids.map((id) => ({ cursor: String(id), item: itemOf(id) }))
}
