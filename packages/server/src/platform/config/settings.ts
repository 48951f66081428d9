import {
  checkAddresses,
  checkBaseUrl,
  checkBlobs,
  checkDatabase,
  checkEmail,
  checkEvery,
  checkSender,
  HOST_URL,
  INTEGER,
  ONE_OF,
} from './config-checks.ts'

export interface Setting {
  /** Shown by `--help`. */
  help: string
  fallback?: string
  /** Throws an Error whose message completes «HOLDFAST_X …». */
  check?: (value: string) => void
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Every setting. An unknown HOLDFAST_ variable is an error, so a misspelt one cannot pass unnoticed. */
export const SETTINGS = {
  HOLDFAST_HOST: { help: 'address to listen on', fallback: '127.0.0.1' },
  HOLDFAST_PORT: {
    help: 'port to listen on; 0 picks a free one',
    fallback: '8443',
    check: INTEGER(0, 65535),
  },
  HOLDFAST_BASE_URL: {
    help: 'the address users type, where it differs from host and port',
    check: checkBaseUrl,
  },
  HOLDFAST_DATA_DIR: { help: 'folder for everything Holdfast keeps on disk', fallback: './data' },
  HOLDFAST_DATABASE_URL: {
    help: 'sqlite:<file> or postgres://… (default: sqlite in the data folder)',
    check: checkDatabase,
  },
  HOLDFAST_BLOBS_URL: {
    help: 'file:<folder> or s3://bucket/prefix?endpoint=…&region=… (default: the data folder)',
    check: checkBlobs,
  },
  HOLDFAST_MASTER_KEY_FILE: {
    help: 'key to the secrets in the database; all servers need the same (default: in the data folder)',
  },
  HOLDFAST_BACKUP_URL: {
    help: 'file:<folder> or s3://… where the service keeps backups that it makes by itself (default: none)',
    check: checkBlobs,
  },
  HOLDFAST_BACKUP_EVERY: {
    help: 'how often it makes one: hours or days, such as 12h',
    fallback: '1d',
    check: checkEvery,
  },
  HOLDFAST_BACKUP_KEEP: {
    help: 'how many of them stay (default: 14, or only the newest where one of the next three is set)',
    check: INTEGER(1, 100_000),
  },
  HOLDFAST_BACKUP_KEEP_DAILY: { help: 'for so many days the last of each stays', check: INTEGER(1, 100_000) },
  HOLDFAST_BACKUP_KEEP_WEEKLY: {
    help: 'for so many weeks the last of each stays',
    check: INTEGER(1, 100_000),
  },
  HOLDFAST_BACKUP_KEEP_MONTHLY: {
    help: 'for so many months the last of each stays',
    check: INTEGER(1, 100_000),
  },
  HOLDFAST_TLS_CERT: { help: 'certificate chain, PEM file (default: a self-signed one is made)' },
  HOLDFAST_TLS_KEY: { help: 'private key of the certificate, PEM file' },
  HOLDFAST_TRUST_PROXY: {
    help: 'addresses of proxies whose X-Forwarded-* headers count, separated by commas',
    check: checkAddresses,
  },
  HOLDFAST_CONNECTIONS_PER_NETWORK: {
    help: 'connections that one network (IPv4 address, IPv6 /64) may have open',
    fallback: '2000',
    check: INTEGER(10, 1_000_000),
  },
  HOLDFAST_ADMIN_EMAIL: {
    help: 'first start only: account of the first administrator',
    fallback: 'admin@localhost',
    check: checkEmail,
  },
  HOLDFAST_ADMIN_PASSWORD: {
    help: 'first start only: its password (default: generated and shown once)',
    check: (value: string) => {
      if (value.length < 8) throw new Error('must have at least 8 characters')
    },
  },
  HOLDFAST_SMTP_URL: {
    help: 'smtp://user:password@host:port (default: each mail is a file in the outbox folder)',
    check: HOST_URL('smtp:', 'smtps:'),
  },
  HOLDFAST_SMTP_STARTTLS: {
    help: 'required or if-offered, for smtp:// (default: required, but to this machine)',
    check: ONE_OF('required', 'if-offered'),
  },
  HOLDFAST_MAIL_FROM: {
    help: 'sender of mails',
    fallback: 'Holdfast <holdfast@localhost>',
    check: checkSender,
  },
  HOLDFAST_SMS_URL: {
    help: 'https://… of an SMS gateway (default: each message is a file in the outbox folder)',
    check: HOST_URL('https:', 'http:'),
  },
  HOLDFAST_SCRUB_PERCENT_PER_DAY: {
    help: 'share of all stored bytes that is read and checked each day; 0 for none',
    fallback: '1',
    check: INTEGER(0, 100),
  },
  HOLDFAST_THUMBNAILS: {
    help: 'on or off: small pictures of pictures, made by a process of its own',
    fallback: 'on',
    check: ONE_OF('on', 'off'),
  },
  HOLDFAST_WORKERS: { help: 'server processes on this machine', fallback: '1', check: INTEGER(1, 64) },
  HOLDFAST_METRICS_HOST: { help: 'address to offer metrics on', fallback: '127.0.0.1' },
  HOLDFAST_METRICS_PORT: {
    help: 'port to offer metrics on, for Prometheus (default: none)',
    check: INTEGER(0, 65535),
  },
  HOLDFAST_LOG_LEVEL: {
    help: LOG_LEVELS.join(', '),
    fallback: 'info',
    check: ONE_OF(...LOG_LEVELS),
  },
  HOLDFAST_LOG_ADDRESSES: {
    help: 'full, short or none: how much of client addresses the log shows',
    fallback: 'full',
    check: ONE_OF('full', 'short', 'none'),
  },
} satisfies Record<string, Setting>
