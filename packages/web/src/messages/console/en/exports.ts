import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')

/** Words of taking along everything that an organization has. */
export const exports = {
  title: 'Export',
  why: 'Download all files as zip files, with lists of people, groups, team shares, links and activity. Every file is verified.',
  none: 'No exports yet.',
  list: 'Exports',
  start: 'Start export',
  versions: 'What to include',
  current: 'Current files',
  all: 'All versions',
  allHint: 'Also earlier versions and deleted files.',
  below: 'Include customers',
  belowHint: 'Files of customers in privacy mode are left out.',
  states: {
    waiting: 'Waiting to start…',
    running: 'Exporting…',
    verifying: 'Verifying…',
    done: 'Export ready',
    failed: 'Export failed',
    canceled: 'Canceled',
  },
  what: (isAll: boolean, isBelow: boolean) =>
    `${isAll ? 'All versions' : 'Current files'}${isBelow ? ', with customers' : ''}`,
  progress: (done: string, total: string) => `${done} of ${total}`,
  verified: (files: number) => plural(files, 'Verified: # file.', 'Verified: all # files.'),
  part: (number: number) => `Part ${number}`,
  checksum: 'Checksum (SHA-256)',
  until: (when: string) => `Available until ${when}.`,
  leftOut: (names: string) => `Left out, because you can’t view their files: ${names}.`,
  failed: (count: number) => plural(count, '# file could not be exported', '# files could not be exported'),
  failedMore: (count: number) => plural(count, 'and # more', 'and # more'),
  reasons: { damaged: 'Damaged on the server', deleted: 'Deleted permanently during the export' },
  errors: {
    no_space: 'The server has no storage space left. Free up space, then start again.',
    damaged: 'A file was damaged when it was read back. Start again: damaged files are then left out.',
    too_slow: 'It took longer than 14 days. Export customers one by one.',
  },
  remove: 'Remove…',
  removeTitle: 'Remove this export?',
  removeWhy: 'Its zip files can’t be downloaded anymore. The files of the organization stay.',
  removeButton: 'Remove export',
  removed: 'Export removed',
}
