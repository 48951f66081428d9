import { isDeepStrictEqual } from 'node:util'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import type { Instant } from '@holdfast/api/time'
import { isAbove } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { insertActivity } from '../../records/activity/queries.ts'
import { activityOf } from '../../records/activity/record-activity.ts'
import { type listPoliciesOfChildren, type OrganizationRow, setPolicy } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { insertPolicyChanges } from './policy-queries.ts'
import { type Field, fitBelow, GRANTED_FROM_ABOVE, type PolicyChange } from './policy-rules.ts'

/** The policy that an organization had, and the one that it gets. */
export interface Outcome {
  id: OrganizationId
  before: PolicySettings
  after: PolicySettings
}

/** By field, the value before a change and the one after. */
export type ChangedFields = Partial<Record<Field, readonly [before: unknown, after: unknown]>>

export const changesOf = ({ before, after }: Outcome): PolicyChange => differing(after, before)

export function checkLimits(who: Principal, organization: OrganizationRow, change: object): void {
  const limits = GRANTED_FROM_ABOVE.filter((field) => field in change)
  if (limits.length > 0 && !isAbove(who, organization))
    fail('forbidden', `Only administrators of a parent organization can change ${limits.join(', ')}.`)
}

/**
 * What a policy makes of those below it, level by level: what it lacks they lose, what it demands is demanded of them. `former`
 * has values that some of them get back where the one above lets them.
 */
export async function outcomesBelow<D extends Db>(
  db: D,
  top: Outcome,
  listChildren: (db: D, ids: readonly OrganizationId[]) => ReturnType<typeof listPoliciesOfChildren>,
  former: ReadonlyMap<OrganizationId, PolicyChange> = new Map(),
): Promise<Outcome[]> {
  const found: Outcome[] = []
  let level = [top]
  while (level.length > 0) {
    const above = new Map(level.map(({ id, after }) => [id, after]))
    const children = await listChildren(db, [...above.keys()])
    level = children.flatMap(({ id, parent_id, policy }) => {
      const before = parsePolicy(policy)
      const wanted = { ...before, ...former.get(id) }
      const after = fitBelow(wanted, above.get(parent_id) ?? wanted)
      const isChanged = !isDeepStrictEqual(after, before)
      if (isChanged) found.push({ id, before, after })
      return isChanged || former.has(id) ? [{ id, before, after }] : []
    })
  }
  return found
}

/** Changes policies, the first one’s by itself and the others’ by that, and puts that on record. */
export async function applyOutcomes(
  tx: Tx,
  who: Principal,
  organization: OrganizationRow,
  [own, ...below]: readonly [Outcome, ...Outcome[]],
  { at, undoes = null }: { at: Instant; undoes?: ActivityId | null },
): Promise<ActivityId> {
  const outcomes = [own, ...below]
  for (const { id, after } of outcomes) await setPolicy(tx, id, after)
  const about = [...new Set(outcomes.flatMap((one) => Object.keys(changesOf(one))))].join(', ')
  const record = activityOf(who, 'policy_updated', { organization, about }, at)
  const { id: activity_id } = await insertActivity(tx, record)
  await insertPolicyChanges(
    tx,
    outcomes.map((one) => ({
      activity_id,
      organization_id: one.id,
      made_in: own.id,
      below: one === own ? below.length : 0,
      undoes,
      changes: JSON.stringify(changedFields(one)),
      made_at: at,
    })),
  )
  return activity_id
}

const changedFields = (one: Outcome): ChangedFields =>
  Object.fromEntries(
    Object.entries(changesOf(one)).map(([field, to]) => [field, [one.before[field as Field], to]]),
  )
