import type { Permission, RootRules } from '@holdfast/api/files/files'
import { SHORTCUTS, written } from '../../core/keys/shortcuts.ts'
import { t } from '../../messages/words.ts'
import { isMac } from '../../platform/keyboard.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { ListItem } from '../list/list-acts.ts'

/** What an action may be about: what is chosen, or the folder itself where nothing is. */
export interface Chosen {
  /** Those of the chosen that are known; of a very long selection only some are. */
  items: readonly ListItem[]
  count: number
  permissions: readonly Permission[]
  rules: RootRules | undefined
  /** The past is looked at, not changed. */
  isPast: boolean
  canPaste: boolean
  personId: number | null
  /** The ids of what is starred. */
  stars: ReadonlySet<number>
  /** What sharing the folder itself would share, where nothing is chosen. */
  here: 'folder' | 'team' | 'all'
}

export const ACTION_IDS = [
  'open',
  'download',
  'share',
  'copyLink',
  'requestFiles',
  'rename',
  'moveTo',
  'copyTo',
  'cut',
  'copy',
  'paste',
  'lock',
  'unlock',
  'star',
  'unstar',
  'copyAddress',
  'details',
  'versions',
  'history',
  'restore',
  'delete',
  'newFolder',
  'upload',
  'selectAll',
] as const
export type ActionId = (typeof ACTION_IDS)[number]

export interface Action {
  id: ActionId
  icon: IconName
  bad?: boolean
  words: (chosen: Chosen) => string
  available: (chosen: Chosen) => boolean
}

const may = ({ permissions }: Chosen, permission: Permission): boolean => permissions.includes(permission)
const some = ({ count }: Chosen): boolean => count > 0
const live = (chosen: Chosen): boolean => !chosen.isPast && !chosen.items.some((item) => item.is_deleted)
const writes = (chosen: Chosen): boolean => may(chosen, 'FILE_WRITE') && live(chosen)
/** One by one: not thousands. */
const MOST_STARRED_AT_ONCE = 100
const mayStar = (chosen: Chosen): boolean =>
  some(chosen) &&
  chosen.personId !== null &&
  live(chosen) &&
  chosen.items.length === chosen.count &&
  chosen.count <= MOST_STARRED_AT_ONCE
const ownLocks = ({ items, personId }: Chosen) =>
  items.filter(({ locks = [], id }) =>
    locks.some((lock) => lock.locked_id === id && lock.person_id === personId),
  )

/** Every action once: the bar, menus, shortcuts and «Go to» read it here, so that they never differ. */
export const ACTIONS: readonly Action[] = [
  {
    id: 'open',
    icon: 'eye',
    words: () => t.files.open,
    available: ({ count, items }) => count === 1 && items.some((item) => !item.is_deleted),
  },
  {
    id: 'download',
    icon: 'download',
    words: ({ items, count }) =>
      count === 1 && items[0]?.type === 'file' ? t.files.download : t.files.downloadZip,
    available: (chosen) =>
      some(chosen) &&
      may(chosen, 'FILE_READ') &&
      !chosen.items.some((item) => item.is_deleted) &&
      // Nobody zips the past.
      (!chosen.isPast || (chosen.count === 1 && chosen.items[0]?.type === 'file')),
  },
  {
    id: 'share',
    icon: 'share',
    words: () => t.share.action,
    available: (chosen) =>
      live(chosen) &&
      (chosen.count === 1 || (chosen.count === 0 && chosen.here === 'folder')
        ? may(chosen, 'FILE_SHARE')
        : chosen.count === 0 && chosen.here === 'team' && may(chosen, 'FILE_MANAGE')),
  },
  {
    id: 'copyLink',
    icon: 'link',
    words: () => t.share.copyLink,
    available: (chosen) =>
      chosen.count === 1 && may(chosen, 'FILE_SHARE') && chosen.rules?.may_link === true && live(chosen),
  },
  {
    id: 'requestFiles',
    icon: 'mail',
    words: () => t.files.requestFiles,
    available: (chosen) =>
      (chosen.count === 1
        ? chosen.items[0]?.type === 'folder'
        : chosen.count === 0 && chosen.here === 'folder') &&
      may(chosen, 'FILE_SHARE') &&
      chosen.rules?.may_link === true &&
      writes(chosen),
  },
  {
    id: 'rename',
    icon: 'edit',
    words: () => t.files.rename,
    available: (chosen) => chosen.count === 1 && writes(chosen),
  },
  {
    id: 'moveTo',
    icon: 'move',
    words: () => t.files.moveTo,
    available: (chosen) => some(chosen) && writes(chosen) && may(chosen, 'FILE_DELETE'),
  },
  {
    id: 'copyTo',
    icon: 'copy',
    words: () => t.files.copyTo,
    available: (chosen) => some(chosen) && may(chosen, 'FILE_READ') && live(chosen),
  },
  {
    id: 'cut',
    icon: 'move',
    words: () => t.files.cut,
    available: (chosen) => some(chosen) && writes(chosen) && may(chosen, 'FILE_DELETE'),
  },
  {
    id: 'copy',
    icon: 'copy',
    words: () => t.files.copy,
    available: (chosen) => some(chosen) && may(chosen, 'FILE_READ') && live(chosen),
  },
  {
    id: 'paste',
    icon: 'add',
    words: () => t.files.paste,
    available: (chosen) => chosen.canPaste && may(chosen, 'FILE_WRITE') && !chosen.isPast,
  },
  {
    id: 'lock',
    icon: 'lock',
    words: () => t.files.lock,
    available: (chosen) =>
      some(chosen) &&
      may(chosen, 'FILE_LOCK') &&
      chosen.rules?.may_lock === true &&
      live(chosen) &&
      !chosen.items.some((item) => item.is_locked),
  },
  {
    id: 'unlock',
    icon: 'unlock',
    words: () => t.files.unlock,
    available: (chosen) =>
      some(chosen) &&
      live(chosen) &&
      (ownLocks(chosen).length > 0 ||
        (may(chosen, 'FILE_MANAGE') && chosen.items.some((item) => item.is_locked))),
  },
  {
    id: 'star',
    icon: 'star',
    words: () => t.find.star,
    available: (chosen) => mayStar(chosen) && chosen.items.some(({ id }) => !chosen.stars.has(id)),
  },
  {
    id: 'unstar',
    icon: 'star',
    words: () => t.find.unstar,
    available: (chosen) => mayStar(chosen) && chosen.items.every(({ id }) => chosen.stars.has(id)),
  },
  {
    id: 'copyAddress',
    icon: 'link',
    words: () => t.files.copyAddress,
    available: ({ count }) => count <= 1,
  },
  {
    id: 'details',
    icon: 'info',
    words: () => t.files.details,
    available: ({ count }) => count <= 1,
  },
  {
    id: 'versions',
    icon: 'restore',
    words: () => t.details.tabs.versions,
    available: (chosen) => chosen.count === 1 && chosen.items[0]?.type === 'file' && live(chosen),
  },
  {
    id: 'history',
    icon: 'clock',
    words: () => t.history.open,
    available: (chosen) => chosen.count <= 1 && may(chosen, 'FILE_VIEW') && live(chosen),
  },
  {
    id: 'restore',
    icon: 'restore',
    words: () => t.files.restore,
    available: (chosen) =>
      some(chosen) &&
      !chosen.isPast &&
      may(chosen, 'FILE_WRITE') &&
      chosen.items.length > 0 &&
      chosen.items.every((item) => item.is_deleted),
  },
  {
    id: 'delete',
    icon: 'trash',
    bad: true,
    words: () => t.files.delete,
    available: (chosen) => some(chosen) && may(chosen, 'FILE_DELETE') && live(chosen),
  },
  {
    id: 'newFolder',
    icon: 'folderAdd',
    words: () => t.files.newFolder,
    available: (chosen) => chosen.count === 0 && may(chosen, 'FILE_WRITE') && !chosen.isPast,
  },
  {
    id: 'upload',
    icon: 'upload',
    words: () => t.files.upload,
    available: (chosen) =>
      chosen.count === 0 && (may(chosen, 'FILE_WRITE') || may(chosen, 'FILE_ADD')) && !chosen.isPast,
  },
  {
    id: 'selectAll',
    icon: 'check',
    words: () => t.files.selectAll,
    available: ({ count }) => count === 0,
  },
]

export const actionsFor = (chosen: Chosen): readonly Action[] =>
  ACTIONS.filter(({ available }) => available(chosen))

const KEYS: Partial<Record<ActionId, string>> = SHORTCUTS.list

/** The shortcut of an action as a menu shows it; undefined where it has none, or letters are none. */
export function keysOf(id: ActionId, letters: boolean): string | undefined {
  const keys = KEYS[id]?.split(' ')[0]
  if (keys?.length === 1) return letters ? keys.toUpperCase() : undefined
  return keys && written(keys, isMac(), isMac() ? {} : t.keyNames)
}
