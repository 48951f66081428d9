import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const people = (count: number) => plural(count, '# person', '# people')

/** Words for what people begin with: team shares, invitations, first steps. */
export const begin = {
  share: {
    title: 'New team share',
    name: 'Name',
    nameHint: 'For example a project, a client or a department',
    members: 'Members',
    create: 'Create',
    made: (name: string) => `Team share “${name}” created`,
    madeWithout: (name: string, count: number) => `“${name}” is ready. ${people(count)} couldn’t be added:`,
    open: 'Open team share',
    manage: 'Members…',
    rename: 'Rename…',
    renameTitle: 'Rename team share',
    renameButton: 'Rename',
    delete: 'Delete…',
    deleteTitle: (name: string) => `Delete “${name}”?`,
    deleteWhy: 'All files in it, with all versions, will be deleted for every member. This can’t be undone.',
    deleteType: (name: string) => `To confirm, type ${name}`,
    deleteButton: 'Delete permanently',
    deleted: (name: string) => `Team share “${name}” deleted`,
    emptyHint: 'Create one for files that several people work on.',
  },
  role: {
    badge: {
      FILE_MANAGE: 'You manage this share',
      MEMBERS_ONLY: 'You manage members',
      FILE_SHARE: 'You can edit and share',
      FILE_WRITE: 'You can edit',
      FILE_READ: 'You can view',
      FILE_PREVIEW: 'You can view only',
      FILE_ADD: 'You can upload',
      FOLDER_VIEW: 'You can see folders',
    },
    means: {
      FILE_MANAGE: 'You can do everything here, including adding and removing members.',
      MEMBERS_ONLY:
        'You can view files and manage members, but not change files. To change files, add yourself as a member.',
      FILE_SHARE: 'You can view, edit and delete files, and share them by link.',
      FILE_WRITE: 'You can view, edit and delete files.',
      FILE_READ: 'You can view and download files, but not change them.',
      FILE_PREVIEW: 'You can view files in the browser. You can’t download or change them.',
      FILE_ADD: 'You can add files. You can’t see the files here, not even your own.',
      FOLDER_VIEW: 'You can see which folders there are, but no files.',
    },
    belongsTo: (organization: string) => `This team share belongs to ${organization}.`,
    managers: (names: string) => `Managed by ${names}.`,
    ask: (names: string) => `For more access, ask ${names}.`,
    askAdministrator: 'For more access, ask an administrator.',
    others: (count: number) => plural(count, '# other', '# others'),
  },
  viewer: {
    deletedBy: (by: string) => `${by} deleted this file.`,
    deleted: 'This file was deleted.',
    download: 'Download it to open it in another app.',
    noDownload: 'You can’t download files here, so you can’t open it in another app either.',
  },
  added: {
    title: 'You added',
    hint: 'Only you see this list, in this browser, until you sign out.',
    none: 'Files that you add are listed here.',
    nothingToShow: 'No changes to show',
    unseen: (names: string) => `You can’t see changes in ${names}, because you can only add files there.`,
  },
  start: {
    title: 'Getting started',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    fold: 'Hide the steps',
    unfold: 'Show the steps',
    dismiss: 'Don’t show this again',
    done: 'done',
    steps: {
      invite: 'Invite people',
      newShare: 'Create a team share',
      add: 'Add your first file',
      share: 'Share it with someone',
      past: 'See earlier versions',
      agent: 'Sync your files to your computer',
      phone: 'Add this app to your home screen, from your browser’s menu',
    },
  },
  people: {
    unclear: (text: string) => `Choose who you mean by “${text}” from the list.`,
    notYet: (names: string, count: number, button: string) =>
      `${names} ${count === 1 ? 'hasn’t' : 'haven’t'} been added yet. Choose “${button}”, or clear this field.`,
  },
  invite: {
    action: 'Invite people',
    title: 'Invite people',
    why: (organization: string) =>
      `Everyone gets an account at ${organization}, and an email to choose a password.`,
    addresses: 'Email addresses',
    hint: 'One per line. To add a name: Ann Keller <ann@example.org>',
    button: 'Send invitations',
    one: (email: string) => `Invite ${email}`,
    oneHint: (organization: string) => `New account at ${organization}`,
    sent: (count: number) => plural(count, 'Invitation sent', '# invitations sent'),
    failed: (count: number) => `${people(count)} couldn’t be invited`,
    none: 'Enter at least one email address.',
    notAddress: 'This isn’t a valid email address.',
    taken: 'This address already has an account.',
    full: 'Your organization has no accounts left.',
  },
}
