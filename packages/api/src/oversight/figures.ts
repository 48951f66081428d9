import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'

/** What administrators see of their organization and of those below: each figure by itself, never added up. */

const area = 'Organizations'
const organization_id = IdOf<OrganizationId>()
const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })

const SPACE = {
  live: count('Bytes of the files, in their current version'),
  versions: count('Bytes of the earlier versions of these files'),
  deleted: count('Bytes of deleted files, with all their versions'),
  stored: count('Bytes that are stored, as compared with the limit: each chunk of a root counts once'),
}

export const OrganizationFigures = Type.Object(
  {
    organizations: count('The number of organizations that the figures are of'),
    accounts: count(),
    guests: count(),
    devices: count(),
    links: count(),
    public_links: count('The links that anyone can open'),
    ...SPACE,
    quota: nullable(Type.Integer({ minimum: 0, description: 'The limit of `stored`' })),
    accounts_maximum: nullable(Type.Integer({ minimum: 0, description: 'The limit of `accounts`' })),
    accounts_30: nullable(
      Type.Integer({ description: 'How many more accounts than 30 days ago; null if that is not known' }),
    ),
    grown_30: nullable(Type.Integer({ description: 'How many more bytes stored than 30 days ago' })),
  },
  { title: 'OrganizationFigures' },
)
export type OrganizationFigures = Static<typeof OrganizationFigures>

export const OrganizationSummary = Type.Object(
  {
    type: Type.Literal('organization_summary'),
    at: nullable(
      Type.String({ description: 'When the figures were counted, in UTC; null before the first time' }),
    ),
    own: OrganizationFigures,
    below: OrganizationFigures,
    fastest: Type.Array(
      Type.Object(
        { id: organization_id, name: Type.String(), grown: Type.Integer() },
        { title: 'FastGrowth' },
      ),
      { description: 'The three child organizations, at any depth, that grew most in 30 days, in bytes' },
    ),
  },
  { title: 'OrganizationSummary' },
)
export type OrganizationSummary = Static<typeof OrganizationSummary>

export const getOrganizationSummary = operation({
  name: 'get_organization_summary',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/metrics/summary',
  area,
  ours: true,
  summary: 'Get the figures of an organization and its child organizations',
  description:
    'Accounts, guests, devices, `stored` and the limits of `own` are current. All other figures are counted every ten minutes.',
  params: { organization_id },
  result: OrganizationSummary,
})

export const UsageDay = Type.Object(
  {
    accounts: count(),
    guests: count(),
    devices: count(),
    ...SPACE,
    peak_accounts: count('The most accounts counted in the month; with `day` as `accounts`'),
    peak_stored: count('The most bytes stored, in the same way'),
  },
  { title: 'UsageDay' },
)
export type UsageDay = Static<typeof UsageDay>

/** How many days an answer may span. */
export const MOST_DAYS = { day: 400, month: 1100 } as const
const UNITS = ['day', 'month'] as const
export type UsageUnit = (typeof UNITS)[number]

export const UsageHistory = Type.Object(
  {
    type: Type.Literal('usage_history'),
    results: Type.Array(
      Type.Object(
        {
          day: Type.String({ description: 'In UTC. Of a month, the last one that was counted' }),
          own: UsageDay,
          below: nullable(UsageDay),
        },
        { title: 'UsageHistoryEntry' },
      ),
      { description: 'Oldest first. A day that was not counted is missing' },
    ),
  },
  { title: 'UsageHistory' },
)
export type UsageHistory = Static<typeof UsageHistory>

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const getUsageHistory = operation({
  name: 'get_usage_history',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/metrics/history',
  area,
  ours: true,
  summary: 'Get the usage of an organization over time',
  description: `Spans up to ${MOST_DAYS.day} days, or ${MOST_DAYS.month} by month. Days without figures are missing.`,
  params: {
    organization_id,
    from: day('The first day; by default a year before `to`'),
    to: day('The last day; by default today'),
    unit: Type.Unsafe<UsageUnit>({
      type: 'string',
      enum: [...UNITS],
      default: 'day',
      description: 'What a result is about',
    }),
    below: Type.Boolean({
      default: false,
      description: 'Include the sum of all child organizations, at any depth',
    }),
  },
  result: UsageHistory,
  errors: ['invalid_request', 'invalid_date_format'],
})
