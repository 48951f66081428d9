import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { type GroupId, type GuestId, IdOf, type OrganizationId, type PersonId } from '../ids.ts'
import { NullableCount, operation } from '../operation.ts'
import { nullable } from '../table.ts'
import { guestFilters, personFilters } from './account-tables.ts'

/** One thing done with many accounts: planned first, for all of them, and then done some at a time. */

export const PERSON_ACTIONS = [
  'disable',
  'enable',
  'unlock',
  'mail_password',
  'reset_two_step',
  'set_quota',
  'add_to_group',
  'remove_from_group',
  'message',
  'delete',
] as const
export type PersonAction = (typeof PERSON_ACTIONS)[number]
export const GUEST_ACTIONS = ['message', 'delete'] as const
export type GuestAction = (typeof GUEST_ACTIONS)[number]

/** Why something is not done with an account, whatever is asked again. */
export const BULK_REFUSALS = [
  'not_allowed',
  'yourself',
  'directory',
  'disabled',
  'other_organization',
  'expired',
  'not_connected',
] as const
export type BulkRefusal = (typeof BULK_REFUSALS)[number]

export const MAX_PLANNED = 10_000
export const MAX_DONE_AT_ONCE = 100
export const MAX_SUBJECT = 150
export const MAX_MESSAGE = 5000

const enumOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
const refusal = enumOf(BULK_REFUSALS, {
  description:
    '`directory`: the password is not ours. `disabled`: cannot sign in, so gets no email. `other_organization`: not in that of the group. ' +
    '`expired`: a link that would work again. `not_connected`: the device is not',
})
const organization_id = IdOf<OrganizationId>()
const below = Type.Boolean({ default: false, description: 'Include child organizations, at any depth' })

/** What an action needs to know. */
const message = {
  subject: Type.Optional(Type.String({ maxLength: MAX_SUBJECT, description: 'For `message`' })),
  text: Type.Optional(Type.String({ maxLength: MAX_MESSAGE, description: 'For `message`' })),
}
const personValues = {
  space_quota: NullableCount(),
  group_id: Type.Optional(IdOf<GroupId>({ description: 'For `add_to_group` and `remove_from_group`' })),
  ...message,
  remove_user_files: Type.Boolean({ default: false, description: 'For `delete`: their personal files' }),
  remove_server_files: Type.Boolean({ default: false, description: 'For `delete`: their backups' }),
}

/** Which accounts: those named, or all that a list with the same search and filters shows. */
export const chosen = <Ids extends TSchema, Filters extends TProperties>(ids: Ids, filters: Filters) => ({
  organization_id,
  below,
  ids: Type.Optional(
    Type.Array(ids, {
      maxItems: MAX_PLANNED,
      description: 'Without it, all that match the search and the filters',
    }),
  ),
  except_ids: Type.Optional(
    Type.Array(ids, { maxItems: MAX_PLANNED, description: 'Of all that match, not these' }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The start of a name, of a word in a name, or of an email address',
    }),
  ),
  ...filters,
})
export const some = <Ids extends TSchema>(ids: Ids) => ({
  organization_id,
  below,
  ids: Type.Array(ids, {
    minItems: 1,
    maxItems: MAX_DONE_AT_ONCE,
    description: 'Of a plan, or known otherwise',
  }),
})

export const planOf = <Ids extends TSchema>(ids: Ids) =>
  Type.Object(
    {
      type: Type.Literal('bulk_plan'),
      ids: Type.Array(ids, { description: 'Those that it would change, in the order of their names' }),
      same: Type.Integer({ minimum: 0, description: 'How many are so already' }),
      left_out: Type.Array(
        Type.Object({
          reason: refusal,
          count: Type.Integer({ minimum: 1 }),
          first: Type.Array(Type.String(), { maxItems: 10, description: 'The first names' }),
        }),
      ),
    },
    { title: 'BulkPlan' },
  )
type Plan = Static<ReturnType<typeof planOf>>
/** A plan, as code that serves all of them sees it. */
export type BulkPlan<Id> = Omit<Plan, 'ids'> & { ids: Id[] }

export const outcomeOf = <Ids extends TSchema>(ids: Ids) => ({
  id: ids,
  name: Type.String(),
  outcome: enumOf(['done', 'same', 'refused', 'failed', 'gone'], {
    description: '`gone`: no longer there, or not in this organization',
  }),
  reason: Type.Optional(refusal),
  error: Type.Optional(Type.String({ description: 'The error code' })),
  error_description: Type.Optional(Type.String()),
})
const before = {
  space_quota_before: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, description: 'The quota that was replaced; null if there was none' }),
    ),
  ),
  bandwidth_before: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        description:
          'The limit that was replaced; 0 if there was none, null if there was one at certain times only',
      }),
    ),
  ),
}
export const resultOf = <Ids extends TSchema>(ids: Ids) =>
  Type.Object(
    { type: Type.Literal('bulk_result'), results: Type.Array(Type.Object({ ...outcomeOf(ids), ...before })) },
    { title: 'BulkResult' },
  )
type Results = Static<ReturnType<typeof resultOf>>
export type BulkOutcome<Id> = Omit<Results['results'][number], 'id'> & { id: Id }
export type BulkResult<Id> = Omit<Results, 'results'> & { results: BulkOutcome<Id>[] }

const area = 'Organizations'
const planDescription =
  `Changes nothing. Up to ${MAX_PLANNED} accounts; more are 400 \`invalid_request\`. The answer is what the operation itself takes, ` +
  `up to ${MAX_DONE_AT_ONCE} at a time, so that accounts that are created later are not touched.`
const applyDescription =
  'Each account by itself, by the rules of the operation for one. Repeating a request whose answer was lost changes nothing twice, ' +
  'but sends emails again.'
const personIds = IdOf<PersonId>()
const guestIds = IdOf<GuestId>()
const personAction = enumOf(PERSON_ACTIONS, { description: '`mail_password` sends a link to choose one' })
const guestAction = enumOf(GUEST_ACTIONS, { description: '`message` sends an email' })

export const planPersonsBulk = operation({
  name: 'plan_persons_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/persons/bulk/plan',
  area,
  ours: true,
  summary: 'Count what an action would do to many people',
  description: planDescription,
  params: { ...chosen(personIds, personFilters), action: personAction, ...personValues },
  result: planOf(personIds),
})

export const applyPersonsBulk = operation({
  name: 'apply_persons_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/persons/bulk',
  area,
  ours: true,
  summary: 'Do something with many people',
  description: applyDescription,
  params: { ...some(personIds), action: personAction, ...personValues },
  result: resultOf(personIds),
})

export const planGuestsBulk = operation({
  name: 'plan_guests_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/guests/bulk/plan',
  area,
  ours: true,
  summary: 'Count what an action would do to many guests',
  description: planDescription,
  params: { ...chosen(guestIds, guestFilters), action: guestAction, ...message },
  result: planOf(guestIds),
})

export const applyGuestsBulk = operation({
  name: 'apply_guests_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/guests/bulk',
  area,
  ours: true,
  summary: 'Do something with many guests',
  description: applyDescription,
  params: { ...some(guestIds), action: guestAction, ...message },
  result: resultOf(guestIds),
})
