import type { Action } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import {
  type OrganizationTableRow,
  SPARKLINE_DAYS,
  type tableOrganizations,
} from '@holdfast/api/oversight/organization-table'
import { DAY_MS, formatDate, formatUtc, type Instant } from '@holdfast/api/time'
import { actionsAmong } from '../../access/actions.ts'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { findCountedAt } from '../../records/counted-figures.ts'
import {
  closingAt,
  listUpward,
  listUpwardOf,
  stateOf as stateOfChain,
} from '../../records/organization-tree.ts'
import { nameKeyOf } from '../../records/people.ts'
import { listStanding, type Standing } from '../alerts/list-standing.ts'
import {
  type Alerts,
  grownOf,
  isWished,
  keyOf,
  type StateOf,
  sortNamed,
  urgencyOf,
} from './choose-organizations.ts'
import { COUNTED_FIGURES } from './count-figures.ts'
import { listStored } from './queries.ts'
import { chainOf, type Listed, readSubtree } from './subtree.ts'

type Params = ParamsOf<typeof tableOrganizations>

const MAY = [
  'people.add',
  'policy.change',
  'organization.change',
  'organization.create',
  'organization.limits',
  'organization.suspend',
  'organization.close',
] as const satisfies readonly Action[]

/** The organizations below one: all are read and sorted, since no index could keep what changes with every file. */
export async function openOrganizationTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<OrganizationTableRow>> {
  const db = ctx.db.read
  const { organization_id: id, below, sort } = params
  const { path } = await authorizeOrganization(db, who, id)
  const now = ctx.now()
  const upward = await listUpward(db, id)
  const listed = await readSubtree(db, { id, path })
  const stateOf: StateOf = (one) => stateOfChain([...chainOf(one), ...upward], now)
  const alerts = countAlerts(await listStanding(ctx, path, true))
  const wished = isWished(params, now, stateOf)
  const name = sortNamed(sort)
  const rows = [...listed.values()]
    .filter((one) => (below || one.row.parent_id === id) && wished(one))
    .map((one) => {
      const key = keyOf(name, one, () => urgencyOf(stateOf(one), alerts.get(one.row.id)))
      return { row: one.row.id, place: { key, id: one.row.id } }
    })
  return {
    list: listNamed('organizations', params),
    wish: { rows, sort: { descending: sort.startsWith('-') } },
    startKey: name === 'name' ? nameKeyOf : undefined,
    at: await findCountedAt(db, COUNTED_FIGURES),
    rowsOf: (ids) =>
      rowsOf(ctx, who, ids as OrganizationId[], { listed, alerts, stateOf, top: upward[0]?.name ?? '' }),
  }
}

function countAlerts(standing: readonly Standing[]): Map<OrganizationId, Alerts> {
  const counts = new Map<OrganizationId, Alerts>()
  for (const { organization, level } of standing) {
    const count = counts.get(organization.id) ?? { urgent: 0, warning: 0 }
    count[level]++
    counts.set(organization.id, count)
  }
  return counts
}

interface Read {
  listed: ReadonlyMap<OrganizationId, Listed>
  alerts: ReadonlyMap<OrganizationId, Alerts>
  stateOf: StateOf
  /** The name of the organization that the list is of. */
  top: string
}

async function rowsOf(
  ctx: Ctx,
  who: PersonPrincipal,
  ids: readonly OrganizationId[],
  { listed, alerts, stateOf, top }: Read,
): Promise<OrganizationTableRow[]> {
  const db = ctx.db.read
  const upward = await listUpwardOf(db, ids)
  const daysOf = await openDays(ctx, ids)
  return ids.flatMap((id) => {
    const one = listed.get(id)
    const chain = upward.get(id) ?? []
    const parent = chain[1]
    if (!one || !parent) return []
    const { row } = one
    return {
      id,
      name: row.name,
      organization: { id: parent.id, name: parent.name },
      path_names: [
        top,
        ...chainOf(one)
          .slice(1)
          .map(({ name }) => name)
          .reverse(),
      ],
      state: stateOf(one),
      alerts: alerts.get(id) ?? { urgent: 0, warning: 0 },
      accounts: row.persons_count,
      accounts_below: one.accountsBelow,
      space: row.stored_size,
      space_below: one.spaceBelow,
      quota: row.space_quota,
      grown_30: grownOf(row),
      days: daysOf(row),
      devices: row.machines_count,
      seen_at: told(row.seen_at),
      trial_until: told(row.trial_until),
      license_until: told(row.license_until),
      closes_on: told(closingAt(chain)),
      may: actionsAmong(who, chain, MAY),
    }
  })
}

const told = (at: Instant | null): string | null => (at === null ? null : formatUtc(at))

/** What organizations stored on each of the last days. Today's is what they store now. */
async function openDays({ db, now }: Ctx, ids: readonly OrganizationId[]) {
  const today = now()
  const days = Array.from({ length: SPARKLINE_DAYS - 1 }, (_, n) =>
    formatDate(today - (SPARKLINE_DAYS - 1 - n) * DAY_MS),
  )
  const rows = await listStored(db.read, ids, days[0] ?? '')
  const stored = new Map(rows.map((row) => [`${row.organization_id} ${row.day}`, row.stored]))
  return ({ id, stored_size }: Listed['row']): (number | null)[] => [
    ...days.map((day) => stored.get(`${id} ${day}`) ?? null),
    stored_size,
  ]
}
