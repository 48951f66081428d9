import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Instant } from '@holdfast/api/time'
import type { Logger } from 'pino'
import { Switchboard } from '../../devices/channel/switchboard.ts'
import { DenialLog } from '../../oversight/activity/denial-log.ts'
import { blobKey } from '../../platform/basics/blob-key.ts'
import { logFailure, Outage } from '../../platform/basics/outage.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import { openDiskBlobStore } from '../../platform/blobs/disk.ts'
import { openS3BlobStore } from '../../platform/blobs/s3.ts'
import type { BlobsLocation, Config, DatabaseLocation } from '../../platform/config/config.ts'
import { ChunkChecks } from '../../platform/content/chunk-checks.ts'
import { CutterPool } from '../../platform/content/cutter-pool.ts'
import { ContentFigures } from '../../platform/content/figures.ts'
import { LentMemory } from '../../platform/content/lent-memory.ts'
import { MemoryBudget } from '../../platform/content/memory-budget.ts'
import { watchDisks } from '../../platform/content/room.ts'
import { SlabPool } from '../../platform/content/slabs.ts'
import type { ContentStore } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/db/database.ts'
import { LongReads } from '../../platform/limits/long-reads.ts'
import { MakeWay } from '../../platform/limits/make-way.ts'
import { SharedLimits } from '../../platform/limits/shared-limits.ts'
import { workAtOnce } from '../../platform/limits/work-at-once.ts'
import { Live } from '../../platform/live/live.ts'
import { RecentLines } from '../../platform/log/recent-lines.ts'
import { openOutboxMailer } from '../../platform/mail/outbox.ts'
import { openSmtpMailer } from '../../platform/mail/smtp.ts'
import { Figures } from '../../platform/metrics/figures.ts'
import { openOutbound } from '../../platform/outbound/outbound.ts'
import { Readiness } from '../../platform/readiness.ts'
import { openSmsGateway } from '../../platform/sms/gateway.ts'
import { openSmsOutbox } from '../../platform/sms/outbox.ts'
import { Thumbnails } from '../../platform/thumbnails/thumbnails.ts'
import { DownloadLog } from '../../records/activity/download-log.ts'
import { DamageLog } from '../../records/damage.ts'

/** The parts of the world that tests replace: the clock, and where the log goes. */
export interface World {
  now: () => Instant
  log: Logger
  /** What the log goes to as well; absent where nobody looks at it. */
  recentLog?: RecentLines
}

/** Statements of long reads that PostgreSQL has at once, of its sixteen connections. */
const LONG_READS = 4

export const realNow = (): Instant => Date.now()

/** With all that only the service itself needs. */
export type OpenContext = Ctx & { devices: Switchboard }

/** The last part of it needs the others. */
type Opening = Omit<Ctx, 'devices'> & { devices?: Switchboard }

/** Opens everything or nothing. The database is not migrated here: see `migrate`. */
export async function openContext(
  config: Config,
  { now, log, recentLog = new RecentLines() }: World,
): Promise<OpenContext> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const random = randomBytes
  const randomId = () => random(16).toString('hex')
  const db = await openDatabase(config.database, log)
  const blobs = await openBlobs(config.blobs).catch(async (error) => {
    await db.close()
    throw error
  })
  const cutters = new CutterPool()
  const downloads = new DownloadLog(db, log)
  const denials = new DenialLog(db, log, now)
  const outbox = path.join(config.dataDir, 'outbox')
  const mail = config.smtpUrl
    ? openSmtpMailer(config.smtpUrl, config.mailFrom, { starttls: config.smtpStarttls })
    : openOutboxMailer(outbox, config.mailFrom, now, randomId, log)
  const sms = config.smsUrl ? openSmsGateway(config.smsUrl) : openSmsOutbox(outbox, now, randomId, log)
  const content: ContentStore = {
    db,
    blobs,
    checks: new ChunkChecks(blobs, new DamageLog(db, log, now), now, {
      eachRead: config.blobs.kind === 's3',
    }),
    cutters,
    slabs: new SlabPool(),
    takeRoom: watchDisks(foldersOf(config)),
    tempDir: path.join(config.dataDir, 'tmp'),
    whole: new MemoryBudget(),
    lent: new LentMemory(),
    now,
    randomKey: () => blobKey(randomId()),
    randomName: randomId,
    figures: new ContentFigures(),
  }
  const thumbnails = new Thumbnails(config, content, log)
  const makeWay = new MakeWay(db.dialect === 'sqlite' ? 1 : LONG_READS)
  const ctx: Opening = {
    config,
    db,
    blobs,
    content,
    mail,
    sms,
    outbound: openOutbound({ allow: config.outboundAllow }),
    now,
    random,
    log,
    recentLog,
    limits: new SharedLimits(db, now),
    atOnce: workAtOnce(),
    makeWay,
    longReads: new LongReads(makeWay, log),
    readiness: new Readiness(db, blobs),
    live: new Live(),
    figures: new Figures(),
    thumbnails,
    downloads,
    denials,
    publicUrl: config.baseUrl ?? addressOf(config.host, config.port),
    async close() {
      await ctx.devices?.close()
      await thumbnails.close()
      await sms.close()
      await mail.close()
      await denials.close()
      await downloads.close()
      await cutters.close()
      await blobs.close()
      await db.close()
    },
  }
  const open = ctx as OpenContext
  open.devices = new Switchboard(open)
  return open
}

/** Where content is on disks of this machine: the rows of small files, and blobs. */
const foldersOf = ({ database, blobs }: Config): string[] => [
  ...(database.kind === 'sqlite' ? [path.dirname(database.file)] : []),
  ...(blobs.kind === 'disk' ? [blobs.dir] : []),
]

/** A driver is loaded only where it is used, so that a start need not wait for the other one. */
export async function openDatabase(location: DatabaseLocation, log: Logger): Promise<Database> {
  if (location.kind === 'postgres') {
    const { openPostgres } = await import('../../platform/db/postgres.ts')
    return openPostgres(
      location.url,
      (error) => logFailure(log, new Outage('database', error), ''),
      location.limits,
    )
  }
  await mkdir(path.dirname(location.file), { recursive: true, mode: 0o700 })
  const { openSqlite } = await import('../../platform/db/sqlite.ts')
  return openSqlite(location.file, (problems) =>
    log.fatal({ problems, file: location.file }, 'the database is damaged: nothing is written any more'),
  )
}

export const openBlobs = (location: BlobsLocation): Promise<BlobStore> =>
  location.kind === 's3' ? openS3BlobStore(location) : openDiskBlobStore(location.dir)

/** Where a server answers for those on its own machine. */
export const addressOf = (host: string, port: number): string => `https://${hostInUrl(host)}:${port}`

function hostInUrl(host: string): string {
  if (host === '127.0.0.1' || host === '::1' || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
