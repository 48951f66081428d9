import { pluralOf } from '../../intl/plural.ts'
import type { ActWords } from './bulk.ts'

const plural = pluralOf('en')
const these = (count: number) => plural(count, '# device', '# devices')

/** Words of the list of devices. */
export const devices = {
  list: 'Devices',
  search: 'Search by name',
  views: {
    all: 'All',
    attention: 'Need attention',
    unreachable: 'Unreachable',
    signed_out: 'Signed out',
    servers: 'File servers',
  },
  columns: {
    name: 'Name',
    owner: 'Owner',
    state: 'Status',
    seen: 'Last connected',
    version: 'Version',
    free_space: 'Free space',
    system: 'System',
    kind: 'Type',
    created: 'Added',
  },
  states: {
    signed_out: 'Signed out',
    unreachable: 'Unreachable',
    stopped: 'Stopped',
    attention: 'Problems',
    away: 'Not connected',
    paused: 'Paused',
    syncing: 'Syncing',
    up_to_date: 'Up to date',
  },
  kinds: { agent: 'Computer', server: 'File server', mobile: 'Phone or tablet' },
  problems: (count: number) => plural(count, '# file with a problem', '# files with problems'),
  outdated: 'Old version',
  freeOf: (free: string, total: string) => `${free} of ${total}`,
  seenBefore: 'Last connected before',
  facts: (organization: string | undefined, owner: string | undefined, seen: string) =>
    [organization, owner, `last connected: ${seen}`].filter(Boolean).join(' · '),
  empty: 'No devices yet',
  emptyWhy: 'Devices appear when people sign in to the agent on them.',
  noneMatch: 'No device matches these filters.',
  none: (name: string) => `${name} has no devices.`,
  rename: 'Rename…',
  renameTitle: 'Rename device',
  renameButton: 'Rename',
  renamed: (name: string) => `Device renamed to ${name}`,
  signOut: 'Sign out…',
  signOutTitle: (name: string) => `Sign out ${name}?`,
  signOutWhy: 'The device can no longer access files until its owner signs in again.',
  signOutButton: 'Sign out',
  signedOut: (name: string) => `${name} was signed out`,
  rateHint: 'A whole number; 0 for no limit.',
  acts: {
    limit_speed: {
      label: 'Limit bandwidth…',
      title: 'Limit bandwidth',
      plan: (count) => `The limit of ${these(count)} will change. Other times and speeds that were set stay.`,
      button: (count) => `Change for ${these(count)}`,
      doing: (count) => `Changing the limit of ${these(count)}…`,
      done: (count) => `Limit of ${these(count)} changed`,
    },
    sign_out: {
      label: 'Sign out…',
      title: 'Sign out devices',
      plan: (count) =>
        `${these(count)} can no longer access files until somebody signs in there again. Files that were not uploaded stay on the device.`,
      button: (count) => `Sign out ${these(count)}`,
      doing: (count) => `Signing out ${these(count)}…`,
      done: (count) => `${these(count)} signed out`,
    },
  } satisfies Record<string, ActWords>,
}
