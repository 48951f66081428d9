import { type Static, Type } from 'typebox'
import {
  type BulkOutcome,
  type BulkPlan,
  chosen,
  MAX_DONE_AT_ONCE,
  MAX_PLANNED,
  outcomeOf,
  planOf,
  some,
} from '../accounts/account-bulk.ts'
import { IdOf, type SharelinkId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'
import { linkFilters } from './link-table.ts'

/** One thing done with many share links: planned first, for all of them, and then done some at a time. */

export const LINK_ACTIONS = ['require_sign_in', 'allow_public', 'set_expires', 'delete'] as const
export type LinkAction = (typeof LINK_ACTIONS)[number]
/** Of a link that has no expiry date. */
export const NEVER = 'never'

const ids = IdOf<SharelinkId>()
const action = Type.Unsafe<LinkAction>({
  type: 'string',
  enum: [...LINK_ACTIONS],
  description:
    '`require_sign_in` limits links to the people they are shared with. `allow_public` opens them to anyone who has the link. ' +
    '`set_expires` also shortens, but never prolongs, expiry dates that exist',
})
const expires = Type.Optional(
  Type.String({ format: 'date', description: 'For `set_expires`: the last day on which they work' }),
)

const { left_out, same, type } = planOf(ids).properties
const LinkBulkPlan = Type.Object(
  {
    type,
    ids: Type.Array(ids, { description: 'Those that it would change' }),
    same,
    left_out,
    with_members: Type.Integer({
      minimum: 0,
      description: 'How many of those that it would change are shared with people, groups or addresses',
    }),
  },
  { title: 'LinkBulkPlan' },
)
export type LinkBulkPlan = BulkPlan<SharelinkId> & { with_members: number }

const LinkBulkResult = Type.Object(
  {
    type: Type.Literal('bulk_result'),
    results: Type.Array(
      Type.Object({
        ...outcomeOf(ids),
        expires_before: nullable(Type.String({ description: 'The expiry date that it had' })),
      }),
    ),
  },
  { title: 'LinkBulkResult' },
)
export type LinkBulkOutcome = BulkOutcome<SharelinkId> &
  Pick<Static<typeof LinkBulkResult>['results'][number], 'expires_before'>

const area = 'Organizations'

export const planSharelinksBulk = operation({
  name: 'plan_sharelinks_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/sharelinks/bulk/plan',
  area,
  ours: true,
  summary: 'Count what an action would do to many share links',
  description:
    `Changes nothing. Up to ${MAX_PLANNED} links; more are 400 \`invalid_request\`. The answer is what the operation itself takes, ` +
    `up to ${MAX_DONE_AT_ONCE} at a time, so that links that are created later are not touched.`,
  params: { ...chosen(ids, linkFilters), action, expires },
  result: LinkBulkPlan,
})

export const applySharelinksBulk = operation({
  name: 'apply_sharelinks_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/sharelinks/bulk',
  area,
  ours: true,
  summary: 'Change or delete many share links',
  description:
    'Each link by itself, by the rules of the operation for one. Repeating a request whose answer was lost changes nothing twice.',
  params: {
    ...some(ids),
    action,
    expires,
    expires_each: Type.Optional(
      Type.Array(Type.String({ maxLength: 10 }), {
        maxItems: MAX_DONE_AT_ONCE,
        description: `For \`set_expires\`, instead of \`expires\`: one for each of \`ids\`, a day or \`${NEVER}\`. It can prolong, to undo a change`,
      }),
    ),
  },
  result: LinkBulkResult,
})
