import type { DifferenceKind, SkippedBecause } from '@holdfast/api/files/history'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('en')
const items = (count: number) => plural(count, '# item', '# items')
const changes = (count: number) => plural(count, '# change', '# changes')

/** Words of the time machine. */
export const history = {
  title: (name: string) => `Time machine: ${name}`,
  open: 'Time machine',
  leave: 'Back to files',
  asItWas: (time: string) => `As of ${time}`,
  beginning: 'Before the first change',
  asItIs: 'Current',
  now: 'Now',
  nowInside: 'now',
  strip: 'Changes over time',
  legendChanged: 'Changed',
  legendDeleted: 'Deleted',
  legendOthers: 'By others',
  zooms: { day: 'Days', month: 'Months', year: 'Years' },
  zoom: 'Zoom',
  earlier: 'Earlier',
  later: 'Later',
  bar: (when: string, count: number, deleted: number) =>
    count === 0
      ? `${when}: nothing changed`
      : `${when}: ${changes(count)}${deleted > 0 ? `, ${plural(deleted, '# deleted', '# deleted')}` : ''}`,
  barOfThese: (words: string, count: number) => `${words}; filtered: ${changes(count)}`,
  partly: 'Too many changes to count. Only the newest are shown.',
  step: 'Step through the day',
  stepBack: 'Previous change',
  stepOn: 'Next change',
  stepOf: (time: string, what: string, n: number, of: number) => `${time} – ${what} (change ${n} of ${of})`,
  beforeFirst: 'Before the first change of this day',
  stepsPartly: (count: string) =>
    `The first ${count} changes of this day. To see others, enter an exact time.`,
  quietDay: 'Nothing changed here on this day.',
  exactTime: 'Exact time',
  who: 'Changed by',
  everybody: 'Everyone',
  device: 'Device',
  allDevices: 'All devices',
  someone: 'Someone',
  aDevice: 'A device',
  notYet: 'This folder didn’t exist yet',
  notYetHint: 'Choose a later time.',
  wasEmpty: 'This folder was empty at that time',
  showList: 'Folder at that time',
  compare: 'Compare',
  compareWithNow: 'Compare with now',
  remember: 'Compare with this time',
  rememberHint: (one: string, other: string) => `Differences between ${one} and ${other}`,
  same: 'No differences',
  sameHint: 'The folder is the same at both times.',
  kinds: {
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    moved: 'Moved',
    renamed: 'Renamed',
    restored: 'Restored',
  } satisfies Record<DifferenceKind, string>,
  wasAt: (path: string) => `was ${path}`,
  lookBefore: (name: string) => `View the earlier “${name}”`,
  lookAfter: (name: string) => `View the later “${name}”`,
  lookBoth: (name: string) => `Compare both versions of “${name}”`,
  save: 'Download',
  setBack: 'Restore to this time…',
  setFolderBack: 'Restore this folder…',
  setAllBack: 'Restore everything…',
  setChosenBack: (count: number) => `Restore ${items(count)}…`,
  notAllowed:
    'You can restore single files. To restore whole folders, ask an administrator of your organization.',
  setBackTitle: (name: string) => `Restore “${name}”?`,
  setChosenTitle: (count: number) => `Restore ${items(count)}?`,
  setBackTo: (time: string) => `To its state as of ${time}.`,
  scope: 'What to restore',
  thisFolder: (name: string) => `Only “${name}” and its contents`,
  everything: (name: string) => `All of “${name}”`,
  onlyThese: (whom: string) => `Only what ${whom} changed`,
  doSetBack: 'Restore',
  setBackDone: (name: string, time: string) => `“${name}” restored to ${time}`,
  chosenDone: (count: number, time: string) => `${items(count)} restored to ${time}`,
  listTitle: 'Changed since then',
  staysTitle: 'Kept as is, and why',
  andMore: (count: number) => plural(count, 'and # more', 'and # more'),
  tooMany: (count: number) =>
    `You can restore up to ${items(count)} at once. To restore more, restore the folder.`,
}

/** Of several kinds, each is only counted. */
const some = (count: number, alone: boolean) => (alone ? items(count) : plural(count, '#', '#'))

/** What a dry run has found, or what was done. */
export const report = {
  nothing: 'Nothing will change.',
  sum: items,
  contents: (count: number, alone: boolean) =>
    `${some(count, alone)} will get ${plural(count, 'its', 'their')} earlier content`,
  undeleted: (count: number, alone: boolean) => `${some(count, alone)} will be restored`,
  placed: (count: number, alone: boolean) =>
    `${some(count, alone)} will get ${plural(count, 'its', 'their')} earlier name or location`,
  deleted: (count: number, alone: boolean) => `${some(count, alone)} will be moved to Deleted files`,
  numbered: (count: number, alone: boolean) =>
    `${some(count, alone)} will get a number because ${plural(count, 'its name is', 'their names are')} taken`,
  stays: (count: number) =>
    plural(
      count,
      '# item will not be restored, or only partly',
      '# items will not be restored, or only partly',
    ),
  because: {
    changed_by_others: 'other people changed it as well',
    changed_since: 'it was changed later, and that change is kept',
    purged: 'it was permanently deleted',
    content_gone: 'the earlier content is gone; the current one is kept',
    folder_gone: 'its folder was permanently deleted',
    folder_deleted: 'its folder is deleted; restore the folder first',
    in_use: 'it contains items that are kept',
  } satisfies Record<SkippedBecause, string>,
  counting: 'Checking what will change…',
  undoable: 'You can undo this at any time in Changes.',
  undoableUntil: (date: string) => `You can undo this in Changes until ${date}.`,
}

/** Words of the list of changes. */
export const undo = {
  title: 'Changes',
  place: 'Location',
  allPlaces: 'All locations',
  since: 'Since',
  deletesOnly: 'Deletions only',
  empty: 'No changes yet',
  emptyHint: 'Changes that you and others make to files appear here.',
  nothingFound: 'No matching changes',
  clear: 'Clear filters',
  filters: 'Filters',
  group: (who: string, place: string) => `${who} · ${place}`,
  nobody: 'Someone',
  stretch: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  counted: (count: number, deleted: number) =>
    `${changes(count)}${deleted > 0 ? `, including ${plural(deleted, '# deletion', '# deletions')}` : ''}`,
  more: (count: number) => plural(count, 'Show # more', 'Show # more'),
  look: 'View',
  compare: 'Compare',
  undoThis: 'Undo',
  undoAll: 'Undo all',
  dialogTitle: 'Undo this change?',
  dialogAll: 'Undo these changes?',
  doUndo: 'Undo',
  done: (count: number) => `Undone: ${items(count)}`,
  onlyThese: 'All other changes are kept.',
}

/** Words of Deleted files. */
export const deleted = {
  title: 'Deleted files',
  empty: 'No deleted files',
  emptyHint: 'Items that you or others delete stay here until they are permanently deleted.',
  nothingFound: 'No matching deleted files',
  place: 'Location',
  who: 'Deleted by',
  day: 'Deleted on',
  words: 'Filter by name',
  name: 'Name',
  where: 'Original location',
  when: 'Deleted',
  by: 'Deleted by',
  list: 'Deleted files',
  selectAll: 'Select all shown',
  restore: 'Restore',
  restoreTo: 'Restore to…',
  purge: 'Delete permanently…',
  restoreTitle: (count: number) => `Restore ${items(count)} to another location`,
  restoreHere: 'Restore here',
  restored: (count: number, name: string) =>
    count === 1 ? `“${name}” restored` : `${items(count)} restored`,
  restoredTo: (count: number, name: string, to: string) =>
    `${count === 1 ? `“${name}”` : items(count)} restored to “${to}”`,
  takenTitle: (count: number) => plural(count, 'This name already exists', '# names already exist'),
  takenWhy: 'Other items have these names now.',
  keepBoth: 'Keep both',
  keepBothHint: 'Restored items get a number, e.g. “Notes (2)”.',
  skip: 'Don’t restore',
  purgeTitle: (count: number) => `Delete ${items(count)} permanently?`,
  purgeWhy: 'This can’t be undone. All versions will be deleted.',
  purgeWord: 'delete',
  purgeType: (word: string) => `Type “${word}” to confirm`,
  purgeButton: 'Delete permanently',
  purged: (count: number) => `${items(count)} permanently deleted`,
}

/** Words of the unusual activity alert. */
export const brake = {
  label: 'Unusual activity',
  title: (device: string, person: string) => `Unusual activity: ${device} (${person})`,
  where: (place: string, from: string, to: string) =>
    `In “${place}”, ${from === to ? from : `${from} to ${to}`}:`,
  deleted: (count: number) => plural(count, '# item deleted', '# items deleted'),
  rewritten: (count: number) => plural(count, '# file overwritten', '# files overwritten'),
  renamed: (count: number, names: string) =>
    `${plural(count, '# file renamed', '# files renamed')}${names === '' ? '' : ` (${names})`}`,
  paused: 'The device is paused: its changes are not accepted until someone decides.',
  isStopped: 'Signed out.',
  stop: 'Sign out this device',
  stopSession: 'End this session',
  see: 'Show changes',
  undo: 'Undo all changes…',
  undoTitle: 'Undo all changes of this device?',
  right: 'This was expected',
  stopped: 'Signed out',
  judged: 'Marked as expected',
}
