import { pluralOf } from '../../intl/plural.ts'
import type { links as english } from '../en/links.ts'

const plural = pluralOf('de')
const counted = (count: number) => plural(count, '# Link', '# Links')

export const links: typeof english = {
  list: 'Links',
  search: 'Datei, Teamordner oder Person suchen',
  reports: {
    label: 'Berichte',
    public: 'Öffentlich',
    open: 'Öffentlich, ohne Passwort und Ablaufdatum',
    no_expiry: 'Ohne Ablaufdatum',
    unused: 'Seit 90 Tagen nicht benutzt',
    visitors_add: 'Besucher können Dateien hinzufügen',
    all: 'Alle Links',
  },
  filters: {
    public: 'Öffentlich',
    no_password: 'Ohne Passwort',
    no_expiry: 'Ohne Ablaufdatum',
    visitors_add: 'Besucher können Dateien hinzufügen',
    unused_days: 'Nicht benutzt',
    kind: 'Art',
    creator: 'Erstellt von',
    root: 'In',
  },
  days: (count) => plural(count, 'seit # Tag', 'seit # Tagen'),
  kinds: { file: 'Datei', folder: 'Ordner', file_request: 'Dateianfrage' },
  columns: {
    name: 'Datei oder Ordner',
    creator: 'Erstellt von',
    audience: 'Zugriff',
    protection: 'Schutz',
    used: 'Zuletzt benutzt',
    expires: 'Läuft ab',
    views: 'Aufrufe',
    downloads: 'Downloads',
    kind: 'Art',
    created: 'Erstellt',
  },
  personal: (name) => `Dateien von ${name}`,
  public: 'Alle',
  people: (count) => plural(count, '# Person oder Gruppe', '# Personen und Gruppen'),
  nobody: 'Nur Ersteller',
  expired: 'Abgelaufen',
  unprotected: 'Keiner',
  password: 'Passwort',
  until: (day) => `bis ${day}`,
  limit: (count) => plural(count, '# Download', '# Downloads'),
  facts: (parts) => parts.filter(Boolean).join(' · '),
  usedAt: (when) => `zuletzt benutzt: ${when}`,
  neverUsed: 'nie benutzt',
  showAccess: 'Zugriff anzeigen',
  onlyCreator: (name) => `Nur Links von ${name}`,
  onlyRoot: (name) => `Nur Links in „${name}“`,
  accessTitle: (name) => `Wer kann „${name}“ öffnen?`,
  hiddenTitle: 'Wer kann diesen Link öffnen?',
  accessPublic: 'Alle mit dem Link. Eine Anmeldung ist nicht nötig.',
  accessExpired: (day) => `Dieser Link ist am ${day} abgelaufen. Niemand kann ihn öffnen.`,
  accessNobody: 'Nur die Person, die ihn erstellt hat.',
  accessAdministrators: 'Administratoren, die Dateien ansehen können, können ihn ebenfalls öffnen.',
  writes: 'Kann bearbeiten',
  reads: 'Kann ansehen',
  day: 'Letzter Tag',
  dayHint: 'Links, die früher ablaufen, bleiben unverändert.',
  empty: 'Noch keine Links',
  emptyWhy: 'Personen erstellen Links zu ihren Dateien und Ordnern.',
  noneMatch: 'Kein Link passt zu diesen Filtern.',
  acts: {
    require_sign_in: {
      label: 'Anmeldung verlangen …',
      title: 'Anmeldung verlangen',
      plan: (count, shared = 0) =>
        `${plural(count, '# Link verlangt', '# Links verlangen')} danach eine Anmeldung. ` +
        [
          shared > 0 &&
            `${plural(shared, '# ist', '# sind')} für Personen freigegeben, die Zugriff behalten.`,
          count > shared &&
            plural(
              count - shared,
              '# kann dann nur noch öffnen, wer ihn erstellt hat.',
              '# kann dann nur noch öffnen, wer sie erstellt hat.',
            ),
        ]
          .filter(Boolean)
          .join(' '),
      button: (count) => `Anmeldung für ${counted(count)} verlangen`,
      doing: (count) => `Anmeldung für ${counted(count)} wird verlangt …`,
      done: (count) => plural(count, '# Link verlangt eine Anmeldung', '# Links verlangen eine Anmeldung'),
    },
    allow_public: {
      label: 'Für alle mit dem Link öffnen …',
      title: 'Für alle mit dem Link öffnen',
      plan: (count) =>
        `${plural(count, '# Link lässt', '# Links lassen')} sich danach von allen öffnen, die ihn haben.`,
      button: (count) => `${counted(count)} öffnen`,
      doing: (count) => `${counted(count)} werden geöffnet …`,
      done: (count) => plural(count, '# Link ist wieder öffentlich', '# Links sind wieder öffentlich'),
    },
    set_expires: {
      label: 'Ablaufdatum setzen …',
      title: 'Ablaufdatum setzen',
      plan: (count) =>
        `${plural(count, '# Link funktioniert', '# Links funktionieren')} nach diesem Tag nicht mehr.`,
      button: (count) => `Für ${counted(count)} setzen`,
      doing: (count) => `Ablaufdatum von ${counted(count)} wird gesetzt …`,
      done: (count) => `Ablaufdatum von ${counted(count)} geändert`,
    },
    delete: {
      label: 'Löschen …',
      title: 'Links löschen',
      plan: (count) =>
        `${plural(count, '# Link wird', '# Links werden')} gelöscht. Links in bereits gesendeten E-Mails funktionieren nie wieder. Die Dateien bleiben.`,
      button: (count) => `${counted(count)} löschen`,
      doing: (count) => `${counted(count)} werden gelöscht …`,
      done: (count) => `${counted(count)} gelöscht`,
    },
  },
}
