import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  title: 'Tastenkürzel',
  move: 'In der Liste bewegen',
  ends: 'Zum Anfang, zum Ende; seitenweise',
  range: 'Einen Bereich auswählen, zusammen mit einer Pfeiltaste',
  toggle: 'Auswählen oder abwählen; in der Kachelansicht: Vorschau',
  up: 'Zum übergeordneten Ordner',
  type: 'Zu einem Namen springen: Anfangsbuchstaben tippen',
  undo: 'Die letzte Aktion rückgängig machen',
  menu: 'Menü des Elements öffnen',
  help: 'Tastenkürzel anzeigen',
  everywhere: 'Überall',
  viewer: 'Dateiansicht',
  editor: 'Editor',
}
