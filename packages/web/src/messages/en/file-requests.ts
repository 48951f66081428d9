import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const files = (count: number) => plural(count, '# file', '# files')

/** Words of file requests: what is asked for, and who has sent it. */
export const fileRequests = {
  newTitle: (folder: string) => `Request files for “${folder}”`,
  about: 'People upload files into this folder. They don’t see what is in it, or what others send.',
  name: 'Title',
  note: 'Note (optional)',
  noteHint: 'What you need, and in which form.',
  deadline: 'Deadline (optional)',
  deadlineHint: 'Files are accepted until the end of that day.',
  askName: 'Ask senders for their name',
  perSender: 'Create a folder for each sender',
  perSenderHint: 'With their name. Otherwise all files go into this folder.',
  invite: 'Invite people',
  inviteHint: 'They get an email with the request and a link of their own.',
  create: 'Create request',
  save: 'Save',
  created: (title: string) => `File request “${title}” created`,
  changed: (title: string) => `File request “${title}” saved`,

  title: (title: string) => `File request “${title}”`,
  open: 'Open',
  openUntil: (when: string) => `Open until ${when}`,
  closed: 'Closed',
  ended: (when: string) => `Deadline passed: ${when}`,
  into: 'Files go to',
  edit: 'Edit request',
  close: 'Close request',
  reopen: 'Open again',
  closedNow: (title: string) => `File request “${title}” closed`,
  openNow: (title: string) => `File request “${title}” is open again`,
  privateLink: 'Only the people you invite can open it.',
  inviteButton: 'Invite',
  invited: (count: number, name: string) =>
    count === 1 ? `${name} invited` : `${plural(count, '# person', '# people')} invited`,

  sent: (count: number) => `Sent (${count})`,
  nobody: 'Nobody has sent files yet.',
  someone: 'Name not asked for',
  as: (name: string) => `Invited as ${name}`,
  what: (count: number, size: string) => `${files(count)}, ${size}`,
  last: (when: string) => `last ${when}`,
  openFolder: 'Open folder',
  sha: 'SHA-256',

  missing: (count: number) => `Not sent yet (${count})`,
  all: 'Everyone you invited has sent files.',
  invitedOn: (when: string) => `invited ${when}`,
  reminded: (when: string) => `reminded ${when}`,
  remind: 'Remind',
  remindOne: (name: string) => `Remind ${name}`,
  remindAll: 'Remind all',
  remindedNow: (count: number) => `Reminder sent to ${plural(count, '# person', '# people')}`,
  onceADay: 'You can remind each person once a day.',

  list: 'File requests',
  label: 'File request',
  progress: (senders: number, count: number) =>
    senders === 0 ? 'nothing sent yet' : `${files(count)} from ${plural(senders, '# sender', '# senders')}`,
  waiting: (count: number) => `${plural(count, '# person hasn’t', '# people haven’t')} sent files`,
  show: 'Show request',
  turnInto: 'Turn into a file request…',
  turnIntoHint: 'With a title, a deadline, and a list of who has sent files.',
}
