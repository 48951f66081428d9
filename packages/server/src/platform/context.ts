import type { EntryId, MachineId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Logger } from 'pino'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Config } from './config/config.ts'
import type { ContentStore } from './content/staged.ts'
import type { Database } from './db/database.ts'
import type { LongReads } from './limits/long-reads.ts'
import type { MakeWay } from './limits/make-way.ts'
import type { SharedLimits } from './limits/shared-limits.ts'
import type { WorkAtOnce } from './limits/work-at-once.ts'
import type { Live } from './live/live.ts'
import type { RecentLines } from './log/recent-lines.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Figures } from './metrics/figures.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { AccountPrincipal, Principal } from './principal.ts'
import type { Readiness } from './readiness.ts'
import type { SmsSender } from './sms/sms.ts'
import type { Thumbnails } from './thumbnails/thumbnails.ts'

/** What the outside world gives an operation: clock, chance, storage, messages. Opened by the service, passed down. */
export interface Ctx {
  config: Config
  db: Database
  blobs: BlobStore
  content: ContentStore
  mail: Mailer
  sms: SmsSender
  /** The way to servers that administrators name. */
  outbound: Outbound
  now: () => Instant
  random: (bytes: number) => Buffer
  log: Logger
  /** Its last lines. */
  recentLog: RecentLines
  /** How often something may be done or tried, in all processes together. */
  limits: SharedLimits
  /** How much of what takes long each may have under way in this process. */
  atOnce: WorkAtOnce
  /** What can wait makes way for what somebody waits for. */
  makeWay: MakeWay
  /** What one caller reads for long comes one at a time. */
  longReads: LongReads
  readiness: Readiness
  /** What it has done so far, for those who run it. */
  figures: Figures
  /** Those who wait for what happens next. */
  live: Live
  thumbnails: Thumbnails
  downloads: DownloadRecords
  denials: DenialRecords
  /** The way to devices that are connected, to this server or another. */
  devices: DeviceLink
  /** Where people reach the service, for what is mailed to them. */
  publicUrl: string
  /** Closes what of the above was opened, in the reverse order: nothing loses what it works with. */
  close(): Promise<void>
}

export interface DeviceLink {
  /**
   * Throws `temporarily_unavailable` for a device that is not connected or does not answer, and what a device refuses with. What it
   * says is not to be trusted.
   */
  ask(machineId: MachineId, asked: { kind: string; args: unknown; sealed?: string }): Promise<unknown>
  /** Whether a device has a line to any server. */
  isConnected(machineId: MachineId): Promise<boolean>
  /** Ends the lines to devices: they connect to another server, or later. */
  close(): Promise<void>
}

/** Who downloaded what, on record a moment later. */
export interface DownloadRecords {
  add(
    who: Principal,
    on: { root: { id: RootId; name: string; organization_id: OrganizationId }; path: string },
    at: Instant,
  ): void
  /**
   * Whether what someone reads by parts or looks at is new: each reader, file and day (UTC) has one record, by each
   * process. From then on it is not.
   */
  isFirstReading(who: Principal, fileId: EntryId, at: Instant): boolean
  addReading(...record: Parameters<DownloadRecords['add']>): void
  /** Resolves when everything added so far is written, or could not be. */
  flush(): Promise<void>
}

/** What someone was refused: what was to be done, in words, and on what, as the request named it. */
export interface Denied {
  doing: string
  on:
    | { kind: 'root' | 'link' | 'person' | 'guest' | 'group' | 'machine' | 'organization'; id: number }
    | { kind: 'link'; hash: string }
    | undefined
}

/** Who was refused what, gathered, on record a moment later. */
export interface DenialRecords {
  add(who: AccountPrincipal, what: Denied, at: Instant): void
  /** Resolves when everything that is due is written, or could not be. */
  flush(): Promise<void>
}
