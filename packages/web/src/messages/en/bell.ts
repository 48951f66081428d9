import { pluralOf } from '../intl/plural.ts'

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
  stopped: {
    row: (device: string, count: number) =>
      plural(
        count,
        `“${device}” paused: # file would be removed`,
        `“${device}” paused: # files would be removed`,
      ),
    open: 'Remove them or bring them back…',
    title: 'Remove these files?',
    there: (count: number, device: string, folder: string) =>
      plural(
        count,
        `# file in “${folder}” was deleted or replaced on “${device}”. It is still here.`,
        `# files in “${folder}” were deleted or replaced on “${device}”. They are still here.`,
      ),
    here: (count: number, device: string, folder: string) =>
      plural(
        count,
        `# file in “${folder}” was deleted or replaced. It is still on “${device}”.`,
        `# files in “${folder}” were deleted or replaced. They are still on “${device}”.`,
      ),
    safe: 'Your other devices follow without asking again. Removed files stay in Deleted files.',
    confirm: 'Remove',
    bringBack: 'Bring back',
    confirmed: 'The files are being removed',
    broughtBack: 'The files are coming back',
  },
  resume: {
    open: 'Show what will be deleted, and resume…',
    title: 'Resume retention?',
    why: 'The service was restored from a backup. Since then nothing has been deleted because of its age.',
    deletes: 'If you resume retention, this is deleted permanently:',
    items: (count: number) => plural(count, '# deleted item', '# deleted items'),
    versions: (count: number) => plural(count, '# earlier version', '# earlier versions'),
    shares: (count: number) => plural(count, '# deleted share or backup', '# deleted shares or backups'),
    atLeast: (what: string) => `at least ${what}`,
    nothing: 'Nothing is past its retention time at the moment.',
    forGood: 'This can’t be undone. Restore what you still need first.',
    button: 'Resume retention',
    done: 'Retention resumed',
  },
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
    retention_paused: (day: string) => `Retention is paused until ${day}`,
    mail_waiting: (count: number) => plural(count, '# mail does not leave', '# mails do not leave'),
  },
}
