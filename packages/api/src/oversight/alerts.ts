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
  'mail_waiting',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
const LEVELS = ['warning', 'urgent'] as const
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const Alert = Type.Object(
  {
    type: Type.Literal('alert'),
    kind: Type.Unsafe<AlertKind>({ type: 'string', enum: ALERT_KINDS }),
    level: Type.Unsafe<(typeof LEVELS)[number]>({
      type: 'string',
      enum: LEVELS,
      description: 'Urgent: something does not work already',
    }),
    at: orNull(Type.String(), 'When it began, or when it will come, in UTC'),
    used: orNull(Type.Integer(), 'How much of a limit is used'),
    limit: orNull(Type.Integer(), 'The limit'),
    count: Type.Integer({ description: 'How many devices, directories, jobs or mails it is about' }),
    items: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'AlertItem' }), {
      description: 'The first twenty of those',
    }),
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
  summary: 'List what needs an administrator of the organization, most urgent first',
  params: { organization_id: IdOf<OrganizationId>() },
  result: Type.Object({ results: Type.Array(Alert) }),
})
