import { pluralOf } from '../../intl/plural.ts'
import type { ActWords } from './bulk.ts'

const plural = pluralOf('en')
const counted = (count: number) => plural(count, '# link', '# links')

/** Words of the list of share links. */
export const links = {
  list: 'Links',
  search: 'Search by file, team share or person',
  reports: {
    label: 'Reports',
    public: 'Public',
    open: 'Public, no password, no expiry date',
    no_expiry: 'No expiry date',
    unused: 'Unused for 90 days',
    visitors_add: 'Visitors can add files',
    all: 'All links',
  },
  filters: {
    public: 'Public',
    no_password: 'No password',
    no_expiry: 'No expiry date',
    visitors_add: 'Visitors can add files',
    unused_days: 'Unused',
    kind: 'Type',
    creator: 'Created by',
    root: 'In',
  },
  days: (count: number) => plural(count, 'for # day', 'for # days'),
  kinds: { file: 'File', folder: 'Folder', file_request: 'File request' },
  columns: {
    name: 'File or folder',
    creator: 'Created by',
    audience: 'Who can open it',
    protection: 'Protection',
    used: 'Last used',
    expires: 'Expires',
    views: 'Views',
    downloads: 'Downloads',
    kind: 'Type',
    created: 'Created',
  },
  personal: (name: string) => `Files of ${name}`,
  public: 'Anyone',
  people: (count: number) => plural(count, '# person or group', '# people and groups'),
  nobody: 'Creator only',
  expired: 'Expired',
  unprotected: 'None',
  password: 'Password',
  until: (day: string) => `until ${day}`,
  limit: (count: number) => plural(count, '# download', '# downloads'),
  facts: (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · '),
  usedAt: (when: string) => `last used ${when}`,
  neverUsed: 'never used',
  showAccess: 'Show access',
  onlyCreator: (name: string) => `Only links by ${name}`,
  onlyRoot: (name: string) => `Only links in “${name}”`,
  accessTitle: (name: string) => `Who can open “${name}”?`,
  hiddenTitle: 'Who can open this link?',
  accessPublic: 'Anyone with the link. No sign-in is needed.',
  accessExpired: (day: string) => `This link expired on ${day}. Nobody can open it.`,
  accessNobody: 'Only its creator.',
  accessAdministrators: 'Administrators who can browse files can open it, too.',
  writes: 'Can edit',
  reads: 'Can view',
  day: 'Last day',
  dayHint: 'Links that expire earlier stay as they are.',
  empty: 'No links yet',
  emptyWhy: 'People create links to their files and folders.',
  noneMatch: 'No link matches these filters.',
  acts: {
    require_sign_in: {
      label: 'Require sign-in…',
      title: 'Require sign-in',
      plan: (count, shared = 0) =>
        `${counted(count)} will require sign-in. ` +
        [
          shared > 0 && `${plural(shared, '# is', '# are')} shared with people who keep access.`,
          count > shared &&
            `${plural(count - shared, '# can then', '# can then')} be opened only by the creator.`,
        ]
          .filter(Boolean)
          .join(' '),
      button: (count) => `Require sign-in for ${counted(count)}`,
      doing: (count) => `Requiring sign-in for ${counted(count)}…`,
      done: (count) => plural(count, '# link requires sign-in', '# links require sign-in'),
    },
    allow_public: {
      label: 'Open to anyone with the link…',
      title: 'Open to anyone with the link',
      plan: (count) => `${counted(count)} will open for anyone who has the link.`,
      button: (count) => `Open ${counted(count)}`,
      doing: (count) => `Opening ${counted(count)}…`,
      done: (count) => plural(count, '# link is public again', '# links are public again'),
    },
    set_expires: {
      label: 'Set expiry date…',
      title: 'Set expiry date',
      plan: (count) => `${counted(count)} will stop working after this day.`,
      button: (count) => `Set for ${counted(count)}`,
      doing: (count) => `Setting the expiry date of ${counted(count)}…`,
      done: (count) => `Expiry date of ${counted(count)} changed`,
    },
    delete: {
      label: 'Delete…',
      title: 'Delete links',
      plan: (count) =>
        `${counted(count)} will be deleted. Links in emails already sent stop working permanently. The files stay.`,
      button: (count) => `Delete ${counted(count)}`,
      doing: (count) => `Deleting ${counted(count)}…`,
      done: (count) => `${counted(count)} deleted`,
    },
  } satisfies Record<string, ActWords>,
}
