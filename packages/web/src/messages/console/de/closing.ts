import { pluralOf } from '../../intl/plural.ts'
import type { closing as english } from '../en/closing.ts'

const plural = pluralOf('de')
const people = (count: number) => plural(count, '# Konto', '# Konten')
const devices = (count: number) => plural(count, '# Gerät', '# Geräte')

export const closing: typeof english = {
  section: 'Schließen',
  sectionWhy: 'Niemand kann sich mehr anmelden, und an einem Tag, den du wählst, wird alles gelöscht.',
  open: 'Kunde schließen …',
  title: (name) => `${name} schließen`,
  closingTitle: (name) => `${name} wird geschlossen`,
  what: '1. Was passiert',
  signIn: 'Ab sofort kann sich dort und in untergeordneten Organisationen niemand anmelden.',
  links: 'Links funktionieren nicht mehr, und alle Geräte werden abgemeldet.',
  counted: (accounts, guests, machines) =>
    `Das betrifft ${people(accounts)}, ${plural(guests, '# Gast', '# Gäste')} und ${devices(machines)}.`,
  countedBelow: (organizations, accounts, machines) =>
    `Außerdem ${plural(organizations, '# untergeordnete Organisation', '# untergeordnete Organisationen')} mit ${people(accounts)} und ${devices(machines)}.`,
  cancelLater:
    'Du kannst abbrechen, bis alles gelöscht wird. Dann können sich alle wieder anmelden, aber Geräte bleiben abgemeldet.',
  save: '2. Dateien sichern',
  saveWhy:
    'Nach dem Löschen lässt sich nichts wiederherstellen. Lade vorher herunter, was der Kunde behalten möchte.',
  saveLink: 'Zum Export',
  savePrivate: (name) =>
    `Nach dem Löschen lässt sich nichts wiederherstellen. Die Dateien von ${name} sind privat: Nur die eigenen Administratoren können sie herunterladen, bevor du schließt.`,
  devices: '3. Geräte',
  devicesWhy: 'Synchronisierte Dateien auf Geräten',
  keep: 'Dateien behalten',
  keepHint: 'Die Geräte synchronisieren nicht mehr. Ihre Dateien bleiben.',
  remove: 'Dateien entfernen',
  removeHint:
    'Die Geräte entfernen ihre Kopien, sobald sie sich verbinden. Noch nicht hochgeladene Dateien bleiben.',
  day: '4. Tag',
  deleteOn: 'Wird gelöscht am',
  until: (day) => `Am ${day} wird alles gelöscht. Bis dahin kannst du abbrechen.`,
  typeName: (name) => `Gib zur Bestätigung „${name}“ ein`,
  button: 'Kunde schließen',
  closed: (name) => `${name} ist geschlossen`,
  banner: (day) => `Wird am ${day} geschlossen. Niemand kann sich anmelden.`,
  with: (name) => `Das geschieht zusammen mit ${name}.`,
  show: (name) => `${name} anzeigen`,
  cancel: 'Schließen abbrechen',
  canceled: (name) => `${name} ist wieder geöffnet`,
  closesOn: (day) => `Schließt am ${day}`,
  factDay: 'Wird gelöscht am',
  factFiles: 'Synchronisierte Dateien auf Geräten',
  kept: 'Bleiben',
  removed: 'Werden entfernt',
  devicesLeft: 'Geräte, die noch abzumelden sind oder Dateien entfernen',
}
