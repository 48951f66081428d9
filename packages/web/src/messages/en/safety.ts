import type { CopyState } from '@holdfast/api/oversight/safety'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const days = (count: number) => plural(count, '# day', '# days')

/** Words of the page that says how safe an item is. Each fact comes with its time or its source. */
export const safety = {
  versions: {
    title: 'Versions',
    count: (count: number, oldest: string) =>
      plural(count, `# version, from ${oldest}`, `# versions, the oldest from ${oldest}`),
    keptFor: (count: number) =>
      `Earlier versions are kept for ${days(count)} after a newer one replaces them.`,
    keptForGood: 'Earlier versions are kept until someone deletes them permanently.',
    nextRemoval: (when: string) => `The oldest version will be deleted after ${when}.`,
    deletedFor: (count: number) => `Deleted items can be restored for ${days(count)}.`,
    deletedForGood: 'Deleted items can be restored until someone deletes them permanently.',
    removal: (when: string) => `This item will be deleted permanently after ${when}.`,
    paused: (until: string) => `A backup was restored, so nothing is deleted automatically until ${until}.`,
    source: 'Set by the organization that owns these files',
    show: 'Show versions',
  },
  access: {
    title: 'Who has access',
    people: (count: number) =>
      plural(count, '# person or group has access', '# people and groups have access'),
    nobodyElse: 'Only you can open it.',
    more: (count: number) => plural(count, 'and # more', 'and # more'),
    hidden: 'Only people with full access can see who else can open it.',
    you: (can: string) => `You: ${can}`,
    show: 'Show access',
  },
  devices: {
    title: 'On your devices',
    none: 'It is on none of your devices.',
    states: {
      up_to_date: 'Up to date',
      attention: 'Up to date, except for files that need attention on the device',
      syncing: 'Syncing',
      behind: 'Changed since then, not synced yet',
      paused: 'Paused',
      held: 'Stopped, waiting for your decision',
      offline: 'Offline',
      failed: 'Not syncing: the device needs attention',
      unknown: 'The device has not reported yet',
    } satisfies Record<CopyState, string>,
    connected: (when: string) => `Connected, as of ${when}`,
    lastContact: (when: string) => `Last contact: ${when}`,
  },
  stored: {
    title: 'Stored data',
    noDamage: 'No damage known',
    damaged: (count: number) => plural(count, '# damaged part known', '# damaged parts known'),
    part: (size: string, position: string) => `${size} at position ${position}`,
    current: 'Current version',
    version: (when: string) => `Version from ${when}`,
    whatToDo: 'Versions that are not listed here are not affected. The administrators have been notified.',
    verified: (when: string) => `Last full check of all stored data finished: ${when}`,
    never: 'No full check of all stored data has finished yet.',
    progress: (percent: number) => `The current check is ${percent}% done.`,
    pace: (percent: number) => `The service checks ${percent}% of all stored data every day.`,
    off: 'Regular checks are turned off.',
  },
  backup: {
    title: 'Backup of the service',
    newest: (when: string) => `Last complete backup: ${when}`,
    none: 'No backup has been completed yet.',
    off: 'Automatic backups are off.',
    overdue: 'The next backup is overdue.',
    contains: 'It contains the current version.',
    isNewer: 'The current version is newer than this backup.',
    hours: (count: number) => plural(count, 'Made every hour', 'Made every # hours'),
    days: (count: number) => plural(count, 'Made every day', 'Made every # days'),
  },
}
