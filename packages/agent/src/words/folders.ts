/** Why a folder of this device cannot be used, for people here and, through the server, for those who asked for it. */
export const NOT_ALLOWED = {
  here: (doing: string, folder: string, command: string) =>
    `This device does not allow ${doing} ${folder}. To allow it, run on the device: ${command}`,
  ownData: 'This folder contains data of the agent.',
  secrets: (done: string) => `Folders with keys or start-up files of people are never ${done}.`,
  leadsToSecrets:
    'This folder contains keys, start-up files or data of the agent. Choose a folder inside it.',
} as const

export const DOING = {
  map: 'mapping',
  browse: 'listing folders in',
  backup: 'backing up',
  restore: 'restoring to',
} as const

export const DONE = {
  map: 'mapped',
  browse: 'listed',
  backup: 'backed up',
  restore: 'restored to',
} as const

export const SYSTEM_FOLDERS = {
  wholeDisk: 'This is a whole disk. Choose a folder on it.',
  ofSystem: 'This folder belongs to the system.',
  common: 'This folder is shared by the whole system. Choose a folder inside it.',
  inside: (other: string) => `This folder is inside ${other}, which the agent already uses.`,
  around: (other: string) => `${other} is inside this folder, and the agent already uses it.`,
} as const

export const NOT_FOUND = {
  otherComputer: 'Paths on other computers cannot be used. Enter the folder where it is mounted.',
  noSlash: (given: string) => `“${given}” is not a path on this device. Paths start with a slash.`,
  invalid: 'This is not a valid path on this device.',
  notText: (given: string) => `${given} leads to a folder whose name is not valid text.`,
  missing: (given: string, quoted: string) =>
    `The folder ${given} does not exist on the device. To create it, run there: mkdir -p ${quoted}`,
  noFolder: (given: string) => `${given} is not a folder.`,
  noPermission: (given: string) => `The agent has no permission to use ${given}.`,
  readOnly: (given: string) => `${given} is read-only.`,
  other: (given: string, code: string) => `${given} cannot be used: ${code}.`,
} as const

export const CANNOT_SYNC = {
  alreadySynced: (root: number) => `This folder is already synced with root ${root}.`,
  otherDevice: (marker: string) =>
    `This folder belongs to another device. If that device no longer exists, delete ${marker} in this folder.`,
  noBirthTimes:
    'The file system of this folder does not record when files were created. The agent needs this to recognize moved files. Choose a folder on another file system, such as ext4, XFS, Btrfs or APFS.',
  insideSynced: (above: string) => `This folder is inside ${above}, which is already synced.`,
  otherDisk: (there: string) =>
    `Another disk is mounted inside this folder, at ${there}. Unmount it, or choose another folder.`,
  containsSynced: (there: string) => `${there} inside this folder is already synced.`,
  overlaps: (folder: string, other: string, at: string | null) =>
    `${folder} overlaps with the folder of “${other}” (${at}).`,
} as const

export const MARKER = {
  noFolder: (path: string) => `The folder ${path} does not exist`,
  otherFolder: 'Another folder is there',
  otherMarker: 'The folder has another marker',
  lost: (what: string) => `${what} is missing in the folder`,
} as const

export const PERMISSIONS = {
  none: 'The server cannot use any folder of this device.',
  can: (folder: string) => `The server can use ${folder}.`,
  deeds: { map: 'map', browse: 'browse', backup: 'back up', restore: 'restore to' },
  base: ' (your synced files)',
  home: (person: string) => ` (only for ${person})`,
  isBase: (folder: string) =>
    `${folder} is the folder of your synced files. To choose another one, run “holdfast-agent roots in <folder>”.`,
  notListed: (folder: string) => `${folder} is not in the list. To see the list, run “holdfast-agent allow”.`,
  noFolder: (folder: string) => `The folder ${folder} does not exist.`,
} as const
