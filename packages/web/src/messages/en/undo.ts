import { pluralOf } from '../intl/plural.ts'

const items = (count: number) => pluralOf('en')(count, '# item', '# items')
const did = (verb: string) => (by: string | undefined, count: number, where: string) =>
  `${by ?? 'Someone'} ${verb} ${items(count)} in “${where}”`

/** Words of the cards in the list of changes, and of undoing one item. */
export const undo = {
  hint: 'Every change to files you can access, newest first. You can view all of them and undo most.',
  inOrganization: 'Everywhere in the organization where they changed something.',
  looksBack: (days: number) => `Changes of the last ${days} days; choose a day for earlier ones.`,
  onlyNewest: 'Only the newest changes are shown, because there are so many.',
  many: {
    create: did('added'),
    update: did('changed'),
    rename: did('renamed'),
    move: did('moved'),
    delete: did('deleted'),
    restore: did('restored'),
    purge: did('permanently deleted'),
    lock: did('locked'),
    unlock: did('unlocked'),
  },
  each: (count: number) => `Show each change (${count})`,
  hideEach: 'Hide each change',
  singlesOnly: (places: string) =>
    `In ${places}, you can only undo changes to single items. An administrator of the organization can allow more.`,
  singlesOnlySetting: (places: string) =>
    `In ${places}, you can only undo changes to single items. An administrator of the organization can allow more (setting: user_rollback).`,
  one: {
    contents: (name: string) => `“${name}” will get its earlier content.`,
    undeleted: (name: string) => `“${name}” will be restored.`,
    placed: (name: string) => `“${name}” will get its earlier name or location.`,
    deleted: (name: string) => `“${name}” will be moved to Deleted files.`,
    numbered: (name: string) => `“${name}” will get a number because its name is taken.`,
    again: (name: string) => `“${name}” will be deleted again.`,
  },
  oneDone: {
    contents: (name: string) => `“${name}” has its earlier content again`,
    undeleted: (name: string) => `“${name}” restored`,
    placed: (name: string) => `“${name}” has its earlier name or location again`,
    deleted: (name: string) => `“${name}” moved to Deleted files`,
    numbered: (name: string) => `“${name}” restored with a number, because its name is taken`,
    again: (name: string) => `“${name}” deleted again`,
  },
  notUndone: (name: string, because: string) => `“${name}” is kept as is: ${because}.`,
  nothing: (name: string) => `“${name}” has nothing to undo`,
  filter: (active: number) => (active === 0 ? 'Filter' : `Filter (${active})`),
}
