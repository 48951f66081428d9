/** Backups of this device, and restoring them. */
import { counted } from '@holdfast/api/counted'

export const BACKUPS = {
  off: 'Backups are paused: the policy of your organization does not allow them. Existing backups are kept and can be restored.',
  none: 'Nothing on this device is backed up.',
  line: (id: number, path: string, files: number, last: string | null) =>
    `${id}  ${path}: ${counted(files, 'file')}, last finished: ${last ?? 'never'}`,
  failed: (why: string) => `  failed: ${why}`,
  paused: (why: string) => `  paused: ${why}`,
  status: (path: string, state: string, reason: string) =>
    `Backup of ${path}: ${state}${reason && `. ${reason}`}`,
  waiting: 'waiting for its schedule',
  times: (files: number, last: string | null, next: string | null) =>
    `  ${counted(files, 'file')}, last finished: ${last ?? 'never'}${next ? `, next: ${next}` : ''} (UTC)`,
  requestedBy: (name: string) => `  requested by ${name}`,
  someone: 'someone',
  unknown: (given: string, all: string) =>
    `This device has no backup “${given}”. ${all ? `Choose one of: ${all}` : 'It has no backups.'}`,
  running: 'This backup is already running',
  stopped: 'It was stopped before it finished.',
  stateNotSaved: (why: string) => `Cannot save the state of the backup (${why}).`,
  serverRestored: 'The server was restored from a backup.',
  noFolder: (path: string) => `${path} is not a folder.`,
  missing: (path: string) => `${path} is missing. Is its disk mounted? Nothing was changed in the backup.`,
  empty: (path: string) => `${path} is empty. Is its disk mounted? Nothing was changed in the backup.`,
  serverChanges: 'The backup is being changed on the server.',
  mostGone: (files: number, all: number) =>
    `${files} of ${all} files are gone from the folder. They stay in the backup until you confirm: “holdfast-agent backup now --confirm”.`,
  replaced: 'The folder was replaced during the backup. Nothing was deleted in the backup.',
  bySchedule: 'It was paused on the server.',
  offline: 'The server cannot be reached.',
} as const

/** Items that a backup leaves out, each with its path before it. */
export const NOT_BACKED_UP = {
  tooLarge: 'The file is too large.',
  changing: 'The file keeps changing. The backup has its previous version.',
  noSpace: 'There is not enough space on the server.',
  refused: (code: string) => `The server refused it: ${code}.`,
  kind: 'It is not a file, folder or link.',
  replaced: 'The folder was replaced during the backup.',
  fileSystem: 'Another file system is mounted here.',
  noPermission: 'No permission to read it.',
  gone: 'It no longer exists.',
  diskError: 'The disk cannot read it.',
  longPath: 'Its path is too long.',
  becameLink: 'It was replaced by a link.',
  unreadable: (code: string) => `It cannot be read (${code}).`,
} as const

export const RESTORE = {
  machine: '--machine needs the number of a device.',
  progress: (done: number, total: number) => `${done} of ${counted(total, 'file')}`,
  notRestored: (path: string, why: string) => `Not restored: ${path}: ${why}`,
  counts: (of: { total: number; written: number; aside: number; kept: number }) =>
    [
      counted(of.total, 'file'),
      `${of.written} written`,
      ...(of.aside > 0 ? [`${counted(of.aside, 'older file')} renamed`] : []),
      ...(of.kept > 0 ? [`${counted(of.kept, 'newer file')} kept`] : []),
    ].join(', '),
  done: (counts: string) => `Restored and verified: ${counts}.`,
  failed: (why: string | null, counts: string) => `Not restored (${why}): ${counts}.`,
  status: (path: string, state: string, reason: string) =>
    `Restore to ${path}: ${state}${reason && `. ${reason}`}`,
  requestedBy: (name: string, at: string) => `  requested by ${name}, ${at} (UTC)`,
  byNumber: 'Use the number of the backup for a backup of another device.',
  neverFinished: 'This backup has never finished, so there is nothing to restore.',
  notBefore: (time: string) => `This backup finished for the first time after ${time}.`,
  noFolder: 'The folder is not in the backup at that time.',
  someFailed: (count: number, path: string | undefined) =>
    `${counted(count, 'item')} could not be restored. The first is ${path}`,
  stopped: 'It was stopped before it finished.',
  cannotWrite: (path: string, code: string | undefined) => `Cannot write to ${path} (${code}).`,
  badName: 'Its name is not valid on this device.',
  diskFull: 'The disk is full.',
  newer: 'The file on this device is newer and was kept.',
  secret:
    'Keys, start-up files and data of the agent are not restored to their original folder. Restore to another folder, and copy them from there.',
  setId: 'Its set-user-ID and set-group-ID bits were not restored.',
  contentGone: 'Its content is no longer in the backup.',
  beingChanged: 'Another program keeps changing it.',
  differs: 'The restored file differs from the backup.',
  tooMuch: 'The server sent more data than the backup has.',
  diskRefuses: 'Cannot write the downloaded file to the disk',
  badLink: 'The link has an invalid target.',
  otherBytes: 'The server sent other data than the backup has.',
} as const
