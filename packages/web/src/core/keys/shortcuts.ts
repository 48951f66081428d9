/** In every list of files, also of the past. */
const IN_LISTS = {
  move: 'ArrowUp ArrowDown',
  ends: 'Home End PageUp PageDown',
  toggle: 'Space',
  open: 'Enter',
  selectAll: 'Ctrl+A',
  selectNone: 'Escape',
  menu: '. Shift+F10 ContextMenu',
} as const

/**
 * Every keyboard shortcut once, by the place where it counts: what handles keys and the help both read them here. The
 * keys of a control, such as arrows in a menu, are its own. Single characters can be turned off. Spaces stand between keys
 * that do the same.
 */
export const SHORTCUTS = {
  list: {
    ...IN_LISTS,
    move: 'ArrowUp ArrowDown ArrowLeft ArrowRight',
    up: 'Backspace Alt+ArrowUp',
    rename: 'F2',
    delete: 'Delete',
    cut: 'Ctrl+X',
    copy: 'Ctrl+C',
    paste: 'Ctrl+V',
    copyAddress: 'Ctrl+Shift+C',
    newFolder: 'n',
    upload: 'u',
    details: 'i ]',
    share: 's',
    copyLink: 'l',
    history: 'h',
  },
  /** A list of the time machine. */
  past: { ...IN_LISTS, stepBack: 'ArrowLeft', stepOn: 'ArrowRight' },
  viewer: { previous: 'ArrowLeft', next: 'ArrowRight', close: 'Escape' },
  editor: { save: 'Ctrl+S' },
  /** On every screen, and in its lists too. */
  everywhere: {
    undo: 'Ctrl+Z',
    foldNavigation: '[',
    search: '/',
    goTo: 'Ctrl+K',
    help: '?',
  },
} as const satisfies Record<string, Record<string, string>>

export type Place = keyof typeof SHORTCUTS
type Of<P extends Place> = P extends Place ? keyof (typeof SHORTCUTS)[P] : never
export type ShortcutIn<P extends Place> = Of<P | 'everywhere'>
export type Shortcut = Of<Place>

type Work = (() => unknown) | undefined
/** What the shortcuts of a place do: each of its own, and those of every screen that mean more there. Undefined: nothing now. */
export type Handlers<P extends Place, Not extends string = never> = Record<Exclude<Of<P>, Not>, Work> &
  Partial<Record<ShortcutIn<P>, Work>>
/** Those that a list handles by itself, whatever it shows. */
export type OfEveryList = 'move' | 'ends' | 'toggle'

/** Of an event of the keyboard, what counts. */
export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  getModifierState(key: 'AltGraph'): boolean
}

/** A character rather than a command. Many keyboards write brackets by a key that counts as two others. */
export const isWritten = (pressed: Pressed): boolean =>
  pressed.key.length === 1 &&
  (pressed.getModifierState('AltGraph') || !(pressed.ctrlKey || pressed.metaKey || pressed.altKey))

/** False for what no name of a file has: where names are typed, that is a shortcut all the same. */
export const isInNames = (character: string): boolean => !'/?'.includes(character)

/** As the table writes it. */
function spelled(pressed: Pressed): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (key === ' ') return 'Space'
  if (isWritten(pressed)) return key
  const modifiers = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift']
  return [...modifiers.filter(Boolean), key.length === 1 ? key.toUpperCase() : key].join('+')
}

/** What a key means in a place. Shift beside it is not looked at, unless the table has the key with it. */
export function shortcutIn<P extends Place>(
  place: P,
  pressed: Pressed,
  letters: boolean,
): ShortcutIn<P> | undefined {
  const keys = spelled(pressed)
  if (keys.length === 1 && !letters) return undefined
  const all: Record<string, string> = { ...SHORTCUTS.everywhere, ...SHORTCUTS[place] }
  const find = (wanted: string) => Object.keys(all).find((name) => all[name]?.split(' ').includes(wanted))
  // It is a name of one of the two that were searched.
  return (find(keys) ?? find(keys.replace('Shift+', ''))) as ShortcutIn<P> | undefined
}

/** A shortcut of the table as it is there on Macs too. */
export const onMac = (keys: string, isMac: boolean): string => (isMac ? keys.replace('Ctrl', '⌘') : keys)

export type KeyNames = Readonly<Record<string, string>>

/** Where keyboards write something else than browsers say. */
const NAMES: KeyNames = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  ContextMenu: 'Menu',
}

/** A shortcut of the table as keyboards write it; `names` are those that the language has for keys. */
export const written = (keys: string, isMac: boolean, names: KeyNames = {}): string =>
  onMac(keys, isMac)
    .split('+')
    .map((part) => names[part] ?? NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+')
