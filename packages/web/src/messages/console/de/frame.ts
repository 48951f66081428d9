import { pluralOf } from '../../intl/plural.ts'
import type { frame as english } from '../en/frame.ts'

const plural = pluralOf('de')

export const frame: typeof english = {
  title: 'Verwaltung',
  screens: {
    overview: 'Übersicht',
    customers: 'Kunden',
    'new-customer': 'Neuer Kunde',
    'continue-setup': 'Einrichtung fortsetzen',
    people: 'Personen',
    'people/import': 'Liste importieren',
    guests: 'Gäste',
    groups: 'Gruppen',
    shares: 'Teamordner',
    devices: 'Geräte',
    policies: 'Richtlinien',
    organization: 'Organisation',
    close: 'Schließen',
  },
  groups: {
    customers: 'Kunden',
    people: 'Personen',
    files: 'Dateien',
    devices: 'Geräte',
    settings: 'Einstellungen',
  },
  back: 'Zurück zu den Dateien',
  own: 'Deine Organisation',
  customerOf: (name) => `Kunde von ${name}`,
  customer: 'Kunde',
  switchTitle: 'Organisation wechseln',
  find: 'Organisation suchen',
  recent: 'Zuletzt verwendet',
  all: 'Alle Organisationen',
  noneFound: (q) => `Keine Treffer für „${q}“`,
  open: (name) => `Organisationen unter ${name} anzeigen`,
  goTo: 'Kunde, Person, Gerät oder Seite suchen',
  goToShort: 'Gehe zu …',
  goToHint: 'Name oder E-Mail-Adresse',
  path: 'Ort',
  scope: 'Umfang',
  only: (name) => `Nur ${name}`,
  withBelow: (count) => `Mit ${plural(count, '# Kunden', '# Kunden')}`,
  privacy: 'Datenschutzmodus',
  privacyWhy: (name) =>
    `Die Dateien von ${name} sind privat. Du verwaltest Konten und Einstellungen, nicht Dateien.`,
  noAccess: 'Du hast keinen Zugriff auf diese Organisation.',
  onlyAdministrators: 'Nur Administratoren können diese Seite öffnen.',
  states: {
    ok: 'Aktiv',
    trial: 'Testphase',
    suspended: 'Stillgelegt',
    expired: 'Abgelaufen',
    closing: 'Schließt',
  },
}
