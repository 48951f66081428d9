import { type Language, locale } from './words.ts'

const en = {
  title: 'Keyboard shortcuts',
  move: 'Move in the list',
  ends: 'First, last; a screen up or down',
  range: 'Select a range, together with an arrow key',
  toggle: 'Select or deselect; in the grid, preview',
  up: 'Go to the parent folder',
  type: 'Jump to a name by typing its first letters',
  undo: 'Undo the last action',
  menu: 'Open the menu of the item',
  help: 'Show keyboard shortcuts',
  everywhere: 'Everywhere',
  viewer: 'Viewer',
  editor: 'Editor',
}

const de: typeof en = {
  title: 'Tastenkürzel',
  move: 'In der Liste bewegen',
  ends: 'Zum Anfang, zum Ende; seitenweise',
  range: 'Einen Bereich auswählen, zusammen mit einer Pfeiltaste',
  toggle: 'Auswählen oder abwählen; als Kachel: ansehen',
  up: 'Zum übergeordneten Ordner',
  type: 'Zu einem Namen springen: Anfangsbuchstaben tippen',
  undo: 'Die letzte Aktion rückgängig machen',
  menu: 'Menü des Elements öffnen',
  help: 'Tastenkürzel anzeigen',
  everywhere: 'Überall',
  viewer: 'Dateiansicht',
  editor: 'Editor',
}

const WORDS: Record<Language, typeof en> = { en, de }

/** Words of the help for keyboard shortcuts, apart from the others: the first view has no use for them. */
export const keyWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
