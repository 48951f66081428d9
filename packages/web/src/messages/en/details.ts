import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const others = (changes: number) =>
  changes > 1 ? ` and ${plural(changes - 1, 'one more item', '# more items')}` : ''
const someone = 'Someone'

/** Words of the panel beside the list. `by` is the person who did it, `on` the device, where they are known. */
export const details = {
  label: (name: string) => `Details of ${name}`,
  tabs: {
    details: 'Details',
    versions: 'Versions',
    activity: 'Activity',
    access: 'Access',
    links: 'Links',
    safety: 'Safety',
  },
  kind: 'Type',
  size: 'Size',
  holds: 'Contents',
  modified: 'Modified',
  created: 'Created',
  changed: 'Last change',
  first: 'Added',
  where: 'Location',
  byWhom: (when: string, by: string | undefined) => (by === undefined ? when : `${when}, by ${by}`),
  onDevice: (by: string, device: string) => `${by} on ${device}`,
  locks: 'Locked',
  lockedBy: (by: string) => `by ${by}`,
  lockedSince: (since: string) => `since ${since}`,
  lockedUntil: (until: string) => `until ${until}`,
  lockedFolder: 'because its folder is locked',
  lockedRoot: 'because the whole share is locked',
  unlock: 'Unlock',
  unlocked: (name: string) => `“${name}” unlocked`,
  current: 'Current',
  versionOf: (when: string) => `Version from ${when}`,
  actionsOf: (when: string) => `Actions for the version from ${when}`,
  look: 'View',
  lookThen: 'View as of then',
  save: 'Download',
  makeCurrent: 'Restore this version',
  compare: 'Compare with current version',
  compareBefore: 'Compare with previous version',
  remove: 'Delete permanently…',
  madeCurrent: (name: string) => `Earlier version of “${name}” restored`,
  removeTitle: 'Delete this version permanently?',
  removeWhy: (when: string) => `The version from ${when} will be deleted. This can’t be undone.`,
  removeWord: 'delete',
  removeType: (word: string) => `Type “${word}” to confirm`,
  removeButton: 'Delete permanently',
  removed: 'Version deleted',
  more: 'Show more',
  noActivity: 'No activity yet.',
  activity: {
    create: (by = someone, name: string, changes: number) => `${by} added “${name}”${others(changes)}`,
    update: (by = someone, name: string, changes: number) => `${by} changed “${name}”${others(changes)}`,
    rename: (by = someone, name: string, changes: number) =>
      `${by} renamed it to “${name}”${others(changes)}`,
    move: (by = someone, name: string, changes: number) => `${by} moved “${name}”${others(changes)}`,
    delete: (by = someone, name: string, changes: number) => `${by} deleted “${name}”${others(changes)}`,
    restore: (by = someone, name: string, changes: number) => `${by} restored “${name}”${others(changes)}`,
    purge: (by = someone, name: string, changes: number) =>
      `${by} permanently deleted “${name}”${others(changes)}`,
    lock: (by = someone, name: string) => `${by} locked “${name}”`,
    unlock: (by = someone, name: string) => `${by} unlocked “${name}”`,
  },
  theService: 'The service',
  you: 'You',
  byYou: 'you',
}
