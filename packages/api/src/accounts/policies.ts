import { type Static, Type } from 'typebox'
import { type ActivityId, IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { PolicySettings, policyParams } from '../policy.ts'

export type PolicyField = keyof PolicySettings
export type PolicyValue = PolicySettings[PolicyField]

const FIELDS = Object.keys(PolicySettings.properties) as PolicyField[]
const Field = Type.Unsafe<PolicyField>({
  type: 'string',
  enum: FIELDS,
  description: 'The name of the field',
})
const Value = (description: string) =>
  Type.Unsafe<PolicyValue>(
    Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()], { description }),
  )
const count = (description: string) => Type.Integer({ minimum: 0, description })

const Named = Type.Object({ id: IdOf<OrganizationId>(), name: Type.String() }, { title: 'NamedOrganization' })
const By = (description: string) => Type.Union([Named, Type.Null()], { description })

const Version = Type.String({
  description:
    'Stands for the current values. Send it with `update_organization_policy` to refuse the change if someone else changed them first',
})

/** Where a value comes from, and what keeps someone from changing it. */
export const POLICY_ORIGINS = ['default', 'here', 'required', 'not_granted', 'above'] as const
export type PolicyOrigin = (typeof POLICY_ORIGINS)[number]

export const ExplainedField = Type.Object(
  {
    field: Field,
    value: Value('The current value'),
    default: Value('The value of a new organization'),
    own: Type.Boolean({
      description: 'Whether administrators of the organization itself can change it',
    }),
    may_change: Type.Boolean({ description: 'Whether you can change it' }),
    why: Type.Unsafe<PolicyOrigin>({
      type: 'string',
      enum: POLICY_ORIGINS,
      description:
        'Where the value comes from: the default, or set here. Or why you cannot change it: a parent organization requires ' +
        'it, a parent organization does not have it, or only parent organizations set it',
    }),
    by: By('The organization that requires it, does not have it, or sets it'),
  },
  { title: 'ExplainedField' },
)
export type ExplainedField = Static<typeof ExplainedField>

export const ExplainedPolicy = Type.Object(
  { type: Type.Literal('policy_explained'), version: Version, fields: Type.Array(ExplainedField) },
  { title: 'ExplainedPolicy' },
)
export type ExplainedPolicy = Static<typeof ExplainedPolicy>

/** What a change has an effect on at once, as far as it can be counted. */
export const POLICY_EFFECTS = [
  'public_links',
  'no_two_step',
  'old_passwords',
  'directory_accounts',
  'deleted_items',
  'earlier_versions',
  'backups',
  'file_servers',
  'bytes_over',
] as const
export type PolicyEffectKind = (typeof POLICY_EFFECTS)[number]
/** No effect but bytes is counted further. */
export const MOST_AFFECTED = 10_000

const PolicyEffect = Type.Object(
  {
    kind: Type.Unsafe<PolicyEffectKind>({
      type: 'string',
      enum: POLICY_EFFECTS,
      description:
        'What is counted: public links that stop working without sign-in, accounts without two-step verification, accounts ' +
        'that must choose a new password, accounts that sign in with the password of a directory, deleted items and ' +
        'earlier versions that are permanently deleted, backups and file servers that pause, or bytes over the quota',
    }),
    count: count(
      `How many, in the organization and those where it changes, too; up to ${MOST_AFFECTED}, except bytes`,
    ),
    at_least: Type.Boolean({ description: 'Whether there are more' }),
  },
  { title: 'PolicyEffect' },
)
export type PolicyEffect = Static<typeof PolicyEffect>

const changed = {
  field: Field,
  from: Value('The value before'),
  to: Value('The value after'),
}

export const PlannedChange = Type.Object(
  {
    ...changed,
    organizations_below: count('In how many child organizations it changes, too, at any level'),
    effect: Type.Union([PolicyEffect, Type.Null()], {
      description: 'What it has an effect on at once; null if nothing can be counted',
    }),
  },
  { title: 'PlannedChange' },
)
export type PlannedChange = Static<typeof PlannedChange>

export const PolicyPlan = Type.Object(
  { type: Type.Literal('policy_plan'), version: Version, changes: Type.Array(PlannedChange) },
  { title: 'PolicyPlan' },
)
export type PolicyPlan = Static<typeof PolicyPlan>

/** For so many days, a change can be undone. */
export const POLICY_UNDO_DAYS = 30

export const PolicyChange = Type.Object(
  {
    activity_id: IdOf<ActivityId>({ description: 'The ID of its record in the activity log' }),
    at: Type.String({ description: 'When it was made, in UTC' }),
    by: Type.Union([Type.String(), Type.Null()], {
      description: 'The name of the person who made it; null if it was made in a parent organization',
    }),
    above: By('The parent organization whose change caused it'),
    is_undo: Type.Boolean({ description: 'Whether it undid another change' }),
    changes: Type.Array(Type.Object(changed, { title: 'ChangedField' })),
    organizations_below: count('In how many child organizations something changed, too, at any level'),
    may_undo: Type.Boolean({
      description: `Whether you can undo it: within ${POLICY_UNDO_DAYS} days, in the organization where it was made`,
    }),
  },
  { title: 'PolicyChange' },
)
export type PolicyChange = Static<typeof PolicyChange>

export const UndonePolicy = Type.Object(
  {
    type: Type.Literal('policy_undone'),
    activity_id: Type.Union([IdOf<ActivityId>(), Type.Null()], {
      description: 'The record of the undo, which can be undone, too; null if nothing was left to undo',
    }),
    fields: Type.Array(Field, { description: 'What has its former value again in the organization' }),
    kept: Type.Array(Field, {
      description: 'What was changed again since, or what a parent organization requires or does not have',
    }),
    organizations_below: count('In how many child organizations something changed, too, at any level'),
    kept_below: count('In how many child organizations someone changed something again since'),
  },
  { title: 'UndonePolicy' },
)
export type UndonePolicy = Static<typeof UndonePolicy>

const area = 'Organizations'
const one = { organization_id: IdOf<OrganizationId>() }

export const explainPolicy = operation({
  name: 'explain_policy',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/policy/explain',
  area,
  ours: true,
  summary: 'Explain the policy of an organization',
  description: 'For each field: the value, where it comes from, and whether you can change it.',
  params: one,
  result: ExplainedPolicy,
})

export const planPolicy = operation({
  name: 'plan_policy',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/policy/plan',
  area,
  ours: true,
  summary: 'Preview a change of a policy',
  description:
    'Takes the fields of `update_organization_policy`, refuses what that refuses, and changes nothing. Answers with what ' +
    'would change, in how many organizations, and with what effect.',
  params: { ...one, ...policyParams },
  result: PolicyPlan,
  errors: ['policy_error'],
})

export const listPolicyChanges = operation({
  name: 'list_policy_changes',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/policy/changes',
  area,
  ours: true,
  summary: 'List the changes of a policy',
  description: 'Newest first, up to 50, with those that changes in parent organizations caused.',
  params: {
    ...one,
    before: Type.Optional(IdOf<ActivityId>({ description: 'Only older ones: `next` of the previous page' })),
  },
  result: Type.Object({
    results: Type.Array(PolicyChange),
    next: Type.Union([IdOf<ActivityId>(), Type.Null()], {
      description: 'Send it as `before` for the next page; null on the last page',
    }),
  }),
})

export const undoPolicy = operation({
  name: 'undo_policy',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/policy/undo',
  area,
  ours: true,
  summary: 'Undo a change of a policy',
  description:
    `Sets fields to their former values, in the organization and its child organizations, except where someone changed them since. ` +
    `Possible for ${POLICY_UNDO_DAYS} days.`,
  params: {
    ...one,
    activity_id: IdOf<ActivityId>({ description: 'The record of the change in the activity log' }),
  },
  result: UndonePolicy,
  errors: ['policy_error'],
})
