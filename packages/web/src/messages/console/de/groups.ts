import { pluralOf } from '../../intl/plural.ts'
import type { groups as english } from '../en/groups.ts'

const plural = pluralOf('de')
const members = (count: number) => plural(count, '# Mitglied', '# Mitglieder')

export const groups: typeof english = {
  list: 'Gruppen',
  search: 'Namen suchen',
  add: 'Neue Gruppe',
  columns: {
    name: 'Name',
    members: 'Mitglieder',
    member_groups: 'Gruppen darin',
    shares: 'Teamordner',
    directory: 'Aus',
    created: 'Erstellt',
  },
  facts: (organization, count) => [organization, members(count)].filter(Boolean).join(' · '),
  empty: 'Noch keine Gruppen',
  emptyWhy: 'Gib mehreren Personen auf einmal Zugriff auf Teamordner.',
  noneMatch: 'Keine Gruppe passt zu diesen Filtern.',
  name: 'Name',
  create: 'Gruppe anlegen',
  created: (name) => `Gruppe „${name}“ angelegt`,
  taken: 'Es gibt schon eine Gruppe mit diesem Namen.',
  rename: 'Umbenennen …',
  renameTitle: 'Gruppe umbenennen',
  renameButton: 'Umbenennen',
  renamed: (name) => `Umbenannt in „${name}“`,
  delete: 'Gruppe löschen …',
  deleteTitle: (name) => `Gruppe „${name}“ löschen?`,
  deleteWhy:
    'Mitglieder verlieren den Zugriff, den sie durch die Gruppe haben. Ihre Konten bleiben. Das lässt sich nicht rückgängig machen.',
  deleteButton: 'Gruppe löschen',
  deleted: (name) => `Gruppe „${name}“ gelöscht`,
  gone: 'Diese Gruppe wurde gelöscht.',
  people: 'Personen',
  groupsIn: 'Gruppen',
  noPeople: 'Noch niemand ist in dieser Gruppe.',
  noGroups: 'In dieser Gruppe sind keine Gruppen.',
  addPeople: 'Personen hinzufügen …',
  addGroups: 'Gruppen hinzufügen …',
  addTitle: (name) => `Zu „${name}“ hinzufügen`,
  find: 'Name oder E-Mail-Adresse suchen',
  addOne: (name) => `${name} hinzufügen`,
  noneFound: (q) => `Keine Treffer für „${q}“`,
  added: (name) => `${name} hinzugefügt`,
  remove: (name) => `${name} entfernen`,
  removed: (name) => `${name} entfernt`,
  managed: (name) => `Verwaltet durch ${name}`,
  managedWhy: 'Die Mitglieder kommen aus einem Verzeichnisdienst und ändern sich mit ihm.',
}
