import type { BulkAction } from '@holdfast/api/files/file-bulk'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const items = (count: number) => plural(count, '# item', '# items')
type OfMany = Record<BulkAction, (count: number) => string>

/** Words of what takes long. */
export const work = {
  label: 'Tasks',
  signOut: {
    title: 'Sign out?',
    unfinished: (count: number) =>
      plural(
        count,
        '# upload isn’t finished. If you sign out, it is cancelled.',
        '# uploads aren’t finished. If you sign out, they are cancelled.',
      ),
    stay: 'Keep uploading',
    go: 'Sign out and cancel uploads',
  },
  active: (count: number) => plural(count, '# task in progress', '# tasks in progress'),
  over: (count: number) => plural(count, '# task finished', '# tasks finished'),
  doing: {
    delete: (count) => `Deleting ${items(count)}…`,
    restore: (count) => `Restoring ${items(count)}…`,
    purge: (count) => `Permanently deleting ${items(count)}…`,
    move: (count) => `Moving ${items(count)}…`,
    copy: (count) => `Copying ${items(count)}…`,
    lock: (count) => `Locking ${items(count)}…`,
    unlock: (count) => `Unlocking ${items(count)}…`,
  } satisfies OfMany as OfMany,
  undone: {
    delete: (count) => `Undone: ${items(count)} moved to Deleted files`,
    restore: (count) => `Undone: ${items(count)} restored`,
    purge: (count) => `Undone: ${items(count)}`,
    move: (count) => `Undone: ${items(count)} moved back`,
    copy: (count) => `Undone: ${items(count)}`,
    lock: (count) => `Undone: ${items(count)} locked`,
    unlock: (count) => `Undone: ${items(count)} unlocked`,
  } satisfies OfMany as OfMany,
  couldNot: {
    delete: (count) => `${items(count)} could not be deleted`,
    restore: (count) => `${items(count)} could not be restored`,
    purge: (count) => `${items(count)} could not be permanently deleted`,
    move: (count) => `${items(count)} could not be moved`,
    copy: (count) => `${items(count)} could not be copied`,
    lock: (count) => `${items(count)} could not be locked`,
    unlock: (count) => `${items(count)} could not be unlocked`,
  } satisfies OfMany as OfMany,
  zip: (count: number) => `Preparing a zip of ${items(count)}…`,
  zipStarted: 'The download has started. Your browser shows the progress.',
  zipFailed: 'The zip could not be prepared',
  waiting: 'Waiting for the server…',
  stopping: 'Stopping…',
  stopped: (count: number, total: number) => `Canceled after ${plural(count, '#', '#')} of ${items(total)}`,
  percent: (percent: string) => `${percent} done`,
  progressOf: (words: string) => `Progress: ${words}`,
  cancel: (words: string) => `Cancel: ${words}`,
  close: (words: string) => `Close: ${words}`,
  failed: (count: number) => plural(count, '# item failed', '# items failed'),
  nameless: (count: number) => `and ${plural(count, '# more', '# more')}`,
  download: 'Download results',
  show: 'Show',
  hide: 'Hide',
  fold: 'Minimize tasks',
  unfold: 'Show tasks',
}
