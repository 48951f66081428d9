import type { RecentFile } from '@holdfast/api/search'
import { formatUtc } from '@holdfast/api/time'
import { listVisibleRoots } from '../../access/visible-roots.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findActorNames } from '../../records/actor-names.ts'
import type { RootRow } from '../../records/roots.ts'
import { itemView } from '../basics/view.ts'
import { placesAmong } from './places.ts'
import { listAuthors, listNewestFiles, readWithFolders } from './queries.ts'

/** More are looked at than are asked for: some may lie in folders that are deleted. */
const withSpare = (limit: number): number => 2 * limit + 50

/** The files that changed last in all roots that someone has a part in, newest first. */
export async function listRecent(
  ctx: Ctx,
  who: PersonPrincipal,
  { limit }: { limit: number },
): Promise<{ results: RecentFile[] }> {
  const db = ctx.db.read
  const newest = []
  for (const root of await listVisibleRoots(db, who))
    for (const row of await listNewestFiles(db, root.id, withSpare(limit))) newest.push({ root, ...row })
  const order = newest.toSorted((a, b) => b.at - a.at || b.id - a.id).slice(0, withSpare(limit))
  const shown = new Map<number, RecentFile>()
  for (const [root, rows] of Map.groupBy(order, (row) => row.root))
    for (const file of await viewsOf(ctx, root, rows)) shown.set(file.id, file)
  return { results: order.flatMap(({ id }) => shown.get(id) ?? []).slice(0, limit) }
}

async function viewsOf(
  ctx: Ctx,
  root: RootRow,
  newest: Awaited<ReturnType<typeof listNewestFiles>>,
): Promise<RecentFile[]> {
  const db = ctx.db.read
  const ids = newest.map(({ id }) => id)
  const rows = await readWithFolders(db, root.id, ids)
  const placeOf = placesAmong(root, rows, ctx.now())
  const authors = await listAuthors(db, root.id, [...rows.values()])
  const namesOf = await findActorNames(db, [...authors.values()])
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.deleted_at !== null) return []
    const { path, deleted, shown } = placeOf(row.parent_id)
    const author = authors.get(id)
    const view = deleted ? undefined : itemView(row, path, false, shown)
    if (view?.type !== 'file') return []
    return {
      ...view,
      root_name: root.name,
      changed: formatUtc(row.changed_at),
      changed_by: author?.person_id ?? null,
      changed_by_name: author ? namesOf(author).person_name : null,
    }
  })
}
