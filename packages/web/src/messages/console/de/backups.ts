import { pluralOf } from '../../intl/plural.ts'
import type { backups as english } from '../en/backups.ts'

const plural = pluralOf('de')
const these = (count: number) => plural(count, '# Backup', '# Backups')

export const backups: typeof english = {
  list: 'Backups',
  search: 'Nach Gerät oder Besitzer suchen',
  views: {
    all: 'Alle',
    late: 'Überfällig',
    failing: 'Fehlgeschlagen',
    unread: 'Mit nicht lesbaren Dateien',
    paused: 'Angehalten',
  },
  columns: {
    name: 'Gerät und Ordner',
    owner: 'Besitzer',
    run: 'Letztes Backup',
    state: 'Zustand',
    files: 'Dateien',
    stored: 'Gespeichert',
    schedule: 'Zeitplan',
    created: 'Hinzugefügt',
  },
  filters: { machine: 'Gerät', person: 'Besitzer' },
  states: {
    paused: 'Angehalten',
    failing: 'Fehlgeschlagen',
    never: 'Noch keins',
    late: 'Überfällig',
    unread: 'Nicht lesbare Dateien',
    fine: 'Aktuell',
  },
  unread: (count) =>
    plural(count, '# Datei konnte nicht gelesen werden', '# Dateien konnten nicht gelesen werden'),
  lastRun: (moment) => `letztes Backup: ${moment}`,
  facts: (facts) => facts.filter(Boolean).join(' · '),
  open: 'Öffnen und wiederherstellen',
  empty: 'Noch keine Backups',
  emptyWhy: 'Öffne ein Gerät, um seine Ordner zu sichern.',
  noneMatch: 'Zu diesen Filtern passt kein Backup.',
  acts: {
    run: {
      label: 'Jetzt ausführen',
      title: 'Backups jetzt ausführen',
      plan: (count) => plural(count, '# Backup beginnt jetzt.', '# Backups beginnen jetzt.'),
      button: (count) => `${these(count)} ausführen`,
      doing: (count) => plural(count, '# Backup wird begonnen …', '# Backups werden begonnen …'),
      done: (count) => `${these(count)} begonnen`,
    },
    pause: {
      label: 'Anhalten',
      title: 'Backups anhalten',
      plan: (count) =>
        plural(
          count,
          '# Backup pausiert, bis du es fortsetzt. Was gespeichert ist, bleibt und kann wiederhergestellt werden.',
          '# Backups pausieren, bis du sie fortsetzt. Was gespeichert ist, bleibt und kann wiederhergestellt werden.',
        ),
      button: (count) => `${these(count)} anhalten`,
      doing: (count) => plural(count, '# Backup wird angehalten …', '# Backups werden angehalten …'),
      done: (count) => `${these(count)} angehalten`,
    },
    resume: {
      label: 'Fortsetzen',
      title: 'Backups fortsetzen',
      plan: (count) => plural(count, '# Backup geht weiter.', '# Backups gehen weiter.'),
      button: (count) => `${these(count)} fortsetzen`,
      doing: (count) => plural(count, '# Backup wird fortgesetzt …', '# Backups werden fortgesetzt …'),
      done: (count) => `${these(count)} fortgesetzt`,
    },
  },
}
