import type { ErrorCode } from '@holdfast/api/errors'
import type { SortKey } from '@holdfast/api/files/files'
import type { EntryKind } from '../../db/tables/files.ts'
import { formatsOf } from '../intl/formats.ts'

const { count, day, moment, plural, size } = formatsOf('en')

/** The pages of a link. */
export const links = {
  /** What chats show of a link that someone passes on. */
  preview: {
    file: 'A file was shared with you',
    folder: 'A folder was shared with you',
  } satisfies Record<EntryKind, string>,
  sharedBy: (name: string) => `Shared by ${name}`,
  ask: (name: string) => `Questions? Ask ${name}.`,
  allShared: 'Everything shared with you',
  until: (moment: string) => `Available until ${moment}.`,
  dayUtc: (text: string) => `${day(text)} (UTC)`,
  day,
  moment,
  size,
  items: (total: number) => plural(total, '# item', '# items'),
  folder: 'Folder',
  location: 'Current location',
  download: 'Download',
  downloadAll: 'Download all',
  downloadAllOf: (size: string) => `Download all (${size})`,
  downloadZip: 'Download as ZIP',
  downloadOf: (name: string) => `Download ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  empty: 'This folder is empty.',
  emptyAdd: 'Files you add appear here.',
  uploadOnly: 'Other people with this link can add files, but can’t see what’s here.',
  view: 'View',
  views: { list: 'List', grid: 'Gallery' },
  sortBy: 'Sort by',
  sorts: { name: 'Name', size: 'Size', modified: 'Modified' } satisfies Record<SortKey, string>,
  ascending: 'ascending',
  descending: 'descending',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: (page: number, of: number) => `Page ${count(page)} of ${count(of)}`,
  added: (files: number) => plural(files, '# file uploaded.', '# files uploaded.'),
  chooseFirst: 'Choose a file first.',
  notAll: 'Some files could not be uploaded.',
}

/** A file, with what can be seen of it. */
export const filePreview = {
  label: 'Preview',
  viewOnly: 'You can view this file, but not download it.',
  openDocument: 'Open document in a new tab',
  notText: 'This file isn’t text.',
  off: 'The organization that shared this file has turned off previews.',
  limited: 'No preview, because this link has a download limit.',
  none: 'No preview available.',
  empty: 'This file is empty.',
  textOf: (name: string) => `Text of ${name}`,
  cut: 'This is the beginning of the file. Download it to see the rest.',
  pictures: 'Pictures',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  pictureAt: (at: number, of: number) => `Picture ${count(at)} of ${count(of)}`,
  itemAt: (at: number, of: number) => `Item ${count(at)} of ${count(of)}`,
  close: 'Close',
}

/** Asks before something is deleted. */
export const deletion = {
  title: { file: 'Delete this file?', folder: 'Delete this folder?' } satisfies Record<EntryKind, string>,
  file: (name: string) => `${name} will be deleted for everyone it’s shared with.`,
  folder: (name: string) => `${name} and everything in it will be deleted for everyone it’s shared with.`,
  button: 'Delete',
  cancel: 'Cancel',
}

/** Adding to a folder. */
export const adding = {
  request: (name: string) => `Upload files for ${name}. Other visitors can’t see them.`,
  thanks: 'Thank you. You can close this page now.',
  title: 'Upload files',
  choose: 'Choose files',
  orDrop: 'or drop them here',
  button: 'Upload',
  list: 'Uploads',
  newFolder: 'New folder',
  folderName: 'Folder name',
  create: 'Create',
}

/** What stands in the way of someone at a link. */
export const linkProblems = {
  password: 'Enter the password',
  passwordWhy: 'This link is protected. Ask the person who sent it for the password.',
  open: 'Open',
  passwordWrong: 'Incorrect password.',
  closed: 'You can’t open this link',
  closedWhy:
    'It doesn’t exist, was turned off, or is only for certain people. If it was shared with you, sign in with your account, or ask the person who sent it.',
  expired: 'This link has expired',
  wasUntil: (day: string) => `It was available until ${day}.`,
  gone: 'This link no longer works',
  goneWhy: 'Its content was deleted, or is no longer shared.',
  goneSomehow: 'It may have been turned off, or its content deleted.',
  ask: (name: string) => `Ask ${name} for a new link.`,
  askSender: 'Ask the person who sent it for a new link.',
  own: 'Open shared links',
  ownWhy: 'You created this link, and can change it in the app.',
  itemGone: 'Can’t find this item',
  itemGoneWhy: 'It may have been deleted or moved.',
  back: 'Back to the files',
  usedUp: 'Download limit reached',
  usedUpWhy: 'This link can’t be used again.',
  unproven: 'Confirm your email address first',
  unprovenWhy:
    'This was shared with your email address, which is not confirmed yet. Open it with the button in the email you got, or have us send you a link to choose a new password.',
  sendLink: 'Send link',
  notYours: 'This isn’t shared with you',
  notYoursWhy: (name: string) =>
    `You’re signed in as ${name}. If it was shared with another account, sign in with that one.`,
  notAllowed: 'You can’t do this here',
  busy: 'Try again in a minute',
  busyWhy: 'There were too many attempts, or the server is busy right now.',
}

/** Why something was refused, for people who know nothing of policies and accounts here. */
export const refusals = {
  tooLarge: (most: string) => `The file is too large. The limit is ${most} MB.`,
  requestClosed: 'This file request is closed. You can no longer upload files.',
  byCode: {
    invalid_extension: 'Files of this type aren’t allowed here.',
    invalid_name: 'This name isn’t allowed. Names can’t contain / \\ : * ? " < > |',
    invalid_request: 'The server could not process this request.',
    name_too_long: 'The name is too long.',
    name_conflict: 'An item with this name already exists.',
    policy_error: 'Not enough space. Tell the person who sent you the link.',
    resource_locked: 'Someone is working on this right now. Try again later.',
    no_file_received: 'The file did not arrive. Try again.',
    forbidden: 'This link doesn’t allow that.',
    access_denied: 'This link no longer works.',
    not_found: 'This link no longer works.',
    root_deleted: 'This link no longer works.',
    temporarily_unavailable: 'The server is busy. Try again in a minute.',
  } as Partial<Record<ErrorCode, string>>,
  other: 'Something went wrong on the server. Try again later.',
}
