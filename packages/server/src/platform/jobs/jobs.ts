import type { AlertDeliveryId, AuthSourceId, ExportId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { SystemJobKind } from '@holdfast/api/oversight/system-jobs'
import { HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Message } from '../mail/mailer.ts'
import type { TextMessage } from '../sms/sms.ts'
import { insertJob } from './queries.ts'

type Nothing = Record<string, never>

/** A mail with what it counts as; one that does not count has someone waiting for it, and limits of its own. */
export interface QueuedMail extends Message {
  counted?: { organizationId: OrganizationId; as: 'warning' | 'welcome' | 'news'; by?: PersonId }
}

/** Every kind of job and its payload. Handlers run at least once, so each must be safe to repeat. */
export interface Jobs {
  send_mail: QueuedMail
  send_sms: TextMessage
  sweep_chunks: Nothing
  /** Reads some of what is stored, to see whether it is still right. */
  scrub_content: Nothing
  /** Puts the pause after a restore on record, and tells administrators before it ends. */
  watch_pause: Nothing
  /** Writes to system administrators about damaged bytes. */
  mail_damage: Nothing
  expire_tokens: Nothing
  expire_uploads: Nothing
  /** Queues an import from each directory that is due. */
  import_directories: Nothing
  import_directory: { authSourceId: AuthSourceId }
  /** Finishes deleting organizations, then whatever other roots were deleted. */
  delete_organizations: Nothing
  /** Signs out the devices of an organization that is being closed. */
  sign_out_devices: { organizationId: OrganizationId }
  /** Deletes organizations on the day on which they close, and tells people before. */
  watch_closings: Nothing
  purge_roots: Nothing
  remove_dept_files: { personId: PersonId }
  /** Removes what the policies of organizations keep no longer. */
  apply_retention: Nothing
  count_usage: Nothing
  /** Looks for what needs administrators, in all organizations, and tells of it by their rules. */
  keep_alerts: Nothing
  /** Counts what administrators see of their organizations and of those below. */
  count_figures: Nothing
  /** Copies what people store to where lists are sorted by it. */
  count_space: Nothing
  /** Keeps outside of the database how far the activity has come. */
  anchor_activity: Nothing
  /** Queues verifying the activity of every organization. */
  verify_activity: Nothing
  check_activity: { organizationId: OrganizationId }
  /** Tells people of machines that are gone, or back, and forgets what machines did long ago. */
  check_machines: Nothing
  /** A step of an export of an organization, or the end of one. */
  run_export: { exportId: ExportId }
  /** Removes exports that are kept no longer. */
  expire_exports: Nothing
  /** Another attempt to deliver a message to a webhook. */
  send_webhook: { deliveryId: AlertDeliveryId }
  /** Tells people what happened to what they share. */
  send_notices: Nothing
  /** Counts what system administrators see of the installation. */
  count_system: Nothing
  /** Looks at all records and all stored bytes, as a system administrator asked for. */
  verify_everything: Nothing
}

/** Thrown by a handler whose job has to wait, for as long as that takes: no failure, and no attempt. */
export class NotYet extends Error {
  readonly until: Instant

  constructor(why: string, until: Instant) {
    super(why)
    this.until = until
  }
}

export type JobKind = keyof Jobs
export type JobHandlers = { [Kind in JobKind]: (ctx: Ctx, payload: Jobs[Kind]) => Promise<void> }

/** Jobs that come round by themselves, once for all servers together. */
export const SCHEDULE: readonly { kind: JobKind; everyMs: number }[] = [
  { kind: 'sweep_chunks', everyMs: HOUR_MS },
  { kind: 'scrub_content', everyMs: 10 * MINUTE_MS },
  { kind: 'watch_pause', everyMs: HOUR_MS },
  // However much is found, one mail an hour.
  { kind: 'mail_damage', everyMs: HOUR_MS },
  { kind: 'expire_tokens', everyMs: HOUR_MS },
  // Quotas count them until then.
  { kind: 'expire_uploads', everyMs: 5 * MINUTE_MS },
  { kind: 'import_directories', everyMs: 15 * MINUTE_MS },
  { kind: 'watch_closings', everyMs: HOUR_MS },
  { kind: 'purge_roots', everyMs: HOUR_MS },
  { kind: 'apply_retention', everyMs: HOUR_MS },
  { kind: 'expire_exports', everyMs: HOUR_MS },
  { kind: 'count_space', everyMs: 10 * MINUTE_MS },
  { kind: 'count_usage', everyMs: 24 * HOUR_MS },
  { kind: 'count_figures', everyMs: 10 * MINUTE_MS },
  { kind: 'keep_alerts', everyMs: MINUTE_MS },
  { kind: 'anchor_activity', everyMs: HOUR_MS },
  { kind: 'verify_activity', everyMs: 24 * HOUR_MS },
  { kind: 'send_notices', everyMs: MINUTE_MS },
  { kind: 'check_machines', everyMs: 5 * MINUTE_MS },
  { kind: 'count_system', everyMs: 10 * MINUTE_MS },
]

/**
 * Whether a job of a kind can be dropped, and nothing is lost but this one attempt: it comes round by itself, or what it does is only a
 * message. With any other, files would stay that were to go, or devices signed in that were to be signed out.
 */
const IS_DROPPABLE: Record<SystemJobKind, boolean> = {
  send_mail: true,
  send_sms: true,
  sweep_chunks: true,
  scrub_content: true,
  watch_pause: true,
  mail_damage: true,
  expire_tokens: true,
  expire_uploads: true,
  import_directories: true,
  import_directory: true,
  delete_organizations: false,
  sign_out_devices: false,
  watch_closings: true,
  purge_roots: true,
  remove_dept_files: false,
  apply_retention: true,
  // A day that was not counted is missing on bills.
  count_usage: false,
  keep_alerts: true,
  count_figures: true,
  count_space: true,
  anchor_activity: true,
  verify_activity: true,
  check_activity: true,
  check_machines: true,
  // They have a state of their own, and can be canceled or sent again where that is shown.
  run_export: false,
  send_webhook: false,
  expire_exports: true,
  send_notices: true,
  count_system: true,
  verify_everything: true,
} satisfies Record<JobKind, boolean>

/** Not where this version does not know what depends on it. */
export const isDroppable = (kind: string): boolean =>
  Object.hasOwn(IS_DROPPABLE, kind) && IS_DROPPABLE[kind as SystemJobKind]

/** What people wait for at a door. */
const CODES = 'codes'
type Road = JobKind | typeof CODES

/** On how many lanes of a road one server works at once, where it is not one. */
export const LANES_AT_ONCE: Partial<Record<Road, number>> = {
  [CODES]: 4,
  send_mail: 4,
  send_webhook: 4,
  import_directory: 4,
}

const roadFor = <Kind extends JobKind>(kind: Kind, payload: Jobs[Kind]): Road =>
  kind === 'send_sms' || (kind === 'send_mail' && (payload as Message).urgent) ? CODES : kind

/** The part of a lane's name that says which road it is on. */
export const roadOf = (lane: string): Road => lane.split(' ')[0] as Road

/**
 * Queues a job in the transaction that causes it: both happen or neither. Jobs of one lane wait for each other, and for no
 * others. Each kind of job has its own, and where many come from one organization, `of` it.
 */
export const enqueue = <Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  payload: Jobs[Kind],
  at: Instant,
  of?: OrganizationId,
): Promise<void> => {
  const road = roadFor(kind, payload)
  const lane = of === undefined ? road : `${road} ${of}`
  return insertJob(tx, { kind, lane, payload: JSON.stringify(payload) }, at)
}
