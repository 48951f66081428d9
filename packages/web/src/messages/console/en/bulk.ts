import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')
const people = (count: number) => plural(count, '# person', '# people')
const guests = (count: number) => plural(count, '# guest', '# guests')

/** Of one thing that is done with many: in the menu, above the question, in it, on its button, meanwhile and afterwards. */
export interface ActWords {
  label: string
  title: string
  /** Of links, with how many are shared with somebody. */
  plan: (count: number, shared?: number) => string
  button: (count: number) => string
  doing: (count: number) => string
  done: (count: number) => string
}

/** Words of what is done with many rows of a list. */
export const bulk = {
  bar: 'Selection',
  selected: (count: number) => plural(count, '# selected', '# selected'),
  allSelected: 'All matches selected',
  selectAll: (count: number) => plural(count, 'Select # match', 'Select all # matches'),
  selectAllUncounted: 'Select all matches',
  clear: 'Clear selection',
  actions: 'Actions',
  more: 'More',
  counting: 'Counting…',
  nothing: 'There is nothing to change.',
  same: (count: number) => plural(count, '# needs no change.', '# need no change.'),
  refused: {
    not_allowed: (count: number) => plural(count, '# can’t be changed by you.', '# can’t be changed by you.'),
    yourself: (_count: number) => 'Your own account is left out.',
    directory: (count: number) =>
      plural(count, '# has a password from a directory.', '# have a password from a directory.'),
    disabled: (count: number) =>
      plural(count, '# is disabled and gets no email.', '# are disabled and get no email.'),
    not_connected: (count: number) => plural(count, '# is not connected.', '# are not connected.'),
    expired: (count: number) => plural(count, '# has expired already.', '# have expired already.'),
    other_organization: (count: number) =>
      plural(
        count,
        '# is in another organization than the group.',
        '# are in another organization than the group.',
      ),
  },
  names: (names: string, more: number) =>
    more > 0 ? `${names} and ${plural(more, '# more', '# more')}` : names,
  continue: 'Continue',
  gone: 'No longer there',
  none: 'Nothing was changed',
  stopped: (done: number, total: number) =>
    `Canceled after ${plural(done, '#', '#')} of ${plural(total, '#', '#')}`,
  heads: ['Name', 'Result', 'Reason'],
  outcomes: {
    done: 'Done',
    same: 'No change needed',
    refused: 'Not allowed',
    failed: 'Failed',
    gone: 'Gone',
  },
  subject: 'Subject',
  text: 'Message',
  replies: 'Replies go to your email address.',
  quota: 'Quota in GB',
  quotaHint: 'Leave empty for the limit of the organization.',
  group: 'Group',
  noGroups: 'This organization has no groups yet.',
  confirm: (count: string) => `This can’t be undone. Type ${count} to confirm.`,
  persons: {
    disable: {
      label: 'Disable',
      title: 'Disable accounts',
      plan: (count) =>
        `${people(count)} will be signed out everywhere and can’t sign in until you enable the accounts again.`,
      button: (count) => `Disable ${people(count)}`,
      doing: (count) => `Disabling ${people(count)}…`,
      done: (count) => `${people(count)} disabled`,
    },
    enable: {
      label: 'Enable',
      title: 'Enable accounts',
      plan: (count) => `${people(count)} will be able to sign in again.`,
      button: (count) => `Enable ${people(count)}`,
      doing: (count) => `Enabling ${people(count)}…`,
      done: (count) => `${people(count)} enabled`,
    },
    unlock: {
      label: 'Unlock',
      title: 'Unlock accounts',
      plan: (count) => `${people(count)} will be able to sign in at once.`,
      button: (count) => `Unlock ${people(count)}`,
      doing: (count) => `Unlocking ${people(count)}…`,
      done: (count) => `${people(count)} unlocked`,
    },
    mail_password: {
      label: 'Password email…',
      title: 'Send an email to set a new password',
      plan: (count) =>
        `${people(count)} will get an email to set a new password. The current passwords work until then.`,
      button: (count) => `Send to ${people(count)}`,
      doing: (count) => `Sending emails to ${people(count)}…`,
      done: (count) => `Password email sent to ${people(count)}`,
    },
    reset_two_step: {
      label: 'Turn off two-step verification…',
      title: 'Turn off two-step verification',
      plan: (count) =>
        `${people(count)} will need only a password to sign in, until two-step verification is set up again.`,
      button: (count) => `Turn off for ${people(count)}`,
      doing: (count) => `Turning off two-step verification for ${people(count)}…`,
      done: (count) => `Two-step verification turned off for ${people(count)}`,
    },
    set_quota: {
      label: 'Change quota…',
      title: 'Change quota',
      plan: (count) => `The quota of ${people(count)} will change.`,
      button: (count) => `Change for ${people(count)}`,
      doing: (count) => `Changing the quota of ${people(count)}…`,
      done: (count) => `Quota of ${people(count)} changed`,
    },
    add_to_group: {
      label: 'Add to a group…',
      title: 'Add to a group',
      plan: (count) => `${people(count)} will get access to everything the group has access to.`,
      button: (count) => `Add ${people(count)}`,
      doing: (count) => `Adding ${people(count)} to the group…`,
      done: (count) => `${people(count)} added to the group`,
    },
    remove_from_group: {
      label: 'Remove from a group…',
      title: 'Remove from a group',
      plan: (count) =>
        `${people(count)} will lose access to what only the group gives. Devices keep their copies.`,
      button: (count) => `Remove ${people(count)}`,
      doing: (count) => `Removing ${people(count)} from the group…`,
      done: (count) => `${people(count)} removed from the group`,
    },
    message: {
      label: 'Send message…',
      title: 'Send message',
      plan: (count) => `${people(count)} will get an email.`,
      button: (count) => `Send to ${people(count)}`,
      doing: (count) => `Sending the message to ${people(count)}…`,
      done: (count) => `Message sent to ${people(count)}`,
    },
    delete: {
      label: 'Delete accounts…',
      title: 'Delete accounts',
      plan: (count) => `The accounts of ${people(count)} will be deleted.`,
      button: (count) => `Delete ${people(count)}`,
      doing: (count) => `Deleting the accounts of ${people(count)}…`,
      done: (count) => `Accounts of ${people(count)} deleted`,
    },
  } satisfies Record<string, ActWords>,
  guests: {
    message: {
      label: 'Send message…',
      title: 'Send message',
      plan: (count) => `${guests(count)} will get an email.`,
      button: (count) => `Send to ${guests(count)}`,
      doing: (count) => `Sending the message to ${guests(count)}…`,
      done: (count) => `Message sent to ${guests(count)}`,
    },
    delete: {
      label: 'Delete guests…',
      title: 'Delete guests',
      plan: (count) => `${guests(count)} will lose access to everything that was shared with them.`,
      button: (count) => `Delete ${guests(count)}`,
      doing: (count) => `Deleting ${guests(count)}…`,
      done: (count) => `${guests(count)} deleted`,
    },
  } satisfies Record<string, ActWords>,
}
