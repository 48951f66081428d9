/** What `holdfast-agent status` says: the state of this device, and why it is so. */
import { counted } from '@holdfast/api/counted'

export const STATES = {
  synced: 'up to date',
  syncing: 'syncing',
  paused: 'paused',
  offline: 'offline',
  signed_out: 'signed out',
  failed: 'not syncing',
  attention: 'needs attention',
  elsewhere: 'not on this device',
} as const

/** By the reasons that engines have. */
export const REASONS = {
  starting: 'Checking for changes.',
  asked: '',
  brake: 'Unusual activity.',
  held_back:
    'Unusual activity: this device changed far more files than usual. Review the changes in the app. Syncing then continues automatically.',
  disk_gone: 'The folder is missing, or it is not the one that was synced. Is its disk mounted?',
  disk_trouble: 'The disk reports errors.',
  offline: 'The server cannot be reached.',
  access_lost: 'You no longer have access to these files. They stay on this device.',
  problems: 'Everything is up to date except the items listed below.',
} as const

/** The server cannot be reached because of its certificate. */
export const CERTIFICATES = {
  early: 'The certificate of the server is not valid yet. Check the clock of this device.',
  over: 'The certificate of the server has expired. Check the clock of this device, or ask an administrator.',
  unknown: 'The certificate of the server is no longer trusted. For details, run “holdfast-agent doctor”.',
} as const

export const SIGNED_OUT =
  'The server has signed out this device. To sign in again, run “holdfast-agent login <address>”.'
export const NOT_SIGNED_IN = 'Not signed in. To sign in, run “holdfast-agent login <address>”.'

/** `said` is what the server answers instead of a token. */
export const barredInWords = (said: string): string =>
  `The server does not accept this device: ${said} Syncing continues automatically when that changes.`

export const NOT_RUNNING = 'The agent is not running.'
export const INTERNAL_ERROR = (what: string): string => `Internal error: ${what}`

/** How many files would be removed or replaced, on either side. */
export const heldInWords = ({ here, there }: { readonly here: number; readonly there: number }): string =>
  [
    there > 0 &&
      `${counted(there, 'file')} deleted or changed on this device would be removed or replaced on the server`,
    here > 0 &&
      `${counted(here, 'file')} deleted or changed on the server would be removed or replaced on this device`,
  ]
    .filter(Boolean)
    .join(', and ')

export const DECIDE =
  'To continue, run “holdfast-agent resume --confirm”. To restore deleted files instead, run “holdfast-agent resume --bring-back”.'

export const brakeInWords = (held: string): string => `Unusual activity: ${held}. ${DECIDE}`

export const LINES = {
  away: 'No live connection to the server at the moment. Changes are still synced, with a short delay.',
  replaced:
    'Another agent is signed in with the name of this device. Give one of them another name with “holdfast-agent name”.',
  too_old: 'The server needs a newer version of the agent. To install it, run “holdfast-agent update”.',
  signed_out: SIGNED_OUT,
} as const

export const STATUS = {
  account: (email: string | null, url: string | null, machine: string | null) =>
    `${email} at ${url}, device “${machine}”`,
  paused: 'Paused. To resume, run “holdfast-agent resume”.',
  notRunning: 'The agent is not running, so nothing is synced. To start it, run “holdfast-agent install”.\n',
  root: (name: string, folder: string, state: string, reason: string) =>
    `“${name}” in ${folder}: ${state}${reason && `. ${reason}`}`,
  notHere: (name: string) => `“${name}”: not on this device`,
  mappedBy: (name: string) => `  mapped by ${name}`,
  changes: (count: number) => `, ${counted(count, 'change')} to sync`,
  unsent: (count: number) => `, ${counted(count, 'change')} to upload`,
  directions: { up: 'uploading', down: 'downloading' },
  progress: (done: string, size: string, path: string) => `${done} of ${size}  ${path}`,
  more: (count: number) => `  … and ${count} more. To see all, add --json`,
  beside: (count: number, base: string | null, into: string | undefined) =>
    `Not synced: ${counted(count, 'item')} in ${base}, outside the synced folders.${into ? ` Move ${count === 1 ? 'it' : 'them'} into one of the synced folders, for example ${into}` : ''}`,
  left: (files: number, size: string) => `${counted(files, 'file')} (${size}) left`,
} as const

export const TIME_LEFT = {
  short: 'less than a minute',
  minutes: (count: number) => `about ${counted(count, 'minute')}`,
  hours: (hours: number, minutes: number) =>
    `about ${counted(hours, 'hour')}${minutes > 0 ? ` ${counted(minutes, 'minute')}` : ''}`,
} as const
