import type { Permission } from '@holdfast/api/files/files'
import type { InvitationStatus, Role } from '@holdfast/api/sharing/shares'
import { pluralOf } from '../intl/plural.ts'
import { links } from './links.ts'

const plural = pluralOf('en')
const people = (count: number) => plural(count, '# person', '# people')

/** What a link is limited to; the day as people write it. */
export interface Limits {
  password: boolean
  expires: string | undefined
  downloads: number | undefined
}
const most = ({ downloads }: Limits) =>
  downloads === undefined ? '' : ` (${plural(downloads, 'at most # download', 'at most # downloads')})`
const expires = ({ expires: day }: Limits) => (day === undefined ? '' : ` Expires ${day}.`)

/** Words about sharing: people, links, team shares, guests. */
export const share = {
  action: 'Share…',
  copyLink: 'Copy link',
  title: (name: string) => `Share “${name}”`,
  done: 'Done',
  you: 'You',

  add: 'Add people',
  addHint: 'Add people by name or email',
  suggestions: 'People',
  group: 'Group',
  notAddress: (text: string) => `“${text}” isn’t a valid email address.`,
  takeOut: (name: string) => `Remove ${name}`,
  message: 'Message',
  send: 'Share',
  access: 'Access',
  accessOf: (name: string) => `Access for ${name}`,
  look: 'Can view',
  edit: 'Can edit',
  editDelete: 'Can edit and delete',
  remove: (name: string) => `Stop sharing with ${name}`,
  withAccess: 'Shared with',
  seen: (downloads: number) =>
    downloads === 0 ? 'Not downloaded yet' : `Downloaded ${plural(downloads, 'once', '# times')}`,
  guest: 'Guest',
  added: (count: number, name: string, item: string) =>
    count === 1 ? `“${item}” shared with ${name}` : `“${item}” shared with ${people(count)}`,
  removed: (name: string, item: string) => `“${item}” is no longer shared with ${name}`,
  changed: (name: string, item: string, access: string) =>
    `Access for ${name} to “${item}” changed: ${access}`,

  link: 'Link',
  modes: {
    off: 'Only people added',
    offHint: 'No public link',
    anyone: 'Anyone with the link',
    anyoneHint: 'No sign-in needed',
    people: 'Only the people above',
    peopleHint: 'Sign-in required',
  },
  copy: 'Copy link',
  makeAndCopy: 'Create & copy link',
  copied: 'Link copied',
  madeAndCopied: (name: string) => `Link to “${name}” created and copied. Anyone with the link can open it.`,
  turnedOn: (name: string) => `Anyone with the link can open “${name}” now`,
  turnedOff: (name: string) => `Link to “${name}” turned off`,
  seeAsThey: 'Preview as visitor',

  means: 'Who has access',
  meaning: {
    onlyYou: 'Only you have access.',
    onlyTeam: (name: string) => `Only members of “${name}” have access.`,
    can: {
      look: 'view and download',
      add: 'view, download, and upload',
      drop: 'upload files, but not see any',
      edit: 'view and edit',
    },
    anyone: (can: string, limits: Limits) =>
      `Anyone with the link${limits.password ? ' and the password' : ''} can ${can}${most(limits)}.${expires(limits)}`,
    people: (names: string, can: string, limits: Limits, _count: number) =>
      `${names} can ${can}${limits.password ? ' with the password' : ''}${most(limits)}.${expires(limits)}`,
    many: (count: number) => plural(count, '# person or group', '# people or groups'),
    over: (day: string) => `The link expired after ${day}.`,
    usedUp: 'The link has reached its download limit.',
    aboveAnyone: (name: string) => `Also through a link to “${name}”: anyone with that link.`,
    abovePeople: (name: string, count: number) => `Also through a link to “${name}”: ${people(count)}.`,
    othersAnyone: (by: string) => `Also through a link from ${by}: anyone with that link.`,
    othersPeople: (by: string, count: number) => `Also through a link from ${by}: ${people(count)}.`,
    team: (name: string, count: number) =>
      plural(
        count,
        `# other member of “${name}” also has access.`,
        `# other members of “${name}” also have access.`,
      ),
    more: 'And more that are not listed here.',
    admins: (count: number) =>
      plural(count, '# administrator also has access.', '# administrators also have access.'),
    signInOnly:
      'Your organization requires sign-in, so public links are off (setting: secure_shares). An administrator can change this.',
    noLinks:
      'Your organization doesn’t allow sharing by link (setting: user_create_shares). An administrator can change this.',
  },

  roles: {
    CO_OWNER: 'Co-owner',
    COLLABORATOR: 'Collaborator',
    EDITOR: 'Editor',
    WEB_EDITOR: 'Web editor',
    VIEWER: 'Viewer',
    PREVIEWER: 'Previewer',
    UPLOADER: 'Uploader',
  } satisfies Record<Role, string>,
  roleMay: {
    CO_OWNER: 'view, edit, delete, and share files, and add people',
    COLLABORATOR: 'edit, and share by link',
    EDITOR: 'view, edit, and delete',
    WEB_EDITOR: 'edit, but only in the browser',
    VIEWER: 'view and download',
    PREVIEWER: 'view in the browser, but not download',
    UPLOADER: 'upload files, but not see any',
  } satisfies Record<Role, string>,
  role: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  devices: 'Devices',
  devicesOf: (name: string) => `Devices of ${name}`,
  targets: {
    web: 'Web only',
    all: 'Web and all devices',
    machines: 'Web and all devices',
    future: 'Web and new devices',
    webdav: 'Web and WebDAV',
    some: 'Web and some devices',
  },
  status: {
    invited: 'invited, no answer yet',
    accepted: 'from another organization',
    declined: 'declined',
  } satisfies Record<InvitationStatus, string>,
  members: 'Members',
  teamOnlyYou: 'You are the only member.',
  teamCan: (names: string, can: string, _count: number) => `${names} can ${can}.`,
  teamInvited: (names: string, count: number) =>
    `${names} ${plural(count, 'was', 'were')} invited and ${plural(count, 'hasn’t', 'haven’t')} answered yet.`,
  teamHint:
    'Roles apply to everything in this team share. To share a single file or folder instead, close this dialog and select it in the list.',
  uninvitable: (address: string) =>
    `“${address}” has no account here. To invite a guest, share a file or folder instead.`,
  memberAdded: (name: string, role: string, share: string) => `${name} added to “${share}” as ${role}`,
  memberChanged: (name: string, share: string) => `Changes for ${name} in “${share}” saved`,
  memberRemoved: (name: string, share: string) => `${name} removed from “${share}”`,

  ways: {
    owner: 'Owner of these files',
    subscription: (role: string) => `${role} of this team share`,
    group: (groups: readonly string[], role: string) =>
      `Through ${groups.map((name) => `“${name}”`).join(' in ')}, ${role} of this team share`,
    external: (role: string) => `By invitation, ${role} of this team share`,
    linkHere: (by: string) => `Through a link to it from ${by}`,
    linkAbove: (path: string, by: string) => `Through a link to “${path}” from ${by}`,
    linkUnseen: (by: string) => `Through a link from ${by}`,
    linkGroup: (group: string) => `shared with “${group}”`,
    expires: (day: string) => `expires ${day}`,
    withPassword: 'with a password',
    administrator: (company: string) => `${company} administrator with file access`,
    more: (count: number) => `and ${plural(count, 'one more way', '# more ways')}`,
  },
  may: {
    FILE_MANAGE: 'Full access',
    FILE_SHARE: 'Can edit and share',
    FILE_WRITE: 'Can edit',
    FILE_READ: 'Can view and download',
    FILE_PREVIEW: 'Can view',
    FILE_ADD: 'Can upload',
    FILE_VIEW: 'Can see the name',
    FOLDER_VIEW: 'Can see folders',
  } satisfies Partial<Record<Permission, string>>,
  anyone: 'Anyone with the link',
  accessIntro: 'Everyone with access, and why',
  whatCan: 'Check access',
  whatCanHint: 'Enter a name',
  cannot: (name: string) => `${name} has no access.`,
  change: 'Change',
  noLinksHere: 'No links yet',
  linksAbove: 'Links to parent folders',
  makeLink: 'Share…',

  links,

  between: {
    title: (name: string) => `You and ${name}`,
    someone: 'someone in your organization',
    fromYou: 'From you',
    nothing: (name: string) => `You and ${name} have not shared anything`,
    nothingHint: 'Select a file or folder, then “Share”. Team shares are listed on the left.',
  },

  shared: {
    invitations: 'Invitations',
    invited: (by: string, company: string) => `${by} (${company}) invited you`,
    unnamed: 'A team share of another organization',
    unproven: 'Confirm your email address first: select “Accept”, and we will send you an email.',
    mailed: 'We sent you an email to confirm your address. Open the link in it, then accept.',
    asRole: (role: string, may: string) => `As ${role} you can ${may}.`,
    accept: 'Accept',
    decline: 'Decline',
    accepted: (name: string) => `You joined “${name}”`,
    declined: (name: string) => `You declined “${name}”`,
    from: (name: string) => `From ${name}`,
    others: 'Team shares of other organizations',
    leave: 'Leave',
    left: (name: string) => `You left “${name}”`,
    declinedBefore: 'Declined',
    acceptAfterAll: 'Accept anyway',
    toAnswer: 'Waiting for your answer',
    noInvitations: 'No invitations',
    noInvitationsHint: 'Invitations to team shares of other organizations appear here.',
    guestTitle: (organization: string) => `You are a guest of ${organization}`,
    guestWhy:
      'Here you find everything that was shared with you. You can’t store files of your own here. People who share with you can see whether you opened it.',
    mayEdit: 'can edit',
    mayAdd: 'can upload',
  },
}
