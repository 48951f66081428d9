import type { links as en } from '../en/links.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')
const people = (count: number) => plural(count, '# Person', '# Personen')
const counted = (count: number) => plural(count, '# Link', '# Links')
const viewed = (count: number) => (count === 0 ? 'keine Aufrufe' : plural(count, '# Aufruf', '# Aufrufe'))
const downloaded = (count: number) =>
  count === 0 ? 'keine Downloads' : plural(count, '# Download', '# Downloads')

export const links: typeof en = {
  title: 'Geteilte Links',
  label: 'Links, die du erstellt hast',
  empty: 'Noch keine Links',
  emptyHint: 'Wähle eine Datei oder einen Ordner aus und klicke auf „Teilen“ oder „Link kopieren“.',
  none: 'Keine passenden Links',
  noneHint: 'Zeige alle Links an oder ändere den Filter.',
  show: 'Anzeigen',
  shows: {
    all: 'Alle',
    public: 'Alle mit dem Link',
    private: 'Nur hinzugefügte Personen',
    unused: 'Nie verwendet',
    over: 'Abgelaufen oder deaktiviert',
  },
  sort: 'Sortierung',
  sorts: {
    created: 'Neueste zuerst',
    last_used: 'Zuletzt verwendet',
    times_downloaded: 'Meiste Downloads',
    expires: 'Läuft zuerst ab',
  },
  select: (name) => `Link zu ${name} auswählen`,
  selected: (count) => `${counted(count)} ausgewählt`,
  turnOff: 'Link deaktivieren',
  makePrivate: 'Privat machen',
  turnOn: 'Link aktivieren',
  end: 'Löschen …',
  change: 'Bearbeiten …',
  see: 'Vorschau als Besucher',
  one: (name) => `Link zu „${name}“`,
  made: (when) => `Erstellt ${when}`,
  noSuch: 'Link nicht gefunden',
  noSuchWhy:
    'Er wurde gelöscht, oder jemand anderes hat ihn erstellt. Hier sind die Links, die du erstellt hast.',
  show1: 'Im Ordner anzeigen',
  turnedOff: (count, name) =>
    count === 1
      ? `Link zu „${name}“ deaktiviert`
      : `${counted(count)} deaktiviert. Hinzugefügte Personen können sich weiter anmelden.`,
  turnedOn: (name) => `Link zu „${name}“ aktiviert`,
  ended: (count, name) => (count === 1 ? `Link zu „${name}“ gelöscht` : `${counted(count)} gelöscht`),
  endTitle: (count) => (count === 1 ? 'Diesen Link löschen?' : `${counted(count)} löschen?`),
  endWhy:
    'Der Link funktioniert danach für niemanden mehr. Die Datei oder der Ordner bleibt erhalten. Um den Link vorübergehend zu sperren, deaktiviere ihn stattdessen.',
  endButton: 'Löschen',
  gone: 'Das geteilte Element gibt es nicht mehr',
  public: 'Alle mit dem Link',
  off: 'Deaktiviert',
  over: (day) => `Abgelaufen am ${day}`,
  usedUp: 'Limit erreicht',
  withPeople: people,
  lastUsed: (when) => `Zuletzt verwendet: ${when}`,
  never: 'Nie verwendet',
  uses: (views, downloads) => `${viewed(views)}, ${downloaded(downloads)}`,
  password: 'Passwort',
  expires: (day) => `Gültig bis ${day}`,
  times: (used, most) => `${used} von ${most} Downloads`,
  adds: 'Hochladen erlaubt',
  drops: 'Nur Hochladen',
  by: (name) => `von ${name}`,
  actionsOf: (name) => `Aktionen für den Link zu ${name}`,
  used: 'Verwendet von',
  usedBy: (name, views, downloads) => `${name}: ${viewed(views)}, ${downloaded(downloads)}`,
}
