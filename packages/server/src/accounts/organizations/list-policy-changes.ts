import type { PolicyChange, PolicyField, PolicyValue } from '@holdfast/api/accounts/policies'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { authorizeOrganization, isAbove } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import type { ChangedFields } from './change-policy.ts'
import { type ListedChange, listPolicyChangesBefore } from './policy-queries.ts'
import { type Field, GRANTED_FROM_ABOVE } from './policy-rules.ts'
import { isUndoable } from './undo-policy.ts'

const PAGE = 50

/** The changes of a policy, newest first, also those that others above brought about. */
export async function listPolicyChanges(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  before: ActivityId | undefined,
) {
  const organization = await authorizeOrganization(ctx.db.read, who, id)
  const mayLimit = isAbove(who, organization)
  const rows = await listPolicyChangesBefore(ctx.db.read, id, before, PAGE + 1)
  const page = rows.slice(0, PAGE)
  return {
    results: page.map((row) => changeView(row, mayLimit, ctx.now())),
    next: rows.length > PAGE ? (page.at(-1)?.activity_id ?? null) : null,
  }
}

function changeView(row: ListedChange, mayLimit: boolean, now: number): PolicyChange {
  const changes: ChangedFields = JSON.parse(row.changes)
  const fields = Object.keys(changes) as Field[]
  const isOwn = row.made_in === row.organization_id
  return {
    activity_id: row.activity_id,
    at: formatUtc(row.made_at),
    by: isOwn ? row.actor_text : null,
    above: isOwn ? null : { id: row.made_in, name: row.made_in_name },
    is_undo: row.undoes !== null,
    changes: Object.entries(changes).map(([field, [from, to]]) => ({
      field: field as PolicyField,
      from: from as PolicyValue,
      to: to as PolicyValue,
    })),
    organizations_below: row.below,
    may_undo:
      isOwn &&
      isUndoable(row.made_at, now) &&
      (mayLimit || !fields.some((field) => GRANTED_FROM_ABOVE.includes(field))),
  }
}
