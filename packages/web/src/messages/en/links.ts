import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const people = (count: number) => plural(count, '# person', '# people')
const counted = (count: number) => plural(count, '# link', '# links')
const viewed = (count: number) => (count === 0 ? 'no views' : plural(count, '# view', '# views'))
const downloaded = (count: number) =>
  count === 0 ? 'no downloads' : plural(count, '# download', '# downloads')

/** Words of the list of links that someone has created. */
export const links = {
  title: 'Shared links',
  label: 'Links you created',
  empty: 'No links yet',
  emptyHint: 'Select a file or folder, then choose “Share” or “Copy link”.',
  none: 'No matching links',
  noneHint: 'Show all links, or change the filter.',
  show: 'Show',
  shows: {
    all: 'All',
    public: 'Anyone with the link',
    private: 'Only people added',
    unused: 'Never used',
    over: 'Expired or off',
  },
  sort: 'Sort by',
  sorts: {
    created: 'Newest',
    last_used: 'Last used',
    times_downloaded: 'Most downloads',
    expires: 'Expiring soonest',
  },
  select: (name: string) => `Select the link to ${name}`,
  selected: (count: number) => `${counted(count)} selected`,
  turnOff: 'Turn off link',
  makePrivate: 'Make private',
  turnOn: 'Turn on link',
  end: 'Delete…',
  change: 'Edit…',
  see: 'Preview as visitor',
  show1: 'Show in folder',
  one: (name: string) => `Link to “${name}”`,
  made: (when: string) => `Created ${when}`,
  noSuch: 'Link not found',
  noSuchWhy: 'It was deleted, or someone else created it. Here are the links you created.',
  turnedOff: (count: number, name: string) =>
    count === 1
      ? `Link to “${name}” turned off`
      : `${counted(count)} turned off. People who were added can still sign in.`,
  turnedOn: (name: string) => `Link to “${name}” turned on`,
  ended: (count: number, name: string) =>
    count === 1 ? `Link to “${name}” deleted` : `${counted(count)} deleted`,
  endTitle: (count: number) => (count === 1 ? 'Delete this link?' : `Delete ${counted(count)}?`),
  endWhy:
    'The link will stop working for everyone. The file or folder is kept. To disable the link for a while, turn it off instead.',
  endButton: 'Delete',
  gone: 'The shared item no longer exists',
  public: 'Anyone with the link',
  off: 'Off',
  over: (day: string) => `Expired ${day}`,
  usedUp: 'Limit reached',
  withPeople: people,
  lastUsed: (when: string) => `Last used ${when}`,
  never: 'Never used',
  uses: (views: number, downloads: number) => `${viewed(views)}, ${downloaded(downloads)}`,
  password: 'Password',
  expires: (day: string) => `Expires ${day}`,
  times: (used: number, most: number) => `${used} of ${most} downloads`,
  adds: 'Uploads allowed',
  drops: 'Upload only',
  by: (name: string) => `by ${name}`,
  actionsOf: (name: string) => `Actions for the link to ${name}`,
  used: 'Used by',
  usedBy: (name: string, views: number, downloads: number) =>
    `${name}: ${viewed(views)}, ${downloaded(downloads)}`,
}
