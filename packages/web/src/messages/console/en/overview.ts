import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')

/** Words of the overview. */
export const overview = {
  attention: 'Needs attention',
  urgent: (count: number) => plural(count, '# urgent', '# urgent'),
  soon: (count: number) => plural(count, '# soon', '# soon'),
  fine: (time: string) => `Everything looks good. Last checked ${time}.`,
  showAll: 'Show all',
  ask: (name: string) => `Ask ${name} to change this.`,
  acts: {
    brake: 'Review changes',
    space_quota: 'Show limits',
    accounts_maximum: 'Show limits',
    trial_ending: 'Show license',
    license_ending: 'Show license',
    directory_failed: 'Show import',
    machines_unreachable: 'Show devices',
    setup_open: 'Continue setup',
  },
  accounts: 'Accounts',
  storage: 'Storage',
  devices: 'Devices',
  links: 'Links',
  guests: (count: number) => plural(count, '# guest', '# guests'),
  ofLimit: (used: string, limit: string) => `${used} of ${limit}`,
  publicLinks: (count: number) =>
    count === 0 ? 'none is public' : plural(count, '# is public', '# are public'),
  below: (value: string) => `${value} in customers`,
  grown: (size: string) => `${size} in 30 days`,
  chart: 'Storage, last 12 months',
  chartBelow: 'Storage of customers, last 12 months',
  chartLabel: (title: string, first: string, last: string, highest: string) =>
    `${title}: from ${first} to ${last}, at most ${highest}`,
  own: 'Own',
  ofCustomers: 'Customers',
  whose: 'Whose storage',
  current: 'Current',
  versions: 'Earlier versions',
  deleted: 'Deleted',
  day: 'Day',
  asTable: 'Show as table',
  asChart: 'Show chart',
  startsToday: 'Figures start today. The chart grows with time.',
  nothingStored: 'Nothing has been stored yet.',
  activity: 'Latest activity',
  noActivity: 'Nothing has happened yet.',
  customers: 'Customers',
  allCustomers: (count: number) => plural(count, 'Show # customer', 'Show all # customers'),
  fastest: 'Growing fastest',
  figuresFrom: (time: string) => `Figures from ${time}`,
}
