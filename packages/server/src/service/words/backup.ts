/** What `holdfast backup`, `restore` and `drill` say. Refusals end without a period: others put them into a sentence. */
import { counted } from '@holdfast/api/counted'

const VERIFY_CONTENT = 'run “holdfast verify --content”'

export const BACKUP = {
  noSuchName: (text: string) =>
    `“${text}” is not the name of a backup. To list the names, run “holdfast backup <location> --list”`,
  noFingerprint: (text: string) =>
    `“${text}” is not a fingerprint. A fingerprint has six groups of five digits and letters, such as 1f2e3-4d5c6-7b8a9-01234-56789-abcde`,
  damagedBlob: (key: string) =>
    `Blob ${key} is damaged or missing in the service. To see which files it belongs to, ${VERIFY_CONTENT}.`,
  damagedBlobs: (count: number) =>
    `${counted(count, 'blob is', 'blobs are')} damaged or missing in the service. To see which files they belong to, ${VERIFY_CONTENT}`,
  complete: (made: {
    name: string
    copied: number
    of: number
    added: string
    keyFile: string
    fingerprint: string
  }) =>
    `Backup ${made.name} is complete. New: ${made.copied} of ${counted(made.of, 'blob')}, ${made.added} in total. The master key is not in the backup: keep a copy of ${made.keyFile} elsewhere. Fingerprint: ${made.fingerprint}`,
  listed: (one: {
    name: string
    rows: number
    blobs: number
    size: string
    version: string
    key: string
    fingerprint: string
    damaged: number
  }) =>
    `${one.name}  ${counted(one.rows, 'row')}, ${counted(one.blobs, 'blob')} (${one.size}), Holdfast ${one.version}, master key ${one.key}, fingerprint ${one.fingerprint}${one.damaged > 0 ? `, ${counted(one.damaged, 'damaged blob')}` : ''}`,
  unreadable: (name: string, why: string) => `${name}  cannot be read: ${why}`,
  noMark: 'The file “backups/installation” is missing or damaged at this location',
  noSuchBackup: (name: string) => `There is no backup ${name} at this location`,
  removed: (name: string) =>
    `Backup ${name} removed. Files that only it needed are removed by the next “holdfast backup” with --keep.`,
} as const

export const BACKING_UP = {
  databaseCopied: (of: { rows: number; added: string; blobs: number; size: string }) =>
    `Database copied: ${counted(of.rows, 'row')}, ${of.added} new. It refers to ${counted(of.blobs, 'blob')} (${of.size}).`,
  progress: (of: { done: number; count: number; doneSize: string; size: string }) =>
    `${of.done} of ${counted(of.count, 'blob')}, ${of.doneSize} of ${of.size}`,
  copied: (progress: string) => `Copied: ${progress}.`,
  stored: (progress: string) => `Restored: ${progress}.`,
  damagedRows:
    'Some files stored in the database are damaged. To see which, run “holdfast verify --content”.',
  repaired: (count: number) =>
    `${counted(count, 'file was', 'files were')} damaged at the backup location and copied again.`,
  kept: (kept: number, removed: number, files: number) =>
    `${counted(kept, 'backup')} kept, ${counted(removed, 'older backup')} removed, with ${counted(files, 'file')} that only they needed.`,
  blocksRemoval: (name: string, why: string) =>
    `Backup ${name} cannot be read: ${why}. It may need old files, so none are removed. To remove this backup, run “holdfast backup <location> --remove ${name}”.`,
  clock: (name: string, now: string) =>
    `The newest backup here, ${name}, is dated later than the clock of this machine (${now}). Check the clock. The order of backups does not depend on it, so nothing is lost.`,
  alreadyRunning: (by: { host: string; pid: string; until: string } | undefined) =>
    `A backup of this installation is already running${by ? ` (${by.host}, process ${by.pid}). If that process is gone, try again after ${by.until} UTC` : ''}`,
  unusable: (name: string, why: string) => `Backup ${name} cannot be used: ${why}.`,
  partlyUsable: (name: string, why: string) => `Backup ${name} can be used only in part: ${why}.`,
} as const

export const BACKUP_LOCATION = {
  noFolder: (folder: string) => `The folder ${folder} does not exist. Is its disk mounted?`,
  empty: (location: string) =>
    `This installation has made backups at ${location} before, but nothing is there now. Is its disk mounted? If the old backups are gone or were moved, run “holdfast backup <location> --new-place”`,
  another: (location: string) =>
    `${location} is not the location that this installation used before. Is the right disk mounted? To use it anyway, run “holdfast backup <location> --new-place”`,
  markDamaged:
    'The file “backups/installation” at this location is damaged. If the backups here are yours, run “holdfast backup <location> --take-over” to write it again',
  markMissing:
    'There are backups here, but the file “backups/installation” is missing. If they are yours, run “holdfast backup <location> --take-over” to write it again',
  markLost: 'The file “backups/installation” is missing or damaged. Is the disk still mounted?',
  takenOver: (epoch: string) =>
    `Another installation (epoch ${epoch}) has taken over this location. Choose another location`,
  disowned: (epoch: string) =>
    `The file “backups/installation” says that another installation (epoch ${epoch}) uses this location now, so it is unknown which backups should be here. If no restored copy has taken it over, somebody has changed the file. To use the location again, run “holdfast backup <location> --take-over”`,
  anothers: (epoch: string) =>
    `Another installation (epoch ${epoch}) uses this location for its backups. Choose another location. If the other installation no longer exists, run “holdfast backup <location> --take-over”. It can then no longer use this location`,
  noBackups: 'There are no backups at this location',
  noneComplete: 'There is no complete backup at this location',
  noneRestorable: 'None of the backups at this location can be restored',
  tooOld:
    'These backups were made by a version from before the first release, which this version cannot read. Choose an empty location',
} as const

export const BACKUP_PROBLEMS = {
  missing: (name: string) => `Backup ${name} is missing`,
  damagedBefore: (name: string, keys: readonly string[]) =>
    `Backup ${name}: ${counted(keys.length, 'blob was', 'blobs were')} already damaged or missing in the service: ${keys.join(', ')}`,
  otherOrigin: (name: string, fingerprint: string, own: string) =>
    `Backup ${name} was not made by this installation: its fingerprint is ${fingerprint}, not ${own}`,
  otherFingerprint: (name: string, fingerprint: string) =>
    `Backup ${name} was not made by this installation: its fingerprint is ${fingerprint}`,
  replaced: (name: string) => `Backup ${name} is not the one that this installation made under that name`,
  unexpected: (name: string) =>
    `Backup ${name} was removed by this installation, or never made by it. Somebody put it there`,
} as const

export const RESTORE = {
  done: (of: {
    name: string
    database?: string | undefined
    blobs?: string | undefined
    rows: number
    count: number
  }) =>
    `Backup ${of.name} was restored to ${of.database} and ${of.blobs}: ${counted(of.rows, 'row')}, ${counted(of.count, 'blob')}.`,
  takenOver:
    'The store now belongs to this installation. Data stored since the backup is kept: nothing is deleted until “holdfast verify --content” finds no problems, and for at least 30 days.',
  damagedBlob: (key: string) =>
    `Blob ${key} is damaged or missing in the backup. To see which files it belongs to, ${VERIFY_CONTENT}.`,
  databaseInUse:
    'The database is not empty. Use a new or empty one (HOLDFAST_DATABASE_URL, HOLDFAST_DATA_DIR). Nothing was changed',
  storeInUse:
    'The store is not empty. Use an empty one (HOLDFAST_BLOBS_URL, HOLDFAST_DATA_DIR). Nothing was changed',
  otherVersion: (migrations: readonly string[]) =>
    `This program does not know this version of the database (${migrations.join(', ')}). Use the version of Holdfast that made it`,
  wrongKey: (file: string, { version, id }: { version: number; id: string }) =>
    `${file} is not the master key of this backup (version ${version}, id ${id}). Copy the key file from where you keep it (HOLDFAST_MASTER_KEY_FILE)`,
  keyIsThere: (file: string) => `${file} is the master key of this backup. Restore without --without-key`,
  unproven: (newest: string | undefined) =>
    `Without the master key, only the fingerprint of your installation proves that these backups are yours. Add it with --fingerprint: it was shown at the first start and after each backup. Without it, anyone with write access to this location may have changed people, passwords and files in the backup, and could sign in as an administrator after the restore. To restore anyway, add --unproven ${newest ?? '<name of the backup>'}`,
  lost: (
    lost: { authenticators: number; links: number; directories: number; jobs: number },
    keyFile: string,
  ) => `Files, people, passwords and sign-ins are restored. Lost with the master key:
- ${counted(lost.authenticators, 'authenticator app')}: these people get codes by email instead. All recovery keys of two-step verification.
- The addresses of ${counted(lost.links, 'share link')} and of their recipients: each has a new one. Send the links again.
- The passwords of ${counted(lost.directories, 'directory', 'directories')}: set them again.
- ${counted(lost.jobs, 'waiting job')}, such as emails. License keys. The proof that the activity log was not changed.
The new master key is in ${keyFile}. Keep a copy elsewhere.`,
} as const

export const DRILL = {
  passed: 'The backup can be restored. No problems found.',
  failed: 'Problems found: see above.',
} as const
