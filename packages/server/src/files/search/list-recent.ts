import type { RecentFile } from '@holdfast/api/files/search'
import { formatUtc } from '@holdfast/api/time'
import { listVisibleRoots } from '../../access/visible-roots.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findActorNames } from '../../records/actor-names.ts'
import type { RootRow } from '../../records/roots.ts'
import { listAuthors, listNewestFiles } from './queries.ts'
import { viewsInRoot } from './views-in-root.ts'

/** More are looked at than are asked for: some may be in folders that are deleted. */
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
  const found = await viewsInRoot(
    ctx,
    root,
    newest.map(({ id }) => id),
  )
  const authors = await listAuthors(
    db,
    root.id,
    found.map(({ row }) => row),
  )
  const namesOf = await findActorNames(db, [...authors.values()])
  return found.flatMap(({ row, view }) => {
    if (view.type !== 'file') return []
    const author = authors.get(row.id)
    return {
      ...view,
      root_name: root.name,
      changed: formatUtc(row.changed_at),
      changed_by: author?.person_id ?? null,
      changed_by_name: author ? namesOf(author).person_name : null,
    }
  })
}
