import { pluralOf } from '../../intl/plural.ts'
import type { devices as english } from '../en/devices.ts'

const plural = pluralOf('de')
const these = (count: number) => plural(count, '# Gerät', '# Geräte')
const them = (count: number) => plural(count, '# Gerät', '# Geräten')

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
  rateHint: 'Eine ganze Zahl; 0 für kein Limit.',
  acts: {
    limit_speed: {
      label: 'Bandbreite begrenzen …',
      title: 'Bandbreite begrenzen',
      plan: (count) =>
        `Das Limit von ${them(count)} wird geändert. Andere Zeiten und Geschwindigkeiten bleiben, wie sie eingestellt sind.`,
      button: (count) => `Für ${these(count)} ändern`,
      doing: (count) => `Limit von ${them(count)} wird geändert …`,
      done: (count) => `Limit von ${them(count)} geändert`,
    },
    sign_out: {
      label: 'Abmelden …',
      title: 'Geräte abmelden',
      plan: (count) =>
        plural(
          count,
          '# Gerät hat keinen Zugriff auf Dateien mehr, bis sich dort wieder jemand anmeldet. Dateien, die nicht hochgeladen wurden, bleiben auf dem Gerät.',
          '# Geräte haben keinen Zugriff auf Dateien mehr, bis sich dort wieder jemand anmeldet. Dateien, die nicht hochgeladen wurden, bleiben auf dem Gerät.',
        ),
      button: (count) => `${these(count)} abmelden`,
      doing: (count) => plural(count, '# Gerät wird abgemeldet …', '# Geräte werden abgemeldet …'),
      done: (count) => `${these(count)} abgemeldet`,
    },
  },
}
