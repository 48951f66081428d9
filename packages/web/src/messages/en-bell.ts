import { pluralOf } from './plural.ts'

const plural = pluralOf('en')

/** Words about what waits for someone. */
export const bell = {
  title: 'Notices',
  label: (count: number) =>
    count === 0 ? 'Notices' : plural(count, 'Notices: # is new', 'Notices: # are new'),
  none: 'Nothing waits for you',
  noneHint: 'Invitations, what others share with you, and what needs a look show up here.',
  spaceFull: 'Your space is full',
  spaceNearly: 'Your space is nearly full',
  spaceHint: (used: string, quota: string) => `${used} of ${quota} used. See the largest files.`,
  invited: (name: string) => `You are invited to “${name}”`,
  shared: 'Shared with you',
  sharedBy: (sender: string) => `from ${sender}`,
  isNew: 'new',
  all: 'All that is shared with you',
  organization: (name: string) => `For administrators of ${name}`,
  since: (when: string) => `since ${when}`,
  names: (names: string, more: boolean) => (more ? `${names} …` : names),
  alerts: {
    space_quota: (used: string, limit: string) => `${used} of ${limit} are used by the organization`,
    accounts_maximum: (used: string, limit: string) => `${used} of ${limit} accounts are in use`,
    trial_ending: (day: string, isOver: boolean) =>
      isOver ? `The trial ended on ${day}` : `The trial ends on ${day}`,
    license_ending: (day: string, isOver: boolean) =>
      isOver ? `The licence ended on ${day}` : `The licence ends on ${day}`,
    directory_failed: (count: number) =>
      plural(count, 'The import from # directory failed', 'The imports from # directories failed'),
    machines_unreachable: (count: number) =>
      plural(count, '# device is out of reach', '# devices are out of reach'),
    jobs_failed: (count: number) => plural(count, '# task of the server fails', '# tasks of the server fail'),
    backup_failed: () => 'The newest backup of the service failed',
    backup_overdue: () => 'The backup of the service is overdue',
    mail_waiting: (count: number) => plural(count, '# mail does not leave', '# mails do not leave'),
  },
}
