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
  /** Files that never sync are in folders that others delete. */
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
  /** The disk refuses now and then, and some folders cannot be looked into for a while. */
  'trouble',
  /** Programs write in pieces: what is there in between is nothing yet. */
  'writing',
  /** Names on a disk that the service cannot hold. */
  'refused',
  /** Few files are many: a person has to say that they may go. */
  'brake',
  /** A device leaves, and removes what the service has. */
  'leave',
  /** A machine keeps two roots, and files are moved from the folder of one to that of the other. */
  'between',
] as const

/** Drawn apart from the others, which a seed draws as it did before there were these. */
export const LATER_FEATURES = [
  /** Anyone gives items names that agents ignore, and takes them away again. */
  'ignored_names',
  /** Other volumes are mounted on folders, and unmounted. */
  'mounts',
  /** Little time passes, and programs pause while they write: what is there looks finished, and is not. */
  'pauses',
  /** Little time passes, and disks keep times so coarsely that an edit soon after another does not show. */
  'coarse',
  /** People give files on a disk other times of change. */
  'times',
  /** Programs save files as editors do, each in steps. */
  'saving',
] as const
export type Feature = (typeof FEATURES)[number] | (typeof LATER_FEATURES)[number]

/** The names that people give to items. */
export function namesWith(features: ReadonlySet<Feature>): string[] {
  const plain = features.has('names') ? ['a', 'A', 'b', '\u00e9', 'e\u0301', 'c'] : ['a', 'b', 'c', 'd']
  return features.has('ignored_names')
    ? [...plain, 'archive.tmp', 'Thumbs.db', '~$x.docx', '.DS_Store']
    : plain
}
