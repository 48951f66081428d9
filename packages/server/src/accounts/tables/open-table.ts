import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Filter, Listed, Scope, Sort } from '../../platform/db/table/listed.ts'
import type { Principal } from '../../platform/principal.ts'
import type { ListWish } from '../../platform/table/read-listed.ts'
import type { TableParams } from '../../platform/table/read-table.ts'

/** The organization and, if that is asked for, all below it: whoever administers it administers those. */
export async function authorizeScope(
  ctx: Ctx,
  who: Principal,
  { organization_id: id, below }: Pick<TableParams, 'organization_id' | 'below'>,
): Promise<Scope> {
  const { path } = await authorizeOrganization(ctx.db.read, who, id)
  return below ? { path } : { organizationId: id }
}

/** A list as the parameters ask for it, where sorts are named after columns. */
export function wishOf<Name extends string>(
  listed: Listed,
  scope: Scope,
  columns: Record<Name, Sort['column']>,
  { sort, filters }: { sort: NoInfer<Name | `-${Name}`>; filters: readonly Filter[] },
): ListWish {
  const column = columns[nameOf(sort) as Name]
  return { listed, scope, sort: { column, descending: sort.startsWith('-') }, filters }
}

export const nameOf = (sort: string): string => sort.replace(/^-/, '')
