import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const others = (changes: number) =>
  changes > 1 ? ` and ${plural(changes - 1, 'one more item', '# more items')}` : ''
const someone = 'Someone'

/** Words of the panel beside the list. `by` is whoever did it, `on` the device where it is known. */
export const details = {
  label: (name: string) => `About ${name}`,
  tabs: { details: 'Details', versions: 'Versions', activity: 'Activity', access: 'Access', links: 'Links' },
  kind: 'Kind',
  size: 'Size',
  modified: 'Modified',
  created: 'Created',
  changed: 'Last change',
  first: 'Added',
  where: 'Where',
  top: 'Top level',
  byWhom: (when: string, by: string | undefined) => (by === undefined ? when : `${when}, by ${by}`),
  onDevice: (by: string, device: string) => `${by} on ${device}`,
  locks: 'Locked',
  lockedBy: (by: string) => `by ${by}`,
  lockedSince: (since: string) => `since ${since}`,
  lockedUntil: (until: string) => `until ${until}`,
  lockedFolder: 'through a folder above it',
  lockedRoot: 'through all of these files',
  unlock: 'Unlock',
  unlocked: (name: string) => `“${name}” is not locked any more`,
  current: 'Current',
  versionOf: (when: string) => `Version of ${when}`,
  actionsOf: (when: string) => `Actions for the version of ${when}`,
  look: 'Look at it',
  lookThen: 'Look at it then',
  save: 'Download',
  makeCurrent: 'Make current',
  compare: 'Compare with the current one',
  compareBefore: 'Compare with the one before',
  remove: 'Remove for good…',
  madeCurrent: (name: string) => `An earlier version of “${name}” is current again`,
  removeTitle: 'Remove this version for good?',
  removeWhy: (when: string) => `The version of ${when} cannot be brought back by anybody.`,
  removeWord: 'remove',
  removeType: (word: string) => `Type “${word}” to confirm`,
  removeButton: 'Remove for good',
  removed: 'The version was removed',
  more: 'Show more',
  noActivity: 'Nothing has happened here yet.',
  activity: {
    create: (by = someone, name: string, changes: number) => `${by} added “${name}”${others(changes)}`,
    update: (by = someone, name: string, changes: number) => `${by} changed “${name}”${others(changes)}`,
    rename: (by = someone, name: string, changes: number) =>
      `${by} renamed it to “${name}”${others(changes)}`,
    move: (by = someone, name: string, changes: number) => `${by} moved “${name}”${others(changes)}`,
    delete: (by = someone, name: string, changes: number) => `${by} deleted “${name}”${others(changes)}`,
    restore: (by = someone, name: string, changes: number) => `${by} restored “${name}”${others(changes)}`,
    purge: (by = someone, name: string, changes: number) =>
      `${by} removed “${name}”${others(changes)} for good`,
    lock: (by = someone, name: string) => `${by} locked “${name}”`,
    unlock: (by = someone, name: string) => `${by} unlocked “${name}”`,
  },
  theService: 'The service',
  you: 'You',
  byYou: 'you',
}
