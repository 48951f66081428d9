import { pluralOf } from '../../intl/plural.ts'
import type { table as english } from '../en/table.ts'

const plural = pluralOf('de')

export const table: typeof english = {
  select: 'Auswählen',
  selectOne: (name) => `${name} auswählen`,
  selectPage: 'Diese Seite auswählen',
  actions: 'Aktionen',
  actionsOf: (name) => `Aktionen für ${name}`,
  filters: 'Filter',
  addFilter: 'Filter hinzufügen',
  clearFilters: 'Filter zurücksetzen',
  removeFilter: (filter) => `Filter entfernen: ${filter}`,
  unknownFilter: 'Diesen Filter gibt es nicht mehr.',
  views: 'Ansichten',
  columns: 'Spalten auswählen',
  csv: 'CSV herunterladen',
  organization: 'Organisation',
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  noResults: (q) => `Keine Treffer für „${q}“`,
  noneMatch: 'Nichts passt zu diesen Filtern.',
  failed: 'Die Liste konnte nicht geladen werden.',
  continue: 'Weiter',
  searched: (count) => `Die ersten ${count} Einträge durchsucht.`,
  figuresFrom: (time) => `Stand ${time}`,
  rows: (from, to, total) => `${from}–${to} von ${total}`,
  rowsOnly: (from, to) => `${from}–${to}`,
  results: (count) => plural(count, '# Treffer', '# Treffer'),
  atLeast: (count) => `mehr als ${count}`,
  updated: 'Diese Liste hat sich geändert.',
  refresh: 'Neu laden',
  done: 'Fertig',
  hidden: 'Durch Datenschutzmodus verborgen',
  never: 'nie',
}
