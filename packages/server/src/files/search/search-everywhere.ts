import type { FoundItem } from '@holdfast/api/files/search'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import { listVisibleRoots } from '../../access/visible-roots.ts'
import { noSuch, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findEntry } from '../../records/entries.ts'
import type { RootRow } from '../../records/roots.ts'
import { firstPage, type Looked } from './pages.ts'
import { search, wordsOf } from './search-root.ts'
import { type Sieve, type SieveWish, sieveOf } from './sieve.ts'

/** Behind the last item of a root. */
const END = Number.MAX_SAFE_INTEGER

/** Live items whose names contain all words, in every root that someone has a part in, root by root. */
export async function searchEverywhere(
  ctx: Ctx,
  who: PersonPrincipal,
  {
    q,
    limit,
    cursor,
    root_id,
    ...wish
  }: SieveWish & { q: string; limit: number; cursor?: string; root_id?: RootId },
): Promise<{ results: FoundItem[]; cursor: string | null }> {
  const words = wordsOf(q)
  const sieve = sieveOf(wish)
  const [, root = '0', after = '0'] = /^(\d{1,15})-(\d{1,16})$/.exec(cursor ?? '0-0') ?? refuse('cursor')
  const from = { root: Number(root), after: Number(after) }
  const roots = await rootsOf(ctx, who, root_id, wish.folder_id)
  return firstPage(look(ctx, roots, { words, sieve, from }), limit)
}

/** Where to look: a folder is in one root, and ids of folders are of all roots together. */
async function rootsOf(
  ctx: Ctx,
  who: PersonPrincipal,
  rootId: RootId | undefined,
  folderId: ParentId = 0,
): Promise<readonly RootRow[]> {
  const db = ctx.db.read
  if (rootId !== undefined)
    return [(await authorizeContainer(db, who, { rootId, folderId }, 'FILE_VIEW')).root]
  const roots = await listVisibleRoots(db, who)
  if (folderId === 0) return roots
  for (const root of roots) if ((await findEntry(db, root.id, folderId))?.kind === 'folder') return [root]
  return noSuch(`folder ${folderId} in your roots`)
}

async function* look(
  ctx: Ctx,
  roots: readonly RootRow[],
  sought: { words: ReturnType<typeof wordsOf>; sieve: Sieve; from: { root: number; after: number } },
): AsyncGenerator<Looked<FoundItem>[]> {
  const { words, sieve, from } = sought
  for (const root of roots) {
    if (root.id < from.root) continue
    const after = root.id === from.root ? from.after : 0
    for await (const batch of search(ctx, root, words, after, sieve))
      yield batch.map(({ cursor, item }) => ({
        cursor: `${root.id}-${cursor}`,
        item: item && { ...item, root_name: root.name },
      }))
    // A root without results counts as something that was looked at, and can be where the next answer begins.
    yield [{ cursor: `${root.id}-${END}`, item: undefined }]
  }
}
