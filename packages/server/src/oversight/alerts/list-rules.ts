import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { countStanding, listRules } from './rule-queries.ts'
import { ruleView } from './rule-view.ts'

export async function listAlertRules({ db }: Ctx, who: Principal, id: OrganizationId) {
  await authorizeOrganization(db.read, who, id)
  const standing = await countStanding(db.read, id)
  return { results: (await listRules(db.read, id)).map((row) => ruleView(row, standing.get(row.id))) }
}
