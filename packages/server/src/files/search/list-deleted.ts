import type { DeletedItem } from '@holdfast/api/files/deleted-items'
import type { PersonId, RootId } from '@holdfast/api/ids'
import { formatUtc, type Instant, parseUtc } from '@holdfast/api/time'
import { authorizeContainer } from '../../access/authorize.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { containsAll, fold, type Word } from '../../platform/db/gram-index/grams.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findActorNames } from '../../records/actor-names.ts'
import type { RootRow } from '../../records/roots.ts'
import { itemView } from '../basics/view.ts'
import { firstPage, type Looked } from './pages.ts'
import { placesAmong } from './places.ts'
import { type DeletedRow, listDeletedRows, readWithFolders } from './queries.ts'
import { wordsOf } from './search-root.ts'
import { liesIn } from './sieve.ts'

const AT_ONCE = 200
const SECOND = 1000

interface Wish {
  root_id: RootId
  folder_id?: ParentId
  person_id?: PersonId
  from?: string
  to?: string
  q?: string
  limit: number
  cursor?: string
}

/** What was deleted in a root by itself, newest first. The index of deletions leads; filters look at what it gives. */
export async function listDeleted(
  ctx: Ctx,
  who: PersonPrincipal,
  wish: Wish,
): Promise<{ results: DeletedItem[]; cursor: string | null }> {
  const { root_id: rootId, folder_id: folderId = 0, limit } = wish
  const { root } = await authorizeContainer(ctx.db.read, who, { rootId, folderId }, 'FILE_VIEW')
  const words = wish.q === undefined ? [] : wordsOf(wish.q)
  return firstPage(look(ctx, root, { words, folderId, personId: wish.person_id, ...rangeOf(wish) }), limit)
}

interface Range {
  /** Not older than this. */
  since: Instant
  /** Behind this, in the order of the list. */
  after: { at: Instant; id: number }
}

/** A time means the whole of its second, as everywhere. */
function rangeOf({ from, to, cursor }: Wish): Range {
  const [at = Number.MAX_SAFE_INTEGER, id = 0] = cursor === undefined ? [] : numbersIn(cursor)
  const end = to === undefined ? undefined : (parseUtc(to) ?? refuse('to'))
  const upTo = end === undefined ? Number.MAX_SAFE_INTEGER : end + SECOND
  const since = from === undefined ? 0 : (parseUtc(from) ?? refuse('from'))
  return { since, after: cursor !== undefined && at < upTo ? { at, id } : { at: upTo, id: 0 } }
}

const numbersIn = (cursor: string): [number, number] => {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? refuse('cursor')
  return [Number(at), Number(id)]
}

interface Sought extends Range {
  words: readonly Word[]
  folderId: ParentId
  personId: PersonId | undefined
}

async function* look(ctx: Ctx, root: RootRow, sought: Sought): AsyncGenerator<Looked<DeletedItem>[]> {
  const db = ctx.db.read
  let { after } = sought
  for (;;) {
    const rows = await listDeletedRows(db, root.id, { since: sought.since, after, limit: AT_ONCE })
    const last = rows.at(-1)
    if (!last) return
    const likely = rows.filter((row) => isLikely(row, sought))
    const found = await readWithFolders(
      db,
      root.id,
      likely.map(({ id }) => id),
    )
    const placeOf = placesAmong(root, found, ctx.now())
    const namesOf = await findActorNames(db, likely)
    const chosen = new Map(likely.map((row) => [row.id, row]))
    yield rows.map((row) => {
      const entry = chosen.has(row.id) ? found.get(row.id) : undefined
      const isThere = entry && liesIn(found, entry, sought.folderId)
      const { path, shown } = isThere ? placeOf(entry.parent_id) : { path: '', shown: undefined }
      return {
        cursor: `${row.deleted_at}-${row.id}`,
        item: entry &&
          shown && {
            ...itemView(entry, path, true, shown),
            deleted: formatUtc(row.deleted_at),
            deleted_by: row.person_id,
            deleted_by_name: namesOf(row).person_name,
          },
      }
    })
    after = { at: last.deleted_at, id: last.id }
  }
}

/** What was moved over another file is that file now. */
const isLikely = (row: DeletedRow, { words, personId }: Sought): boolean =>
  row.replaced_by === null &&
  (personId === undefined || row.person_id === personId) &&
  containsAll(fold(row.name), words)
