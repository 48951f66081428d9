/** What the commands say that look after an installation: migrate, admin, rotate-key, restored, move, import-persons … */
import { counted } from '@holdfast/api/counted'

/** After every new epoch. */
export const ABOUT_PAUSE =
  'Retention is paused for 30 days: nothing is deleted because of its age. Restore what you need, then run “holdfast resume-retention”, or resume retention in the notifications of the app.'

export const ABOUT_BACKUPS =
  'This installation cannot use the backup location of the old one. Set HOLDFAST_BACKUP_URL to another location. If the old installation no longer exists, you can run “holdfast backup <location> --take-over” once instead.'

export const newEpoch = (epoch: string): string =>
  `New epoch: ${epoch}. Clients reload everything the next time they connect.`

export const MIGRATE = {
  applied: (names: readonly string[]) => `Applied ${names.join(', ')}.`,
  current: 'The database is up to date.',
} as const

export const ADMIN = {
  noSuchAccount: (email: string) => `No account has the email address ${email}.`,
  newPassword: (email: string, password: string) =>
    `New password for ${email}: ${password}\nAll devices of the account are signed out. If the account was locked, it is unlocked.`,
} as const

export const ROTATE_KEY = {
  done: (version: number, sealed: number, file: string) =>
    `The master key now has version ${version}. ${counted(sealed, 'secret')} encrypted with it. Copy ${file} to all other servers and to where you keep your copy, then start the servers.`,
} as const

export const RETENTION = {
  notPaused: 'Retention is not paused.',
  resumed:
    'Retention is running again. Deleted files and earlier versions that are past their retention time are now deleted permanently.',
  storeWaits:
    'Their bytes stay in the store that was taken over until “holdfast verify --content” finds no problems, and for at least 30 days.',
} as const

export const LICENSE = {
  badDay: (day: string) => `“${day}” is not a day in the future. Expected: YYYY-MM-DD`,
} as const

export const IMPORT = {
  noOrganization: (name: string) => `No organization has the id or slug “${name}”.`,
  unreadable: (why: string) => `Cannot read the file: ${why}`,
  notUtf8: (file: string) => `${file} is not in UTF-8. Save it as “CSV UTF-8”.`,
  columns: ['line', 'email', 'status', 'id or error'],
  wouldCreate: (total: number, created: number, failed: number) =>
    `${counted(total, 'row')}: ${created} can be created, ${failed} cannot. Nothing was changed. To create the accounts, add --commit.`,
  created: (total: number, created: number, failed: number) =>
    `${counted(total, 'row')}: ${created} created, ${failed} failed.`,
} as const

export const NEW_CUSTOMER = {
  organization: (name: string) => `Organization “${name}”`,
  administrator: (email: string) => `Administrator ${email}, with an email to set a password`,
  color: (color: string) => `Color ${color}`,
  share: (name: string) => `Team share “${name}”`,
  step: (what: string, outcome: 'created' | 'exists') =>
    `${what}: ${outcome === 'created' ? 'done' : 'was there already'}`,
  failed: (what: string, why: string) =>
    `${what}: ${why} To continue, run the command again; what is there already is kept.`,
  letter: (name: string, url: string, email: string) =>
    `\nText to send:\n\nHello ${name},\n\nyour account is ready. You got an email to set your password.\nThen sign in at ${url} as ${email}.`,
} as const

export const MOVE = {
  inUse:
    'The database is in use. Stop the service on all servers and everything else that is connected to it.',
  moved: (rows: number, blobs: number) =>
    `Moved and verified: ${counted(rows, 'row')}, ${counted(blobs, 'blob')}.`,
  settings: (settings: readonly string[], isMarked: boolean) =>
    `Now set ${settings.join(' and ')} on all servers, and start them. The master key stays the same. ${
      isMarked
        ? 'The old data is still there, marked as moved. Delete it when everything works.'
        : 'The old data is still there.'
    }`,
  notMarked: (why: string) =>
    `Everything was moved, but the old data could not be marked as moved. Make sure that nothing uses it. ${why}`,
} as const

export const MOVED = {
  no: 'Neither the database nor the store was moved.',
  nothingToUndo: 'Neither the database nor the store was moved, so there is nothing to undo.',
  database: (how: string) => `The database was ${how}.`,
  blobs: (how: string) => `The blobs were ${how}.`,
  howToUndo: (consequences: readonly string[]) =>
    `To use the configured database and store again, run “holdfast moved --back”. ${consequences.join(' ')}`,
  undone: (consequences: readonly string[]) =>
    `The configured database and store are in use again. ${consequences.join(' ')}`,
  laterUploads: (to: string) =>
    `Files uploaded to ${to} since the move are missing here. “holdfast verify --content” lists them.`,
  stopOther: (to: string) =>
    `Stop everything that uses ${to}. Changes made there since the move are not in this database, and clients cannot tell the two apart.`,
  otherStore: (to: string) => `The store is the one from before the move. The one at ${to} is not touched.`,
  sameStore:
    'Both use the same store. It now belongs to this database, and the other can no longer use it. Files that the other has deleted are missing: run “holdfast verify --content” to list them. Nothing is deleted from the store until that finds no problems, and for at least 30 days.',
} as const
