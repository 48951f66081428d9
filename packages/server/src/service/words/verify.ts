/** What `holdfast verify` says. */
import { counted } from '@holdfast/api/counted'

const found = (problems: number): string =>
  `${problems === 0 ? 'No' : problems} ${problems === 1 ? 'problem' : 'problems'} found`

export const VERIFY = {
  noRoot: (id: number) => `Root ${id} does not exist.`,
  repaired: (change: string) => `Repaired. ${change}.`,
  roots: (count: number) => `${counted(count, 'root')} checked`,
  chunks: (count: number) => `${counted(count, 'chunk')} read`,
  unused: (count: number) => counted(count, 'unused blob'),
  removed: (count: number) => `${counted(count, 'unused blob')} deleted`,
  healed: (count: number) => `${counted(count, 'damaged chunk is', 'damaged chunks are')} intact again.`,
  repairedFrom: (count: number) => `${counted(count, 'chunk')} repaired from the backup.`,
  result: (problems: number, extent: readonly string[]) => `${found(problems)}. ${extent.join(', ')}.`,
  takenOver:
    'The store was taken over. Unused blobs stay until “holdfast verify --content” finds no problems, and for at least 30 days.',
  paused:
    'Retention has been paused since the restore. Restore everything you need, then run “holdfast resume-retention” first.',
} as const

export const VERIFY_ACTIVITY = {
  about: (organization: number, text: string) =>
    `${organization === 0 ? 'No organization' : `Organization ${organization}`}: ${text}.`,
  notAnchored: 'not anchored yet',
  anchored: (at: string) => `anchored on ${at}`,
  result: (problems: number, given: { records: number; organizations: number; anchored: string }) =>
    `${found(problems)} in the activity log: ${counted(given.records, 'record')} of ${counted(given.organizations, 'organization')}, ${given.anchored}.`,
} as const

export const VERIFY_BACKUPS = {
  copiedAgain: (count: number) =>
    `${counted(count, 'damaged or missing file')} copied again from the service.`,
  result: (problems: number, read: { backups: number; pieces: number; blobs: number }) =>
    `${found(problems)}. ${counted(read.backups, 'backup')}, ${counted(read.pieces, 'piece')} and ${counted(read.blobs, 'blob')} read.`,
  newest: (name: string) => `Newest intact backup: ${name}.`,
  noneWhole: 'No backup is intact.',
  originNotChecked:
    'Origin not checked: to make sure that these backups are from your installation, add --fingerprint with its fingerprint.',
} as const
