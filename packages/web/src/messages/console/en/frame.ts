import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')

/** Words around every screen of the console. */
export const frame = {
  title: 'Admin console',
  screens: {
    overview: 'Overview',
    customers: 'Customers',
    'new-customer': 'New customer',
    'continue-setup': 'Continue setup',
    people: 'People',
    'people/import': 'Import list',
    guests: 'Guests',
    groups: 'Groups',
    shares: 'Team shares',
    devices: 'Devices',
    policies: 'Policies',
    organization: 'Organization',
    close: 'Close',
  },
  groups: {
    customers: 'Customers',
    people: 'People',
    files: 'Files',
    devices: 'Devices',
    settings: 'Settings',
  },
  back: 'Back to files',
  own: 'Your organization',
  customerOf: (name: string) => `Customer of ${name}`,
  customer: 'Customer',
  switchTitle: 'Switch organization',
  find: 'Find an organization',
  recent: 'Recent',
  all: 'All organizations',
  noneFound: (q: string) => `No results for “${q}”`,
  open: (name: string) => `Show organizations below ${name}`,
  goTo: 'Go to a customer, person, device or page',
  goToShort: 'Go to…',
  goToHint: 'Name or email',
  path: 'Location',
  scope: 'Scope',
  only: (name: string) => `${name} only`,
  withBelow: (count: number) => `With ${plural(count, '# customer', '# customers')}`,
  privacy: 'Privacy mode',
  privacyWhy: (name: string) =>
    `${name} keeps its files private. You manage accounts and settings, not files.`,
  noAccess: 'You don’t have access to this organization.',
  onlyAdministrators: 'Only administrators can open this page.',
  states: {
    ok: 'Active',
    trial: 'Trial',
    suspended: 'Suspended',
    expired: 'Expired',
    closing: 'Closing',
  },
}
