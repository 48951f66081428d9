import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { IdOf, type JobId, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'
import { area, enumOf, limit, object, time, WHO } from './system-fields.ts'

/** What the servers do in the background. */

/** What servers of this version do in the background. */
export const SYSTEM_JOB_KINDS = [
  'send_mail',
  'send_sms',
  'sweep_chunks',
  'scrub_content',
  'watch_pause',
  'mail_damage',
  'expire_tokens',
  'expire_uploads',
  'import_directories',
  'import_directory',
  'delete_organizations',
  'sign_out_devices',
  'watch_closings',
  'purge_roots',
  'remove_dept_files',
  'apply_retention',
  'count_usage',
  'keep_alerts',
  'count_figures',
  'count_space',
  'anchor_activity',
  'verify_activity',
  'check_activity',
  'check_machines',
  'run_export',
  'send_webhook',
  'expire_exports',
  'send_notices',
  'count_system',
  'verify_everything',
] as const
export type SystemJobKind = (typeof SYSTEM_JOB_KINDS)[number]
export const SYSTEM_JOB_STATES = ['waiting', 'running', 'failing', 'given_up'] as const
export type SystemJobState = (typeof SYSTEM_JOB_STATES)[number]

export const SystemJob = object('SystemJob', {
  type: Type.Literal('system_job'),
  id: IdOf<JobId>(),
  kind: Type.String({ description: 'What it does' }),
  state: enumOf(SYSTEM_JOB_STATES),
  attempts: Type.Integer(),
  created: Type.String({ description: 'UTC' }),
  next: time('When it is attempted next; null while it runs and when it was given up'),
  given_up: time('When it was given up'),
  error: nullable(Type.String({ description: 'What went wrong in the last attempt, or what it waits for' })),
  organization: nullable(
    object(
      'SystemJobOrganization',
      { id: IdOf<OrganizationId>(), name: Type.String() },
      'For which organization it is',
    ),
  ),
  droppable: Type.Boolean({ description: 'Whether it can be dropped: nothing depends on it' }),
})
export type SystemJob = Static<typeof SystemJob>

const page = {
  limit,
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '`next` of an answer' }),
  ),
}
const next = nullable(Type.Integer({ description: 'The next page; null after the last' }))

export const listSystemJobs = operation({
  name: 'list_system_jobs',
  method: 'GET',
  path: '/api/2/system/jobs',
  area,
  ours: true,
  summary: 'List the background jobs of the servers',
  description: `In the order in which they were created, without what they contain. ${WHO}`,
  params: { state: enumOf(SYSTEM_JOB_STATES), ...page },
  result: Type.Object({ results: Type.Array(SystemJob), next }),
})

const job_id = IdOf<JobId>()

export const retrySystemJob = operation({
  name: 'retry_system_job',
  method: 'POST',
  path: '/api/2/system/job/{job_id}/retry',
  area,
  ours: true,
  summary: 'Attempt a background job now',
  description: `Also one that was given up. Recorded in the activity. ${WHO}`,
  params: { job_id },
  result: SystemJob,
  errors: ['resource_locked'],
})

export const dropSystemJob = operation({
  name: 'drop_system_job',
  method: 'POST',
  path: '/api/2/system/job/{job_id}/drop',
  area,
  ours: true,
  summary: 'Drop a background job',
  description:
    'It is never attempted again. Jobs that files, accounts or access depend on are refused: see `droppable`. Recorded in the ' +
    `activity. ${WHO}`,
  params: { job_id },
  result: StatusOk,
  errors: ['resource_locked', 'policy_error'],
})
