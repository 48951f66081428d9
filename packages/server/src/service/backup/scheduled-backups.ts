import { formatUtc, HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import { logFailure } from '../../platform/basics/outage.ts'
import { type BackupSchedule, blobsPlace } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_INSTALLATION, type Topic, type Tx } from '../../platform/db/database.ts'
import { advanceSchedule, insertSchedule, isScheduleDue, moveSchedule } from '../../platform/jobs/queries.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import {
  BACKUP_SCHEDULE,
  expectInstallationBackup,
  findInstallationBackup,
  isOverdue,
  noteTold,
  updateInstallationBackup,
} from '../../records/installation-backup.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { displayName, listAdministratorsOf } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { tellsAdministrators } from '../../records/shipped-rules.ts'
import { BACKUP } from '../words/backup.ts'
import { isHeld } from './hold-sweep.ts'
import { type Answer, runBackup } from './run-backup.ts'

const LOOK_EVERY_MS = MINUTE_MS
/** For so long others leave it to the server that makes it: one that is killed has none after that. */
const LEASE_MS = 3 * MINUTE_MS
const RENEW_MS = MINUTE_MS
const RETRY_MS = HOUR_MS

/**
 * Makes backups of the installation when they are due, where the settings say so: by one server at a time, and as soon as
 * one is there where none was when it was due.
 */
export class ScheduledBackups {
  readonly #ctx: Ctx
  readonly #schedule: BackupSchedule | undefined
  readonly #run: typeof runBackup
  readonly #closed = new AbortController()
  readonly #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(ctx: Ctx, run = runBackup) {
    this.#ctx = ctx
    this.#schedule = ctx.config.backup
    this.#run = run
    if (!this.#schedule) return
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
    void this.look()
  }

  /** Makes what is due, if nobody else does; anyone who asks meanwhile waits for the same. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error) => logFailure(this.#ctx.log, error, 'looking for backups that are due failed'))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  /** Somebody may have asked for one now. */
  hear(topics: readonly Topic[] | 'anything'): void {
    if (this.#schedule && topics !== 'anything' && topics.includes(THE_INSTALLATION)) void this.look()
  }

  /** One that is being made is cut off, and goes on after the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closed.abort()
    await this.#looking
  }

  async #look(): Promise<void> {
    const schedule = this.#schedule
    if (!schedule || this.#closed.signal.aborted) return
    const { db, now, config } = this.#ctx
    await this.#expect()
    if (!(await this.#take(schedule))) return this.#tellOverdue(schedule)
    const renewal = setInterval(() => void this.#renew(), RENEW_MS).unref()
    const answer = await this.#run({ config, schedule }, this.#closed.signal).finally(() =>
      clearInterval(renewal),
    )
    if (this.#closed.signal.aborted) return
    await db.write((tx) => this.#record(tx, schedule, answer))
    if ('error' in answer) this.#ctx.log.error({ why: answer.error }, 'a backup failed')
    else this.#ctx.log.info({ ...answer, at: now() }, 'a backup is complete')
  }

  async #expect(): Promise<void> {
    const { db, now } = this.#ctx
    if (await findInstallationBackup(db.read)) return
    await db.write(async (tx) => {
      await expectInstallationBackup(tx, now())
      await insertSchedule(tx, BACKUP_SCHEDULE, now())
    })
  }

  /** Whether it is due, and for this server to make. */
  async #take({ everyMs }: BackupSchedule): Promise<boolean> {
    const { db, now } = this.#ctx
    const due = { kind: BACKUP_SCHEDULE, everyMs }
    if (!(await isScheduleDue(db.read, [due], now())) || (await isHeld(this.#ctx))) return false
    return db.write(async (tx) => {
      if (!(await advanceSchedule(tx, due, now(), now() + LEASE_MS))) return false
      await updateInstallationBackup(tx, {
        begun_at: now(),
        ended_at: null,
        backup: null,
        blobs: 0,
        bytes: 0,
        error: null,
      })
      return true
    })
  }

  async #renew(): Promise<void> {
    const { db, now, log } = this.#ctx
    await db
      .write((tx) => moveSchedule(tx, BACKUP_SCHEDULE, now() + LEASE_MS))
      .catch((error) => logFailure(log, error, 'the lease of a backup could not be renewed'))
  }

  async #record(tx: Tx, { everyMs, place }: BackupSchedule, answer: Answer): Promise<void> {
    const at = this.#ctx.now()
    const { begun_at } = (await findInstallationBackup(tx)) ?? {}
    const begun = begun_at ?? at
    const made = 'error' in answer ? undefined : answer
    const error = errorOf(answer)
    const { backup = null, blobs = 0, bytes = 0 } = made ?? {}
    await updateInstallationBackup(tx, {
      ended_at: at,
      backup,
      blobs,
      bytes,
      error: error ?? null,
      ...(made && { complete_at: begun }),
      ...(error === undefined && { told_at: null }),
    })
    // Not at once, however long it took: others want to use the disk as well.
    const next = made ? Math.max(begun + everyMs, at + LOOK_EVERY_MS) : at + Math.min(everyMs, RETRY_MS)
    await moveSchedule(tx, BACKUP_SCHEDULE, next)
    const on = { site: { organization_id: ROOT_ORGANIZATION }, about: error ?? backup ?? '' }
    await recordActivity(
      tx,
      THE_SERVICE,
      made ? 'installation_backed_up' : 'installation_backup_failed',
      on,
      at,
    )
    if (error !== undefined) await this.#tell(tx, place, error)
  }

  async #tellOverdue({ everyMs, place }: BackupSchedule): Promise<void> {
    const { db, now } = this.#ctx
    const newest = await findInstallationBackup(db.read)
    if (!newest || newest.told_at !== null || !isOverdue(newest, everyMs, now())) return
    await db.write((tx) => this.#tell(tx, place, undefined))
  }

  /** Once, until one has gone well. */
  async #tell(tx: Tx, place: BackupSchedule['place'], error: string | undefined): Promise<void> {
    const at = this.#ctx.now()
    if (!(await noteTold(tx, at)) || !(await tellsAdministrators(tx, ROOT_ORGANIZATION, 'backup'))) return
    const { complete_at = null } = (await findInstallationBackup(tx)) ?? {}
    for (const admin of await listAdministratorsOf(tx, ROOT_ORGANIZATION)) {
      const { email: to, organization_id: organizationId } = admin
      const data = {
        name: displayName(admin),
        place: blobsPlace(place),
        ...(error !== undefined && { error }),
        ...(complete_at !== null && { newest: formatUtc(complete_at) }),
      }
      await sendMail(this.#ctx, tx, { organizationId, to, kind: 'backup_trouble', data }, at)
    }
  }
}

function errorOf(answer: Answer): string | undefined {
  if ('error' in answer) return answer.error.replace(/\.$/, '')
  const { damaged } = answer
  return damaged === 0 ? undefined : BACKUP.damagedBlobs(damaged)
}
