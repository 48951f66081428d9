import type { OrganizationId } from '@holdfast/api/ids'
import type { OrganizationFigures, OrganizationSummary } from '@holdfast/api/oversight/figures'
import { formatUtc } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { findCountedAt } from '../../records/counted-figures.ts'
import type { OrganizationRow } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { COUNTED_FIGURES } from './count-figures.ts'
import type { Grown } from './growth.ts'
import { type FigureRow, findFigures, listNames } from './queries.ts'

/** What an organization has and what those below it have, side by side. */
export async function getOrganizationSummary(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
): Promise<OrganizationSummary> {
  const db = ctx.db.read
  const organization = await authorizeOrganization(db, who, id)
  const row = await findFigures(db, id)
  const at = await findCountedAt(db, COUNTED_FIGURES)
  const fastest = JSON.parse(row?.fastest ?? '[]') as Grown[]
  const named = new Map(
    (
      await listNames(
        db,
        fastest.map((one) => one.id),
      )
    ).map((one) => [one.id, one.name]),
  )
  return {
    type: 'organization_summary',
    at: at === undefined ? null : formatUtc(at),
    own: ownFigures(organization, row),
    below: belowFigures(row),
    fastest: fastest.flatMap(({ id: below, grown }) => {
      const name = named.get(below)
      return name === undefined ? [] : [{ id: below, name, grown }]
    }),
  }
}

const since = (now: number, before: number | null | undefined): number | null =>
  before == null ? null : now - before

function ownFigures(organization: OrganizationRow, row: FigureRow | undefined): OrganizationFigures {
  const { space_quota, num_users_maximum } = parsePolicy(organization.policy)
  const { persons_count: accounts, stored_size: stored } = organization
  return {
    organizations: 1,
    accounts,
    guests: organization.guests_count,
    devices: organization.machines_count,
    links: row?.links ?? 0,
    public_links: row?.public_links ?? 0,
    live: row?.live ?? 0,
    versions: row?.versions ?? 0,
    deleted: row?.deleted ?? 0,
    stored,
    quota: space_quota,
    accounts_maximum: num_users_maximum,
    accounts_30: since(accounts, row?.accounts_before),
    grown_30: since(stored, row?.stored_before),
  }
}

/** Limits are each its own. */
const belowFigures = (row: FigureRow | undefined): OrganizationFigures => ({
  organizations: row?.below_organizations ?? 0,
  accounts: row?.below_accounts ?? 0,
  guests: row?.below_guests ?? 0,
  devices: row?.below_devices ?? 0,
  links: row?.below_links ?? 0,
  public_links: row?.below_public_links ?? 0,
  live: row?.below_live ?? 0,
  versions: row?.below_versions ?? 0,
  deleted: row?.below_deleted ?? 0,
  stored: row?.below_stored ?? 0,
  quota: null,
  accounts_maximum: null,
  accounts_30: row ? since(row.below_accounts, row.below_accounts_before) : null,
  grown_30: row ? since(row.below_stored, row.below_stored_before) : null,
})
