import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { listOrganizationsAfter } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import type { RootRow } from '../../records/roots.ts'
import { cutoffsOf, ROOT_TYPES } from './cutoffs.ts'
import { countRootsToPurge } from './purge-roots-queries.ts'
import { type Cutoffs, countRemains, countRemainsIn, listRootIds, listRootsWithRemains } from './queries.ts'

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

/** Beyond that many, the roots of an organization are not looked at any more. */
const MOST_ROOTS = 20_000
const ROOTS_AT_ONCE = 512

/** What would be removed in an organization by now if deleted items or earlier versions were kept for so many days. */
export async function countDueIn(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: OrganizationId,
  type: RootRow['root_type'],
  what: keyof Cutoffs,
  days: number,
): Promise<{ count: number; atLeast: boolean }> {
  const types = ROOT_TYPES.find((some) => some.includes(type)) ?? [type]
  let [count, looked, after]: [number, number, RootId | 0] = [0, 0, 0]
  for (;;) {
    const roots = await listRootIds(db.read, id, types, { after, limit: ROOTS_AT_ONCE })
    const most = MOST_COUNTED + 1 - count
    count += await countRemainsIn(db.read, roots, what, now() - days * DAY_MS, most)
    looked += roots.length
    after = roots.at(-1) ?? after
    const isAll = roots.length < ROOTS_AT_ONCE
    if (isAll || count > MOST_COUNTED || looked >= MOST_ROOTS)
      return { count: Math.min(count, MOST_COUNTED), atLeast: count > MOST_COUNTED || !isAll }
    await othersTurn()
  }
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
