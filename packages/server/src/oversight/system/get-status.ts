import { MOST_COUNTED, type SystemStatus } from '@holdfast/api/oversight/system'
import { SYSTEM_JOB_STATES } from '@holdfast/api/oversight/system-jobs'
import { formatUtc, HOUR_MS, type Instant } from '@holdfast/api/time'
import { authorizeSystem } from '../../access/administration.ts'
import { blobsPlace, databasePlace } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { readDatabaseVersion } from '../../platform/db/program.ts'
import { listServers } from '../../platform/installation/server-queries.ts'
import { findInstallationState } from '../../platform/installation/state-queries.ts'
import { VERSION } from '../../platform/installation/version.ts'
import { isQueued } from '../../platform/jobs/queries.ts'
import { countJobsIn, countMails, findNextAt } from '../../platform/jobs/system-queries.ts'
import { describeSmtp } from '../../platform/mail/smtp.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import {
  BACKUP_SCHEDULE,
  findInstallationBackup,
  isOverdue,
  isUnderWay,
} from '../../records/installation-backup.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { findFullCheck } from '../damage/full-check.ts'
import { logView } from './log-view.ts'
import { countDamagedUpTo, findStored } from './queries.ts'

/** Of the connection that a request came by; undefined behind a proxy, which has its own. */
interface ShownCertificate {
  isSelfSigned: boolean
  endsAt: Instant
}
type State = Awaited<ReturnType<typeof findInstallationState>>

const utc = (at: Instant | null | undefined): string | null => (at == null ? null : formatUtc(at))

/** How the installation is, by what is kept of it: nothing here reads what grows. */
export async function getSystemStatus(
  ctx: Ctx,
  who: PersonPrincipal,
  certificate: ShownCertificate | undefined,
): Promise<SystemStatus> {
  const db = ctx.db.read
  await authorizeSystem(db, who)
  const state = await findInstallationState(db)
  const servers = await listServers(db, ctx.now())
  return {
    type: 'system_status',
    version: VERSION,
    versions: [...new Set([VERSION, ...servers.map(({ version }) => version)])].sort(),
    database: await databaseOf(ctx, state),
    store: await storeOf(ctx),
    certificate: certificate
      ? { ends: formatUtc(certificate.endsAt), self_signed: certificate.isSelfSigned }
      : null,
    mail: await mailOf(ctx),
    scrub: await scrubOf(ctx),
    verify: await verifyOf(db, state),
    backup: await backupOf(ctx),
    log: logView(ctx.config, state, ctx.now()),
    jobs: await jobsOf(db),
  }
}

async function databaseOf({ db, config }: Ctx, state: State): Promise<SystemStatus['database']> {
  return {
    kind: db.dialect,
    version: await readDatabaseVersion(db.read),
    place: databasePlace(config.database),
    size: state?.database_size ?? null,
    counted: utc(state?.database_counted_at),
  }
}

async function storeOf({ db, config }: Ctx): Promise<SystemStatus['store']> {
  const all = await findStored(db.read, ROOT_ORGANIZATION)
  return {
    kind: config.blobs.kind,
    place: blobsPlace(config.blobs),
    live: all ? all.live + all.below_live : null,
    versions: all ? all.versions + all.below_versions : null,
    deleted: all ? all.deleted + all.below_deleted : null,
    stored: all ? all.stored_size + all.below_stored : null,
  }
}

async function mailOf({ db, config }: Ctx): Promise<SystemStatus['mail']> {
  const { smtpUrl, smtpStarttls, mailFrom } = config
  const way = smtpUrl === undefined ? undefined : describeSmtp(smtpUrl, smtpStarttls)
  const { waiting, oldest, givenUp } = await countMails(db.read, MOST_COUNTED)
  return {
    kind: way ? 'smtp' : 'none',
    host: way?.host ?? null,
    port: way?.port ?? null,
    encryption: way?.encryption ?? null,
    signs_in: way?.signsIn ?? false,
    from: mailFrom,
    waiting,
    given_up: givenUp,
    oldest: utc(oldest),
  }
}

async function scrubOf(ctx: Ctx): Promise<SystemStatus['scrub']> {
  const { last, progress } = await findFullCheck(ctx)
  return {
    percent_per_day: ctx.config.scrubPercentPerDay,
    last: utc(last?.endedAt),
    progress: progress ?? null,
    damaged: await countDamagedUpTo(ctx.db.read, MOST_COUNTED),
  }
}

async function verifyOf(db: Db, state: State): Promise<SystemStatus['verify']> {
  const { verify_asked_at, verify_begun_at, verify_ended_at, verify_error = null } = state ?? {}
  const isOpen = await isQueued(db, 'verify_everything')
  const ended = verify_ended_at == null ? 'none' : verify_error === null ? 'done' : 'failed'
  return {
    state: isOpen ? (verify_begun_at == null ? 'waiting' : 'running') : ended,
    asked: utc(verify_asked_at),
    begun: utc(verify_begun_at),
    ended: utc(verify_ended_at),
    roots: state?.verify_roots ?? null,
    chunks: state?.verify_chunks ?? null,
    problems: state?.verify_problems ?? null,
    error: verify_error,
  }
}

async function backupOf({ db, config, now }: Ctx): Promise<SystemStatus['backup']> {
  const { backup: schedule } = config
  const row = await findInstallationBackup(db.read)
  const next = await findNextAt(db.read, BACKUP_SCHEDULE)
  const at = now()
  const isRunning = isUnderWay(row, next, at)
  const isDue = schedule !== undefined && next !== undefined && next <= at
  const ended = row?.ended_at == null ? 'none' : row.error === null ? 'complete' : 'failed'
  return {
    place: schedule ? blobsPlace(schedule.place) : null,
    every_hours: schedule ? schedule.everyMs / HOUR_MS : null,
    state: isRunning ? 'running' : isDue ? 'waiting' : ended,
    begun: utc(row?.begun_at),
    ended: utc(row?.ended_at),
    newest_complete: utc(row?.complete_at),
    next: schedule && !isRunning ? utc(next) : null,
    bytes: row?.bytes ?? 0,
    error: row?.error ?? null,
    overdue: row !== undefined && schedule !== undefined && isOverdue(row, schedule.everyMs, at),
  }
}

async function jobsOf(db: Db): Promise<SystemStatus['jobs']> {
  const counts = {} as SystemStatus['jobs']
  for (const state of SYSTEM_JOB_STATES) counts[state] = await countJobsIn(db, state, MOST_COUNTED)
  return counts
}
