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
  /** Throws an Error whose message completes “HOLDFAST_X …”. */
  check?: (value: string) => void
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Every setting. An unknown HOLDFAST_ variable is an error, so a misspelt one cannot pass unnoticed. */
export const SETTINGS = {
  HOLDFAST_HOST: { help: 'address to listen on', fallback: '127.0.0.1' },
  HOLDFAST_PORT: {
    help: 'port to listen on, or 0 for any free port',
    fallback: '8443',
    check: INTEGER(0, 65535),
  },
  HOLDFAST_BASE_URL: {
    help: 'address that people type, if it differs from host and port',
    check: checkBaseUrl,
  },
  HOLDFAST_DATA_DIR: { help: 'folder for all data on disk', fallback: './data' },
  HOLDFAST_DATABASE_URL: {
    help: 'sqlite:<file> or postgres://… (default: sqlite in the data folder)',
    check: checkDatabase,
  },
  HOLDFAST_BLOBS_URL: {
    help: 'file:<folder> or s3://bucket/prefix?endpoint=…&region=… (default: the data folder)',
    check: checkBlobs,
  },
  HOLDFAST_MASTER_KEY_FILE: {
    help: 'file with the master key, the same on all servers (default: in the data folder)',
  },
  HOLDFAST_BACKUP_URL: {
    help: 'file:<folder> or s3://… for scheduled backups (default: no scheduled backups)',
    check: checkBlobs,
  },
  HOLDFAST_BACKUP_EVERY: {
    help: 'time between scheduled backups, in hours or days, such as 12h',
    fallback: '1d',
    check: checkEvery,
  },
  HOLDFAST_BACKUP_KEEP: {
    help: 'how many scheduled backups to keep (default: 14, or 1 if one of the next three is set)',
    check: INTEGER(1, 100_000),
  },
  HOLDFAST_BACKUP_KEEP_DAILY: {
    help: 'for how many days to keep the last backup of each day',
    check: INTEGER(1, 100_000),
  },
  HOLDFAST_BACKUP_KEEP_WEEKLY: {
    help: 'for how many weeks to keep the last backup of each week',
    check: INTEGER(1, 100_000),
  },
  HOLDFAST_BACKUP_KEEP_MONTHLY: {
    help: 'for how many months to keep the last backup of each month',
    check: INTEGER(1, 100_000),
  },
  HOLDFAST_SHOW_BACKUPS: {
    help: 'on or off: everybody sees in the details of a file when the last scheduled backup was made',
    fallback: 'off',
    check: ONE_OF('on', 'off'),
  },
  HOLDFAST_TLS_CERT: { help: 'certificate chain, PEM file (default: a self-signed certificate)' },
  HOLDFAST_TLS_KEY: { help: 'private key of the certificate, PEM file' },
  HOLDFAST_TRUST_PROXY: {
    help: 'IP addresses of trusted proxies (X-Forwarded-* headers), separated by commas',
    check: checkAddresses,
  },
  HOLDFAST_CONNECTIONS_PER_NETWORK: {
    help: 'maximum open connections per network (IPv4 address, IPv6 /64)',
    fallback: '2000',
    check: INTEGER(10, 1_000_000),
  },
  HOLDFAST_ADMIN_EMAIL: {
    help: 'first start only: email address of the first administrator',
    fallback: 'admin@localhost',
    check: checkEmail,
  },
  HOLDFAST_ADMIN_PASSWORD: {
    help: 'first start only: password of the first administrator (default: generated and shown once)',
    check: (value: string) => {
      if (value.length < 8) throw new Error('must have at least 8 characters')
    },
  },
  HOLDFAST_SMTP_URL: {
    help: 'smtp://user:password@host:port (default: emails are written to the outbox folder)',
    check: HOST_URL('smtp:', 'smtps:'),
  },
  HOLDFAST_SMTP_STARTTLS: {
    help: 'required or if-offered, for smtp:// (default: required, except for a mail server on this machine)',
    check: ONE_OF('required', 'if-offered'),
  },
  HOLDFAST_MAIL_FROM: {
    help: 'sender of emails',
    fallback: 'Holdfast <holdfast@localhost>',
    check: checkSender,
  },
  HOLDFAST_SMS_URL: {
    help: 'https://… of an SMS gateway (default: messages are written to the outbox folder)',
    check: HOST_URL('https:', 'http:'),
  },
  HOLDFAST_OUTBOUND_ALLOW: {
    help: 'private IP addresses or networks that webhooks can reach, separated by commas',
    check: checkAddresses,
  },
  HOLDFAST_SCRUB_PERCENT_PER_DAY: {
    help: 'percentage of stored bytes to verify each day, or 0 for none',
    fallback: '1',
    check: INTEGER(0, 100),
  },
  HOLDFAST_OFFLINE_LISTS: {
    help: 'on or off: browsers keep the app and the last lists, for when the server cannot be reached',
    fallback: 'on',
    check: ONE_OF('on', 'off'),
  },
  HOLDFAST_THUMBNAILS: {
    help: 'on or off: previews of pictures',
    fallback: 'on',
    check: ONE_OF('on', 'off'),
  },
  HOLDFAST_WORKERS: { help: 'server processes on this machine', fallback: '1', check: INTEGER(1, 64) },
  HOLDFAST_METRICS_HOST: { help: 'address to serve metrics on', fallback: '127.0.0.1' },
  HOLDFAST_METRICS_PORT: {
    help: 'port to serve Prometheus metrics on (default: no metrics)',
    check: INTEGER(0, 65535),
  },
  HOLDFAST_LOG_LEVEL: {
    help: LOG_LEVELS.join(', '),
    fallback: 'info',
    check: ONE_OF(...LOG_LEVELS),
  },
  HOLDFAST_LOG_ADDRESSES: {
    help: 'client addresses in the log: full, short or none',
    fallback: 'full',
    check: ONE_OF('full', 'short', 'none'),
  },
} satisfies Record<string, Setting>
