import type { FoundItem } from '@holdfast/api/files/search'
import type { PersonId } from '@holdfast/api/ids'
import { checkIsSelf } from '../../access/administration.ts'
import { listVisibleRoots } from '../../access/visible-roots.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listStars, type Star } from '../../records/preferences.ts'
import type { RootRow } from '../../records/roots.ts'
import { viewsInRoot } from '../search/views-in-root.ts'

/** What someone starred and can see now, newest star first. */
export async function listStarred(
  ctx: Ctx,
  who: PersonPrincipal,
  personId: PersonId,
): Promise<{ results: FoundItem[] }> {
  const db = ctx.db.read
  await checkIsSelf(db, who, personId)
  const stars = await listStars(db, personId)
  const byRoot = Map.groupBy(stars, ({ root_id }) => root_id)
  const roots = byRoot.size === 0 ? [] : await listVisibleRoots(db, who)
  const found = new Map<number, FoundItem>()
  for (const root of roots)
    for (const item of await itemsIn(ctx, root, byRoot.get(root.id))) found.set(item.id, item)
  return { results: stars.flatMap(({ entry_id }) => found.get(entry_id) ?? []) }
}

async function itemsIn(ctx: Ctx, root: RootRow, stars: readonly Star[] = []): Promise<FoundItem[]> {
  const views = await viewsInRoot(
    ctx,
    root,
    stars.map(({ entry_id }) => entry_id),
  )
  return views.map(({ view }) => ({ ...view, root_name: root.name }))
}
