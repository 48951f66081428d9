import path from 'node:path'
import { trimEndOf } from '@holdfast/api/trim'
import { checkBlobs, checkDatabase, PATH_URL, readEvery, splitList } from './config-checks.ts'
import type { PostgresLimits, S3Limits } from './limits.ts'
import { SETTINGS, type Setting } from './settings.ts'

export type DatabaseLocation =
  | { kind: 'sqlite'; file: string }
  | { kind: 'postgres'; url: string; limits?: Partial<PostgresLimits> }
export type BlobsLocation =
  | { kind: 'disk'; dir: string }
  | {
      kind: 's3'
      bucket: string
      prefix: string
      endpoint: string | undefined
      region: string | undefined
      limits?: Partial<S3Limits>
    }

/** Backups that the service makes by itself. */
export interface BackupSchedule {
  place: BlobsLocation
  everyMs: number
  keep: KeepRules
}

/** Which backups stay. Each rule that is given keeps its own; what no rule keeps goes. */
export interface KeepRules {
  /** So many, the newest. */
  last?: number | undefined
  /** The newest of each of so many days, weeks or months that have one. */
  daily?: number | undefined
  weekly?: number | undefined
  monthly?: number | undefined
}

const KEPT_UNLESS_TOLD = 14
const MASTER_KEY = 'master.key'

export interface Config {
  host: string
  port: number
  /** Where users reach the service; absent means the address it listens on. */
  baseUrl: string | undefined
  dataDir: string
  database: DatabaseLocation
  blobs: BlobsLocation
  masterKeyFile: string
  backup: BackupSchedule | undefined
  /** Whether everybody sees when the last of them was made, not only who runs the installation. */
  showBackups: boolean
  tls: { certFile: string; keyFile: string } | undefined
  trustProxy: string[]
  /** Of all processes on this machine together. */
  connectionsPerNetwork: number
  adminEmail: string
  adminPassword: string | undefined
  smtpUrl: string | undefined
  /** Absent: required unless the mail server is on this machine. */
  smtpStarttls: 'required' | 'if-offered' | undefined
  mailFrom: string
  smsUrl: string | undefined
  /** Private addresses and networks that webhooks may lead to. */
  outboundAllow: readonly string[]
  /** Of all stored chunks, so many percent are read and hashed in a day. */
  scrubPercentPerDay: number
  /** Whether small pictures of pictures are made. */
  thumbnails: boolean
  /** Whether browsers keep the app and the last lists (ADR 0079). */
  offlineLists: boolean
  workers: number
  metricsHost: string
  /** Absent: nobody is notified. */
  metricsPort: number | undefined
  logLevel: string
  logAddresses: 'full' | 'short' | 'none'
}

type SettingName = keyof typeof SETTINGS

/** Thrown by readConfig: names everything that is wrong, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The settings may be right, but what they name is not there at the moment: worth another try. */
export class NotThereError extends ConfigError {}

/** The only reader of the environment. Relative paths are taken from `workingDir`. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, workingDir = process.cwd()): Config {
  const problems: string[] = []
  for (const name of Object.keys(env))
    if (name.startsWith('HOLDFAST_') && !(name in SETTINGS)) problems.push(`${name} is not a known setting`)

  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting][]) {
    const value = env[name]
    if (!value || !setting.check) continue
    try {
      setting.check(value)
    } catch (error) {
      // Never the value: it may be a password or hold one.
      problems.push(`${name} ${(error as Error).message}`)
    }
  }
  if (!env.HOLDFAST_TLS_CERT !== !env.HOLDFAST_TLS_KEY)
    problems.push('HOLDFAST_TLS_CERT and HOLDFAST_TLS_KEY must be set together')
  const aboutBackups = Object.keys(env).filter(
    (name) => /^HOLDFAST_BACKUP_(EVERY|KEEP)/.test(name) && env[name],
  )
  if (aboutBackups.length > 0 && !env.HOLDFAST_BACKUP_URL)
    problems.push(`${aboutBackups.sort().join(' and ')} can only be used with HOLDFAST_BACKUP_URL`)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return assemble(env, workingDir)
}

const DEMO_DIR = './data-demo'

/** As the demonstration runs: in a folder of its own, and with nothing that leads elsewhere. */
export function readDemoConfig(env: NodeJS.ProcessEnv = process.env, workingDir = process.cwd()): Config {
  const dataDir = env.HOLDFAST_DATA_DIR || DEMO_DIR
  const logLevel = env.HOLDFAST_LOG_LEVEL || 'warn'
  const config = readConfig({ ...env, HOLDFAST_DATA_DIR: dataDir, HOLDFAST_LOG_LEVEL: logLevel }, workingDir)
  const alone = { backup: undefined, smtpUrl: undefined, smsUrl: undefined, workers: 1 }
  return { ...atPlace(config, config.dataDir), ...alone }
}

/** With everything in one folder. */
export const atPlace = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  database: databaseLocation(undefined, dataDir, path.resolve),
  blobs: blobsLocation(undefined, dataDir, path.resolve),
  masterKeyFile: path.join(dataDir, MASTER_KEY),
})

function assemble(env: NodeJS.ProcessEnv, workingDir: string): Config {
  const text = (name: SettingName): string | undefined => env[name] || (SETTINGS[name] as Setting).fallback
  const given = (name: SettingName): string => text(name) ?? ''
  const file = (name: string) => path.resolve(workingDir, name)
  const dataDir = file(given('HOLDFAST_DATA_DIR'))
  const baseUrl = text('HOLDFAST_BASE_URL')
  const masterKeyFile = text('HOLDFAST_MASTER_KEY_FILE')
  return {
    host: given('HOLDFAST_HOST'),
    port: Number(given('HOLDFAST_PORT')),
    baseUrl: baseUrl && trimEndOf(baseUrl, '/'),
    dataDir,
    database: databaseLocation(text('HOLDFAST_DATABASE_URL'), dataDir, file),
    blobs: blobsLocation(text('HOLDFAST_BLOBS_URL'), dataDir, file),
    masterKeyFile: masterKeyFile ? file(masterKeyFile) : path.join(dataDir, MASTER_KEY),
    backup: env.HOLDFAST_BACKUP_URL
      ? {
          place: blobsLocation(env.HOLDFAST_BACKUP_URL, dataDir, file),
          everyMs: readEvery(given('HOLDFAST_BACKUP_EVERY')),
          keep: keepRules(env),
        }
      : undefined,
    showBackups: given('HOLDFAST_SHOW_BACKUPS') === 'on',
    tls: env.HOLDFAST_TLS_CERT
      ? { certFile: file(given('HOLDFAST_TLS_CERT')), keyFile: file(given('HOLDFAST_TLS_KEY')) }
      : undefined,
    trustProxy: splitList(given('HOLDFAST_TRUST_PROXY')),
    connectionsPerNetwork: Number(given('HOLDFAST_CONNECTIONS_PER_NETWORK')),
    adminEmail: given('HOLDFAST_ADMIN_EMAIL'),
    adminPassword: text('HOLDFAST_ADMIN_PASSWORD'),
    smtpUrl: text('HOLDFAST_SMTP_URL'),
    smtpStarttls: text('HOLDFAST_SMTP_STARTTLS') as Config['smtpStarttls'],
    mailFrom: given('HOLDFAST_MAIL_FROM'),
    smsUrl: text('HOLDFAST_SMS_URL'),
    outboundAllow: splitList(given('HOLDFAST_OUTBOUND_ALLOW')),
    scrubPercentPerDay: Number(given('HOLDFAST_SCRUB_PERCENT_PER_DAY')),
    thumbnails: given('HOLDFAST_THUMBNAILS') === 'on',
    offlineLists: given('HOLDFAST_OFFLINE_LISTS') === 'on',
    workers: Number(given('HOLDFAST_WORKERS')),
    metricsHost: given('HOLDFAST_METRICS_HOST'),
    metricsPort: env.HOLDFAST_METRICS_PORT ? Number(env.HOLDFAST_METRICS_PORT) : undefined,
    logLevel: given('HOLDFAST_LOG_LEVEL'),
    logAddresses: given('HOLDFAST_LOG_ADDRESSES') as Config['logAddresses'],
  }
}

function keepRules(env: NodeJS.ProcessEnv): KeepRules {
  const number = (name: SettingName) => (env[name] ? Number(env[name]) : undefined)
  const spans = {
    daily: number('HOLDFAST_BACKUP_KEEP_DAILY'),
    weekly: number('HOLDFAST_BACKUP_KEEP_WEEKLY'),
    monthly: number('HOLDFAST_BACKUP_KEEP_MONTHLY'),
  }
  const isSpanned = Object.values(spans).some((count) => count !== undefined)
  return { last: number('HOLDFAST_BACKUP_KEEP') ?? (isSpanned ? 1 : KEPT_UNLESS_TOLD), ...spans }
}

/** What each process of this machine lets a network have open. */
export const connectionsEach = ({ connectionsPerNetwork, workers }: Config): number =>
  Math.ceil(connectionsPerNetwork / workers)

/** Where everything is kept, without what opens it. */
export function placesOf({ dataDir, database, blobs }: Config): Record<string, string> {
  return { dataDir, database: databasePlace(database), blobs: blobsPlace(blobs) }
}

export function databasePlace(database: DatabaseLocation): string {
  if (database.kind === 'sqlite') return `sqlite:${database.file}`
  const { host, pathname } = new URL(database.url)
  return `postgres://${host}${pathname}`
}

export function blobsPlace(blobs: BlobsLocation): string {
  if (blobs.kind === 'disk') return `file:${blobs.dir}`
  const { bucket, prefix, endpoint } = blobs
  return `s3://${bucket}/${prefix}${endpoint ? ` at ${new URL(endpoint).origin}` : ''}`
}

/** An address in the form of a setting, given by hand. Throws ConfigError. */
export function readBlobsUrl(url: string): BlobsLocation {
  return given(url, checkBlobs, () => blobsLocation(url, '', path.resolve))
}

export function readDatabaseUrl(url: string): DatabaseLocation {
  return given(url, checkDatabase, () => databaseLocation(url, '', path.resolve))
}

function given<T>(url: string, check: (url: string) => void, read: () => T): T {
  try {
    check(url)
  } catch (error) {
    // Not what was given: it may hold a password.
    throw new ConfigError(`The address ${(error as Error).message}`)
  }
  return read()
}

function databaseLocation(
  url: string | undefined,
  dataDir: string,
  file: (name: string) => string,
): DatabaseLocation {
  if (!url) return { kind: 'sqlite', file: path.join(dataDir, 'holdfast.db') }
  const location = PATH_URL.exec(url)
  return location?.groups?.scheme?.toLowerCase() === 'sqlite'
    ? { kind: 'sqlite', file: file(location.groups.path ?? '') }
    : { kind: 'postgres', url }
}

function blobsLocation(
  url: string | undefined,
  dataDir: string,
  file: (name: string) => string,
): BlobsLocation {
  if (!url) return { kind: 'disk', dir: path.join(dataDir, 'blobs') }
  const location = PATH_URL.exec(url)
  if (location?.groups?.scheme?.toLowerCase() === 'file')
    return { kind: 'disk', dir: file(location.groups.path ?? '') }
  const { hostname, pathname, searchParams } = new URL(url)
  return {
    kind: 's3',
    bucket: hostname,
    prefix: trimEndOf(decodeURIComponent(pathname), '/').replace(/^\/+/, ''),
    endpoint: searchParams.get('endpoint') ?? undefined,
    region: searchParams.get('region') ?? undefined,
  }
}
