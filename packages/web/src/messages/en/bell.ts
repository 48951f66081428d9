import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')

/** Words of notifications. */
export const bell = {
  title: 'Notifications',
  label: (count: number) =>
    count === 0 ? 'Notifications' : plural(count, 'Notifications: # new', 'Notifications: # new'),
  none: 'You’re all caught up',
  noneHint: 'Invitations, shared files, and alerts appear here.',
  spaceFull: 'Your storage is full',
  spaceNearly: 'Your storage is almost full',
  spaceHint: (used: string, quota: string) => `${used} of ${quota} used. Show the largest files.`,
  invited: (name: string) => `You are invited to “${name}”`,
  shared: 'Shared with you',
  sharedBy: (sender: string) => `from ${sender}`,
  isNew: 'new',
  all: 'Everything shared with you',
  organization: (name: string) => `For administrators of ${name}`,
  continueSetup: 'Continue setup',
  since: (when: string) => `since ${when}`,
  names: (names: string, more: boolean) => (more ? `${names} …` : names),
  stopped: {
    row: (device: string, count: number) =>
      plural(
        count,
        `“${device}” is paused: # file would be removed`,
        `“${device}” is paused: # files would be removed`,
      ),
    open: 'Remove or restore…',
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
    bringBack: 'Restore',
    confirmed: 'Removing the files',
    broughtBack: 'Restoring the files',
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
    space_quota: (used: string, limit: string) => `Storage is almost full: ${used} of ${limit}`,
    accounts_maximum: (used: string, limit: string) => `${used} of ${limit} accounts are in use`,
    trial_ending: (day: string, isOver: boolean) =>
      isOver ? `The trial ended on ${day}` : `The trial ends on ${day}`,
    license_ending: (day: string, isOver: boolean) =>
      isOver ? `The license ended on ${day}` : `The license ends on ${day}`,
    directory_failed: (count: number) =>
      plural(count, 'The import from # directory failed', 'The imports from # directories failed'),
    machines_unreachable: (count: number) =>
      plural(count, '# device is unreachable', '# devices are unreachable'),
    jobs_failed: (count: number) =>
      plural(count, '# background task is failing', '# background tasks are failing'),
    backup_failed: () => 'The last backup of the service failed',
    backup_overdue: () => 'The backup of the service is overdue',
    retention_paused: (day: string) => `Retention is paused until ${day}`,
    setup_open: (count: number) =>
      plural(count, 'Set up your server: # step left', 'Set up your server: # steps left'),
    mail_waiting: (count: number) => plural(count, '# email can’t be sent', '# emails can’t be sent'),
    backups_late: (count: number) => plural(count, '# backup is missing', '# backups are missing'),
    sign_ins_blocked: (count: number) =>
      plural(
        count,
        '# account was locked after failed sign-ins',
        '# accounts were locked after failed sign-ins',
      ),
    certificate_ending: () => 'The certificate of the server ends soon',
    links_public: (count: number) => plural(count, '# new public link', '# new public links'),
    webhook_failed: (count: number) =>
      plural(count, 'Messages to # webhook failed', 'Messages to # webhooks failed'),
  },
}
