import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { listOrganizationsAfter } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { cutoffsOf, ROOT_TYPES } from './cutoffs.ts'
import { countRootsToPurge } from './purge-roots-queries.ts'
import { type Cutoffs, countRemains, listRootsWithRemains } from './queries.ts'

/** Beyond that, how many there are makes no difference. */
export const MOST_COUNTED = 10_000
const AT_ONCE = 100

/** What retention would remove now. Each number is at most `MOST_COUNTED`. */
export interface Due {
  items: number
  revisions: number
  /** Deleted team shares, backups and other trees. */
  roots: number
}

export async function countDue({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Due> {
  const due: Due = {
    items: 0,
    revisions: 0,
    roots: Math.min(await countRootsToPurge(db.read), MOST_COUNTED),
  }
  for await (const { rootId, cutoffs } of dueRoots(db.read, now())) {
    const { items, revisions } = await countRemains(db.read, rootId, cutoffs, MOST_COUNTED)
    due.items = Math.min(due.items + items, MOST_COUNTED)
    due.revisions = Math.min(due.revisions + revisions, MOST_COUNTED)
    if (due.items + due.revisions === 2 * MOST_COUNTED) break
  }
  return due
}

async function* dueRoots(
  db: Ctx['db']['read'],
  now: Instant,
): AsyncGenerator<{ rootId: RootId; cutoffs: Cutoffs }> {
  let last: OrganizationId | 0 = 0
  for (;;) {
    const organizations = await listOrganizationsAfter(db, last, AT_ONCE)
    for (const { id, policy } of organizations)
      for (const types of ROOT_TYPES) {
        const cutoffs = cutoffsOf(parsePolicy(policy), types[0], now)
        if (cutoffs.deleted === undefined && cutoffs.replaced === undefined) continue
        const page = { after: 0 as const, limit: MOST_COUNTED }
        for (const rootId of await listRootsWithRemains(db, id, types, cutoffs, page))
          yield { rootId, cutoffs }
        await othersTurn()
      }
    last = organizations.at(-1)?.id ?? last
    if (organizations.length < AT_ONCE) return
  }
}

/** SQLite answers at once, so that nobody else would get a word in. */
const othersTurn = (): Promise<void> => new Promise((resume) => setImmediate(resume))
