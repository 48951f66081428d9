import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'

export const ALERT_KINDS = [
  'brake',
  'space_quota',
  'accounts_maximum',
  'trial_ending',
  'license_ending',
  'directory_failed',
  'machines_unreachable',
  'jobs_failed',
  'backup_failed',
  'backup_overdue',
  'retention_paused',
  'setup_open',
  'mail_waiting',
  'backups_late',
  'sign_ins_blocked',
  'certificate_ending',
  'links_public',
  'webhook_failed',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
const LEVELS = ['warning', 'urgent'] as const
export type AlertLevel = (typeof LEVELS)[number]
/** So many are shown until all are asked for. */
export const FIRST_ALERTS = 20
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const Alert = Type.Object(
  {
    type: Type.Literal('alert'),
    kind: Type.Unsafe<AlertKind>({ type: 'string', enum: ALERT_KINDS }),
    level: Type.Unsafe<AlertLevel>({
      type: 'string',
      enum: LEVELS,
      description: 'Urgent: something does not work',
    }),
    at: orNull(Type.String(), 'When it started or will start, in UTC'),
    used: orNull(Type.Integer(), 'How much of a limit is used'),
    limit: orNull(Type.Integer(), 'The limit'),
    count: Type.Integer({
      description: 'Number of affected devices, directories, jobs, emails, accounts, links or webhooks',
    }),
    items: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'AlertItem' }), {
      description: 'The first 20 of these',
    }),
    id: Type.Optional(Type.String({ description: 'Stays the same while the alert does' })),
    organization: Type.Optional(
      Type.Object({ id: IdOf<OrganizationId>(), name: Type.String() }, { title: 'AlertOrganization' }),
    ),
    since: Type.Optional(Type.String({ description: 'When it started, or was first noticed, in UTC' })),
    goes_to: Type.Optional(
      orNull(
        Type.String(),
        'The path of the page in the app where you can resolve it; null if there is none for you',
      ),
    ),
  },
  { title: 'Alert' },
)
export type Alert = Static<typeof Alert>

export const listAlerts = operation({
  name: 'list_alerts',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/alerts',
  area: 'Organizations',
  ours: true,
  summary: 'List the alerts of an organization',
  description:
    'What needs the attention of an administrator, most urgent first. With `below` or `all`, each alert also has `id`, ' +
    '`organization`, `since` and `goes_to`, unusual activity is listed by device, and other alerts are up to a minute old.',
  params: {
    organization_id: IdOf<OrganizationId>(),
    below: Type.Boolean({ default: false, description: 'Include child organizations, at any depth' }),
    all: Type.Boolean({
      default: false,
      description: `Return all alerts, not only the first ${FIRST_ALERTS}`,
    }),
  },
  result: Type.Object({
    results: Type.Array(Alert),
    counts: Type.Optional(
      Type.Object(
        { urgent: Type.Integer({ minimum: 0 }), warning: Type.Integer({ minimum: 0 }) },
        { description: 'With `below` or `all`: how many alerts there are', title: 'AlertCounts' },
      ),
    ),
  }),
})
