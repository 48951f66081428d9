import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')
const below = (count: number) => plural(count, '# organization below', '# organizations below')

/** Words of the screen of policies. */
export const policies = {
  title: 'Policies',
  sectionsLabel: 'Sections',
  sections: {
    signIn: 'Sign-in',
    sharing: 'Sharing',
    files: 'Files and retention',
    devices: 'Devices and backups',
    web: 'Web app',
    administrators: 'Administrators',
    limits: 'Limits',
    billing: 'Billing',
  },
  find: 'Find a setting',
  found: (count: number) => plural(count, '# setting', '# settings'),
  noResults: (q: string) => `No results for “${q}”`,
  readOnly: 'You can view these settings, but not change them.',

  on: 'On',
  off: 'Off',
  none: 'none',
  unit: { days: 'days', perMinute: 'per minute' },
  days: (count: number) => plural(count, '# day', '# days'),
  perMinute: (count: number) => `${count} per minute`,
  endings: (count: number) => plural(count, '# file type', '# file types'),
  sizeUnit: 'Unit',
  brake: { off: 'Do nothing', warn: 'Notify', pause: 'Pause the device' },

  byDefault: 'Default',
  setHere: 'Set here',
  changed: (old: string) => `Changed, was ${old}`,
  changedFromDefault: (old: string) => `Changed, was ${old} (default)`,
  required: (name: string) => `Required by ${name}. Only its administrators can change this.`,
  notGranted: (name: string) => `Not included: ${name} has not turned this on.`,
  setBy: (name: string) => `Set by ${name}. Only its administrators can change this.`,
  setBySystem: 'Only system administrators can change this.',
  everyone: 'Affects everyone',
  data: 'Deletes data',

  faults: {
    number: 'Enter a whole number.',
    range: (min: number, max: number) => `Enter a number from ${min} to ${max}.`,
    rangeFrom: (min: number) => `Enter a number from ${min} on.`,
    amount: 'Enter a number, such as 2.5.',
    endings: 'Enter endings such as “.iso”, separated by commas.',
    currency: 'Enter three letters, such as EUR.',
    empty: 'Enter a value.',
  },

  unsaved: 'Unsaved changes',
  changes: (count: number) => plural(count, '# change', '# changes'),
  save: (count: number) => plural(count, 'Save # change', 'Save # changes'),
  discard: 'Discard',
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  fromTo: (from: string, to: string) => `${from} → ${to}`,
  alsoOff: (count: number) => `Also turns off in ${below(count)}. It does not come back there by itself.`,
  alsoOn: (count: number) => `Also turns on in ${below(count)}.`,
  atLeast: (sentence: string) => `At least ${sentence}`,
  effects: {
    public_links: (n: number) => plural(n, '# public link stops working.', '# public links stop working.'),
    no_two_step: (n: number) =>
      plural(
        n,
        '# person sets up two-step verification at the next sign-in.',
        '# people set up two-step verification at their next sign-in.',
      ),
    old_passwords: (n: number) =>
      plural(
        n,
        '# person must choose a new password at the next sign-in.',
        '# people must choose a new password at their next sign-in.',
      ),
    directory_accounts: (n: number) =>
      plural(n, '# person can no longer sign in.', '# people can no longer sign in.'),
    deleted_items: (n: number) =>
      plural(
        n,
        '# deleted item is permanently deleted within the hour.',
        '# deleted items are permanently deleted within the hour.',
      ),
    earlier_versions: (n: number) =>
      plural(
        n,
        '# earlier version is permanently deleted within the hour.',
        '# earlier versions are permanently deleted within the hour.',
      ),
    backups: (n: number) => plural(n, '# backup pauses.', '# backups pause.'),
    file_servers: (n: number) => plural(n, '# file server pauses.', '# file servers pause.'),
  },
  bytesOver: (size: string) => `${size} too much is stored already: uploads and backups are refused at once.`,
  conflict: 'Someone else changed this policy. Reload to see the current values.',
  reload: 'Reload',
  saved: 'Policy saved',
  graveTitle: (count: number) => plural(count, 'Save # change?', 'Save # changes?'),
  graveWhy: 'This can’t be undone for what is deleted, or stops people from working at once:',

  undone: 'Former values restored',
  undoneInPart: 'Former values restored, except where someone changed them since',
  notUndone: 'Nothing was changed: someone changed these values since',

  copy: 'Copy from…',
  copyTitle: 'Copy policy from',
  copied: (count: number, name: string) =>
    plural(
      count,
      `# change from ${name}. Nothing is saved yet. Limits and billing are not copied.`,
      `# changes from ${name}. Nothing is saved yet. Limits and billing are not copied.`,
    ),
  same: (name: string) =>
    `Nothing to copy: the policy of ${name} is the same, apart from limits and billing.`,

  history: 'Changes',
  noHistory: 'No changes yet. Changes of this policy appear here.',
  byAbove: (name: string) => `Through a change in ${name}`,
  wasUndo: 'Undid an earlier change',
  historyBelow: (count: number) => `Also changed in ${below(count)}`,
  undoOf: (time: string) => `Undo change: ${time}`,
}
