/** What single commands say. */
import { counted } from '@holdfast/api/counted'

export const USING = {
  unknown: (command: string, likely: string | undefined) =>
    `Unknown command “${command}”. ${likely ? `Did you mean “${likely}”? ` : ''}Run “holdfast-agent help” for a list of commands.`,
  usage: (usage: string) => `Usage: ${usage}`,
  misused: (why: string, usage: string) => `${why}.\nUsage: ${usage}`,
  noHome: 'Missing folder name: --home <folder>',
} as const

export const ROOTS = {
  added: (name: string, folder: string | null) => `“${name}” is synced with ${folder}.`,
  removed: (name: string) => `“${name}” is no longer synced to this device. The files stay where they are.`,
  none: 'There is nothing to sync to this device yet.',
  readOnly: ' (view only)',
  fileServer: ' (file server)',
  notHere: 'not on this device',
  mapping: 'The folder of a mapping is set on the server.',
  alreadyHere: (name: string, folder: string) => `“${name}” is already synced with ${folder}.`,
  notOnDevice: (name: string) =>
    `“${name}” is not on this device. To sync it, run “holdfast-agent roots add <root> <folder>”.`,
  ambiguous: (given: string | undefined, names: string) =>
    names
      ? `“${given}” is not clear. Choose one of: ${names}`
      : `There is no “${given}”: nothing belongs to this device yet.`,
} as const

export const SELECT = {
  all: 'All folders are on this device.',
  without: (folders: readonly string[]) => `Not on this device:\n  ${folders.join('\n  ')}`,
  noFolder: (path: string) => `The folder “${path}” does not exist.`,
} as const

export const PAUSE = {
  paused: 'Paused. To resume, run “holdfast-agent resume”.',
  resumed: 'Resumed.',
  stillWaits: (name: string, held: string) => `“${name}” is still paused: ${held}.`,
} as const

export const RULES = {
  none: 'There are no new rules to accept.',
  accepted: (names: readonly string[]) => `Accepted for: ${names.join(', ')}`,
} as const

export const TRASH = {
  empty: 'Nothing was removed or replaced here in the last three days.',
  restored: (path: string) => `Restored to ${path}.`,
  emptied: (count: number) => `${counted(count, 'item')} permanently deleted.`,
  noItem: (id: string) => `There is no “${id}” in the trash. To list it, run “holdfast-agent trash”.`,
} as const

export const NAME = {
  invalid: (most: number) => `A name has 1 to ${most} characters.`,
  changed: (name: string) => `This device is now called “${name}”.`,
} as const

export const VERIFY = {
  changing: 'is being changed',
  notHere: 'is missing on this device',
  notThere: 'is missing on the server',
  differs: 'differs from the server',
  difference: (path: string, what: string) => `${path} ${what}.`,
  result: (files: number, size: string, differences: number) =>
    `${counted(files, 'file')} checked (${size}): ${differences === 0 ? 'no differences' : counted(differences, 'difference')}.`,
} as const

export const LOGOUT = 'Signed out. The files stay where they are. To continue with them, sign in again.'

export const OPEN = {
  notRunning: 'The agent is not running. To start it, run “holdfast-agent install”.',
  noBrowser: 'Open this address in a browser on this computer.',
  noPage: 'This build of the agent does not include its page.',
} as const

export const RUN = {
  running: (home: string, onTerminal: boolean) =>
    `The agent is running with ${home}.${onTerminal ? ' Press Ctrl-C to stop it.' : ''}`,
  started: 'The agent is running. To see what it does, run “holdfast-agent status”.',
  notStarted: (log: string) => `The agent does not start. The reason may be in ${log}.`,
} as const

/** Between a command and the agent that runs. */
export const CONTROL = {
  otherVersion: (method: string) =>
    `The running agent is another version and does not know ${method}. Restart the agent.`,
  request: 'the request',
  unreadable: 'The agent received a request that it cannot read.',
  unknownArgument: (name: string) => `The running agent does not know the argument “${name}”.`,
  badArgument: (name: string) => `The argument “${name}” is missing or invalid.`,
  stopped: 'The agent stopped before it answered.',
  socket: (file: string, why: string) => `Cannot listen on ${file}: ${why}`,
  inUse: 'Another process is using this home folder.',
  badHome: (folder: string, why: string) => `Cannot use ${folder} as home folder of the agent: ${why}`,
  longHome: (socket: string) => `The path of the home folder is too long for a socket: ${socket}`,
  settings: (file: string, why: string) => `Cannot read the settings in ${file}: ${why}`,
} as const
