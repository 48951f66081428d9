/** What can happen in a run besides edits, crashes and lost requests. Each run draws some, so that none hides another. */
export const FEATURES = [
  /** Folders are deleted by one mark, brought back, purged; a root is set back to an earlier state. */
  'tree',
  /** The service is restored from a backup. */
  'epoch',
  'locks',
  /** A device loses access and gets it back. */
  'access',
  /** One device may only read. */
  'read_only',
  /** Folders are deselected on one device, and selected again. */
  'select',
  /** Files that never sync lie in folders that others delete. */
  'ignored',
  /** Names that are one to the service and two to a disk; one disk that ignores case. */
  'names',
  'unmount',
  /** A device loses its database. */
  'store_loss',
  /** A time that changes, and no content. */
  'touch',
  /** Files are moved out of the folder and back. */
  'out',
  /** Numbers of files are used again. */
  'inodes',
  /** Nobody tells the agent what has changed. */
  'lost_hints',
  /** A crash takes along what was not flushed. */
  'power',
] as const
export type Feature = (typeof FEATURES)[number]
