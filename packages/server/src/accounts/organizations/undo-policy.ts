import { POLICY_UNDO_DAYS, type UndonePolicy } from '@holdfast/api/accounts/policies'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { holdPoliciesOfChildren, type OrganizationRow } from '../../records/organizations.ts'
import { getPolicy, parsePolicy } from '../../records/policy.ts'
import {
  applyOutcomes,
  type ChangedFields,
  changesOf,
  checkLimits,
  type Outcome,
  outcomesBelow,
} from './change-policy.ts'
import { listLaterPolicyChanges, listPolicyChangeRows } from './policy-queries.ts'
import { type Field, fitBelow, type PolicyChange } from './policy-rules.ts'
import { holdForPolicy } from './update-policy.ts'

export const isUndoable = (madeAt: Instant, now: Instant): boolean => madeAt > now - POLICY_UNDO_DAYS * DAY_MS

/** Gives fields the values that they had before a change, in all organizations where nobody changed them since. */
export async function undoPolicy(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  activityId: ActivityId,
): Promise<UndonePolicy> {
  return ctx.db.write(async (tx) => {
    const organization = await holdForPolicy(tx, who, id)
    const at = ctx.now()
    const changed = await readChange(tx, id, activityId, at)
    checkLimits(who, organization, changed.get(id) ?? {})
    const former = await formerValues(tx, activityId, changed)
    const own = await ownOutcome(tx, organization, former.get(id))
    const outcomes = [own, ...(await outcomesBelow(tx, own, holdPoliciesOfChildren, former))] as const
    const [fields = [], ...below] = outcomes.map((one) => Object.keys(changesOf(one)) as Field[])
    const activity_id =
      fields.length + below.length > 0
        ? await applyOutcomes(tx, who, organization, outcomes, { at, undoes: activityId })
        : null
    const isKept = ([one, values]: [OrganizationId, ChangedFields]) => {
      const after = outcomes.find((outcome) => outcome.id === one)?.after
      return Object.entries(values).some(([field, [value]]) => after?.[field as Field] !== value)
    }
    return {
      type: 'policy_undone',
      activity_id,
      fields,
      kept: (Object.keys(changed.get(id) ?? {}) as Field[]).filter((field) => !fields.includes(field)),
      organizations_below: below.length,
      kept_below: [...changed].filter((one) => one[0] !== id && isKept(one)).length,
    }
  })
}

/** What a change changed, by organization. */
async function readChange(
  tx: Tx,
  id: OrganizationId,
  activityId: ActivityId,
  now: Instant,
): Promise<Map<OrganizationId, ChangedFields>> {
  const rows = await listPolicyChangeRows(tx, activityId)
  const own = rows.find((row) => row.organization_id === id && row.made_in === id)
  if (!own) return noSuch(`change ${activityId} of this policy`)
  if (!isUndoable(own.made_at, now))
    fail('policy_error', `Changes can be undone for ${POLICY_UNDO_DAYS} days. This one is older.`)
  return new Map(rows.map((row) => [row.organization_id, JSON.parse(row.changes)]))
}

/** The values before it, without those that someone changed since. */
async function formerValues(
  tx: Tx,
  activityId: ActivityId,
  changed: ReadonlyMap<OrganizationId, ChangedFields>,
): Promise<Map<OrganizationId, PolicyChange>> {
  const since = new Map<OrganizationId, Set<string>>()
  for (const { organization_id: id, changes } of await listLaterPolicyChanges(tx, activityId, [
    ...changed.keys(),
  ]))
    since.set(id, new Set([...(since.get(id) ?? []), ...Object.keys(JSON.parse(changes))]))
  return new Map(
    [...changed].map(([id, values]) => [
      id,
      Object.fromEntries(
        Object.entries(values)
          .filter(([field]) => !since.get(id)?.has(field))
          .map(([field, [value]]) => [field, value]),
      ),
    ]),
  )
}

async function ownOutcome(
  tx: Tx,
  { id, parent_id, policy }: OrganizationRow,
  former: PolicyChange = {},
): Promise<Outcome> {
  const before = parsePolicy(policy)
  const wanted: PolicySettings = { ...before, ...former }
  return { id, before, after: parent_id === null ? wanted : fitBelow(wanted, await getPolicy(tx, parent_id)) }
}
