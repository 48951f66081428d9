import type { OrganizationId } from '@holdfast/api/ids'
import { DAY_MS, formatDate, type Instant } from '@holdfast/api/time'
import type { Db } from '../../platform/db/database.ts'
import type { AllCounted } from './count-all.ts'
import { type FigureRow, listDays } from './queries.ts'

const GROWTH_DAYS = 30
/** Where that day was not counted, one that is a little older will do. */
const GAP_DAYS = 3
const READ_AT_ONCE = 500
const FASTEST = 3

const BEFORE = ['accounts_before', 'stored_before', 'below_accounts_before', 'below_stored_before'] as const
export type Before = Pick<FigureRow, (typeof BEFORE)[number]>

const each = (value: 0 | null) => Object.fromEntries(BEFORE.map((name) => [name, value])) as unknown as Before
const NOTHING = each(0)
const UNKNOWN = each(null)

/** What each organization had 30 days ago, which growth is measured from. It is looked up once a day. */
export async function findBefore(
  db: Db,
  all: AllCounted,
  kept: ReadonlyMap<OrganizationId, FigureRow>,
  at: Instant,
): Promise<Map<OrganizationId, Before>> {
  const then = at - GROWTH_DAYS * DAY_MS
  const before = new Map<OrganizationId, Before>()
  const wanted: OrganizationId[] = []
  for (const [id, { createdAt }] of all) {
    const known = kept.get(id)
    const isNew = createdAt > then
    if (known?.day === formatDate(at)) before.set(id, beforeIn(known))
    else before.set(id, isNew ? NOTHING : UNKNOWN)
    if (known?.day !== formatDate(at) && !isNew) wanted.push(id)
  }
  for (let from = 0; from < wanted.length; from += READ_AT_ONCE) {
    const ids = wanted.slice(from, from + READ_AT_ONCE)
    const days = await listDays(db, ids, formatDate(then - GAP_DAYS * DAY_MS), formatDate(then))
    // The newest of each comes last.
    for (const { organization_id, accounts, stored, below_accounts, below_stored } of days)
      before.set(organization_id, {
        accounts_before: accounts,
        stored_before: stored,
        below_accounts_before: below_accounts,
        below_stored_before: below_stored,
      })
  }
  return before
}

const beforeIn = (row: FigureRow): Before =>
  Object.fromEntries(BEFORE.map((name) => [name, row[name]])) as unknown as Before

export interface Grown {
  id: OrganizationId
  /** In bytes. */
  grown: number
}

/** For each organization those anywhere below it that have grown most. */
export function findFastest(
  all: AllCounted,
  before: ReadonlyMap<OrganizationId, Before>,
): Map<OrganizationId, Grown[]> {
  const fastest = new Map<OrganizationId, Grown[]>()
  for (const [id, { parentId, own }] of all) {
    const stored = before.get(id)?.stored_before ?? null
    const grown = stored === null ? 0 : own.stored - stored
    if (grown <= 0) continue
    for (let above = parentId; above !== null; above = all.get(above)?.parentId ?? null) {
      const others = fastest.get(above) ?? []
      fastest.set(above, [...others, { id, grown }].sort(byGrowth).slice(0, FASTEST))
    }
  }
  return fastest
}

const byGrowth = (a: Grown, b: Grown): number => b.grown - a.grown || a.id - b.id
