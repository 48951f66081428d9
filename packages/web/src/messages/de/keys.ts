import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  title: 'Tastenkürzel',
  move: 'In der Liste navigieren',
  ends: 'Erstes oder letztes Element; seitenweise blättern',
  range: 'Einen Bereich auswählen',
  toggle: 'Auswählen oder abwählen (Vorschau in der Kachelansicht)',
  up: 'Zum übergeordneten Ordner',
  type: 'Zu einem Namen springen: Anfangsbuchstaben ohne eigenes Kürzel tippen',
  undo: 'Die letzte Aktion rückgängig machen',
  menu: 'Kontextmenü öffnen',
  help: 'Tastenkürzel anzeigen',
  everywhere: 'Überall',
  viewer: 'Dateiansicht',
  editor: 'Editor',
}
