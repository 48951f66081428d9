import type { OrganizationId } from '@holdfast/api/ids'
import type { SystemJob } from '@holdfast/api/oversight/system-jobs'
import { formatUtc } from '@holdfast/api/time'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { isDroppable } from '../../platform/jobs/jobs.ts'
import { type ShownJob, stateOf } from '../../platform/jobs/system-queries.ts'
import { withoutSecrets } from '../../platform/mail/answer-of.ts'
import { findOrganization } from '../../records/organizations.ts'

const LONGEST_ERROR = 500

/** Without what is to be done: that opens accounts, and names what is nobody else's affair. */
export function viewJob(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  job: ShownJob,
  organization: SystemJob['organization'],
): SystemJob {
  const { id, kind, attempts, created_at, due_at, given_up_at, last_error } = job
  const state = stateOf(job)
  return {
    type: 'system_job',
    ...{ id, kind, state, attempts },
    created: formatUtc(created_at),
    next: state === 'waiting' || state === 'failing' ? formatUtc(due_at) : null,
    given_up: given_up_at === null ? null : formatUtc(given_up_at),
    error: last_error === null ? null : withoutSecrets(last_error, smtpUrl).slice(0, LONGEST_ERROR),
    organization,
    droppable: isDroppable(kind),
  }
}

/** A lane of one organization has its number at the end. */
export async function organizationOf(
  db: Db,
  { lane }: Pick<ShownJob, 'lane'>,
): Promise<SystemJob['organization']> {
  const [, of] = /^\S+ (\d+)$/.exec(lane) ?? []
  const organization = of && (await findOrganization(db, Number(of) as OrganizationId))
  return organization ? { id: organization.id, name: organization.name } : null
}
