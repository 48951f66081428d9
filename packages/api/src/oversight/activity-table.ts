import { type Static, Type } from 'typebox'
import { IdOf, type MachineId, type OrganizationId, type PersonId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { MAX_TABLE_ROWS, nullable, tablePage, tableRow } from '../table.ts'
import { Activity } from './activity.ts'

/** The activity of organizations as the admin console lists it, its export, and what verifying it found. */

export const ACTIVITY_KINDS = [
  'sign_in',
  'files',
  'sharing',
  'people',
  'devices',
  'organization',
  'system',
] as const
export type ActivityGroup = (typeof ACTIVITY_KINDS)[number]
const EXPORT_FORMATS = ['csv', 'json_lines'] as const
export const ACTIVITY_FAULTS = [
  'changed',
  'missing',
  'doubled',
  'rewritten',
  'removed',
  'end',
  'added',
] as const
export type ActivityFault = (typeof ACTIVITY_FAULTS)[number]

const enumOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

export const ActivityTableRow = Type.Object(
  tableRow({
    ...Activity.properties,
    number: Type.Integer({
      minimum: 1,
      description: 'Its number among the records of the organization, which has no gaps',
    }),
    kind: enumOf(ACTIVITY_KINDS, { description: 'What it is about' }),
  }),
  { title: 'ActivityTableRow' },
)
export type ActivityTableRow = Static<typeof ActivityTableRow>

const organization_id = IdOf<OrganizationId>()
const below = Type.Boolean({ default: false, description: 'Include child organizations, at any depth' })
const filters = {
  kind: Type.Optional(enumOf(ACTIVITY_KINDS, { description: 'Only what is about this' })),
  type_ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 50, description: 'Only these activity types' }),
  ),
  actor: Type.Optional(IdOf<PersonId>({ description: 'Only what this person did' })),
  acted_on: Type.Optional(IdOf<PersonId>({ description: 'Only what was done to this account' })),
  device: Type.Optional(IdOf<MachineId>({ description: 'Only what this device did or what was done to it' })),
  root: Type.Optional(IdOf<RootId>({ description: 'Only what was done in this root, such as a team share' })),
  from: time('Only from this time on, UTC'),
  to: time('Only before this time, UTC'),
}
const area = 'Activity'

export const tableActivity = operation({
  name: 'table_activity',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/activity',
  area,
  ours: true,
  summary: 'List and filter the activity of organizations for administrators',
  description:
    'Newest first. Shows what `list_organization_activity` shows: names of files only to people who can see them now.',
  params: {
    organization_id,
    below,
    ...filters,
    limit: Type.Integer({ minimum: 1, maximum: MAX_TABLE_ROWS, default: MAX_TABLE_ROWS }),
    cursor: Type.Optional(
      Type.String({ maxLength: 2000, description: '`cursor` or `back` of an answer with the same filters' }),
    ),
    count: Type.Boolean({
      default: false,
      description: 'Count the matches, up to 10000. Without filters, `total` is always there',
    }),
  },
  result: tablePage(ActivityTableRow, 'ActivityTable'),
  errors: ['invalid_datetime_format'],
})

export const exportActivity = operation({
  name: 'export_activity',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/activity/export',
  area,
  ours: true,
  summary: 'Download the activity of organizations',
  description:
    'All records that match, newest first, however many. The download is recorded in the activity.',
  params: {
    organization_id,
    below,
    ...filters,
    format: enumOf(EXPORT_FORMATS, {
      default: 'csv',
      description: '`json_lines`: a row of `table_activity` on each line',
    }),
  },
  resultType: 'text/csv',
  errors: ['invalid_datetime_format'],
})

export const ActivityVerified = Type.Object(
  {
    type: Type.Literal('activity_verified'),
    ok: nullable(Type.Boolean({ description: 'Null until the first check has ended' })),
    up_to: Type.Integer({ minimum: 0, description: 'The number of the last record that was checked' }),
    at: nullable(Type.String({ description: 'When the last check ended, UTC' })),
    checking: Type.Boolean({ description: 'A check is in progress' }),
    first_bad: nullable(
      Type.Object({
        number: Type.Integer({ description: 'The number of the record' }),
        what: enumOf(ACTIVITY_FAULTS, {
          description:
            '`changed`: after it was written. `missing`: it was removed. `doubled`: two records have this number. `rewritten`: it, or one before ' +
            'it, is not the one that was kept outside of the database. `removed`: it and all after it were removed. `end`, `added`: the end of the ' +
            'log does not match its records',
        }),
      }),
    ),
    anchored_at: nullable(
      Type.String({ description: 'Of the copy outside of the database that it was compared with, UTC' }),
    ),
  },
  { title: 'ActivityVerified' },
)
export type ActivityVerified = Static<typeof ActivityVerified>

const verified = '/api/2/organization/{organization_id}/activity/verified'

export const getActivityVerified = operation({
  name: 'get_activity_verified',
  method: 'GET',
  path: verified,
  area,
  ours: true,
  summary: 'Get what verifying the activity of an organization found',
  description: 'The records are verified every day: each is bound to the one before it.',
  params: { organization_id },
  result: ActivityVerified,
})

export const verifyOrganizationActivity = operation({
  name: 'verify_organization_activity',
  method: 'POST',
  path: verified,
  area,
  ours: true,
  summary: 'Verify the activity of an organization now',
  description: 'Starts a check, unless one is in progress, and returns at once.',
  params: { organization_id },
  result: ActivityVerified,
})
