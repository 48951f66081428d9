import type { OrganizationId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import type { CountedOrganization } from '../../records/organizations.ts'
import { type Figures, figuresOf } from './figures.ts'
import { listMonth, listOrganizations, sumBytes } from './queries.ts'

export type FiguresById = ReadonlyMap<OrganizationId, Figures>

/** What was counted in a month. */
export async function readCounted(
  db: Db,
  month: string,
  ids: readonly OrganizationId[],
): Promise<FiguresById> {
  const rows = await listMonth(db, month, ids)
  return new Map(rows.map((row) => [row.organization_id, JSON.parse(row.usage) as Figures]))
}

/** What organizations have now, in a month that is not over. */
export async function countNow(
  db: Db,
  month: string,
  organizations: readonly CountedOrganization[],
): Promise<FiguresById> {
  const ids = organizations.map(({ id }) => id)
  const bytes = new Map((await sumBytes(db, ids)).map((row) => [row.organization_id, row]))
  const earlier = await readCounted(db, month, ids)
  return new Map(organizations.map((one) => [one.id, figuresOf(one, bytes.get(one.id), earlier.get(one.id))]))
}

export const countNowById = async (
  db: Db,
  month: string,
  ids: readonly OrganizationId[],
): Promise<FiguresById> => countNow(db, month, await listOrganizations(db, ids))
