import type { PersonId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Message } from '../mail/mailer.ts'
import type { TextMessage } from '../sms/sms.ts'
import { insertJob } from './queries.ts'

type Nothing = Record<string, never>

/** Every kind of job and its payload. Handlers run at least once, so each must be safe to repeat. */
export interface Jobs {
  send_mail: Message
  send_sms: TextMessage
  sweep_chunks: Nothing
  expire_tokens: Nothing
  expire_uploads: Nothing
  import_directories: Nothing
  /** Finishes deleting organizations, then whatever other roots were deleted. */
  delete_organizations: Nothing
  purge_roots: Nothing
  remove_dept_files: { personId: PersonId }
  /** Removes what the policies of organizations keep no longer. */
  apply_retention: Nothing
  count_usage: Nothing
  /** Keeps outside of the database how far the activity has come. */
  anchor_activity: Nothing
  /** Tells people what happened to what they share. */
  send_notices: Nothing
}

export type JobKind = keyof Jobs
export type JobHandlers = { [Kind in JobKind]: (ctx: Ctx, payload: Jobs[Kind]) => Promise<void> }

/** Jobs that come round by themselves, once for all servers together. */
export const SCHEDULE: readonly { kind: JobKind; everyMs: number }[] = [
  { kind: 'sweep_chunks', everyMs: HOUR_MS },
  { kind: 'expire_tokens', everyMs: HOUR_MS },
  { kind: 'expire_uploads', everyMs: HOUR_MS },
  { kind: 'import_directories', everyMs: 15 * MINUTE_MS },
  { kind: 'purge_roots', everyMs: HOUR_MS },
  { kind: 'apply_retention', everyMs: HOUR_MS },
  { kind: 'count_usage', everyMs: 24 * HOUR_MS },
  { kind: 'anchor_activity', everyMs: HOUR_MS },
  { kind: 'send_notices', everyMs: MINUTE_MS },
]

/** Queues a job in the transaction that causes it: both happen or neither. */
export const enqueue = <Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  payload: Jobs[Kind],
  at: Instant,
): Promise<void> => insertJob(tx, kind, JSON.stringify(payload), at)
