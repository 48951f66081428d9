/** Something about a backup, or where it is to go, that the person at the command line must know. A sentence without its full stop. */
export class BackupError extends Error {
  override name = 'BackupError'
}
