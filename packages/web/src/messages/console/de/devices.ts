import { pluralOf } from '../../intl/plural.ts'
import type { devices as english } from '../en/devices.ts'

const plural = pluralOf('de')

export const devices: typeof english = {
  list: 'Geräte',
  search: 'Name suchen',
  views: {
    all: 'Alle',
    attention: 'Braucht Aufmerksamkeit',
    unreachable: 'Nicht erreichbar',
    signed_out: 'Abgemeldet',
    servers: 'Dateiserver',
  },
  columns: {
    name: 'Name',
    owner: 'Besitzer',
    state: 'Status',
    seen: 'Verbunden',
    version: 'Version',
    free_space: 'Frei',
    system: 'System',
    kind: 'Art',
    created: 'Hinzugefügt',
  },
  states: {
    signed_out: 'Abgemeldet',
    unreachable: 'Nicht erreichbar',
    stopped: 'Gestoppt',
    attention: 'Probleme',
    away: 'Nicht verbunden',
    paused: 'Angehalten',
    syncing: 'Synchronisiert',
    up_to_date: 'Aktuell',
  },
  kinds: { agent: 'Computer', server: 'Dateiserver', mobile: 'Telefon oder Tablet' },
  problems: (count) => plural(count, '# Datei mit einem Problem', '# Dateien mit Problemen'),
  outdated: 'Alte Version',
  freeOf: (free, total) => `${free} von ${total}`,
  seenBefore: 'Zuletzt verbunden vor',
  facts: (organization, owner, seen) =>
    [organization, owner, `zuletzt verbunden: ${seen}`].filter(Boolean).join(' · '),
  empty: 'Noch keine Geräte',
  emptyWhy: 'Geräte erscheinen, wenn sich Personen dort am Agenten anmelden.',
  noneMatch: 'Kein Gerät passt zu diesen Filtern.',
  none: (name) => `${name} hat keine Geräte.`,
  rename: 'Umbenennen …',
  renameTitle: 'Gerät umbenennen',
  renameButton: 'Umbenennen',
  renamed: (name) => `Gerät in ${name} umbenannt`,
  signOut: 'Abmelden …',
  signOutTitle: (name) => `${name} abmelden?`,
  signOutWhy: 'Das Gerät hat keinen Zugriff mehr auf Dateien, bis sich sein Besitzer wieder anmeldet.',
  signOutButton: 'Abmelden',
  signedOut: (name) => `${name} wurde abgemeldet`,
}
