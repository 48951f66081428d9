import { pluralOf } from '../../intl/plural.ts'
import type { policies as english } from '../en/policies.ts'

const plural = pluralOf('de')
const inBelow = (count: number) =>
  plural(count, '# untergeordneten Organisation', '# untergeordneten Organisationen')

export const policies: typeof english = {
  title: 'Richtlinien',
  sectionsLabel: 'Abschnitte',
  sections: {
    signIn: 'Anmeldung',
    sharing: 'Teilen',
    files: 'Dateien und Aufbewahrung',
    devices: 'Geräte und Backups',
    web: 'Web-App',
    administrators: 'Administratoren',
    limits: 'Grenzen',
    billing: 'Abrechnung',
  },
  find: 'Einstellung suchen',
  found: (count) => plural(count, '# Einstellung', '# Einstellungen'),
  noResults: (q) => `Keine Treffer für „${q}“`,
  readOnly: 'Du kannst diese Einstellungen ansehen, aber nicht ändern.',

  on: 'Ein',
  off: 'Aus',
  none: 'keine',
  unit: { days: 'Tage', perMinute: 'pro Minute' },
  days: (count) => plural(count, '# Tag', '# Tage'),
  perMinute: (count) => `${count} pro Minute`,
  endings: (count) => plural(count, '# Dateityp', '# Dateitypen'),
  sizeUnit: 'Einheit',
  brake: { off: 'Nichts tun', warn: 'Benachrichtigen', pause: 'Gerät anhalten' },

  byDefault: 'Standard',
  setHere: 'Hier festgelegt',
  changed: (old) => `Geändert, vorher ${old}`,
  changedFromDefault: (old) => `Geändert, vorher ${old} (Standard)`,
  required: (name) => `Vorgeschrieben von ${name}. Nur deren Administratoren können das ändern.`,
  notGranted: (name) => `Nicht enthalten: ${name} hat das nicht eingeschaltet.`,
  setBy: (name) => `Festgelegt von ${name}. Nur deren Administratoren können das ändern.`,
  setBySystem: 'Nur Systemadministratoren können das ändern.',
  everyone: 'Betrifft alle',
  data: 'Löscht Daten',

  faults: {
    number: 'Gib eine ganze Zahl ein.',
    range: (min, max) => `Gib eine Zahl von ${min} bis ${max} ein.`,
    rangeFrom: (min) => `Gib eine Zahl ab ${min} ein.`,
    amount: 'Gib eine Zahl ein, etwa 2,5.',
    endings: 'Gib Endungen wie „.iso“ ein, durch Kommas getrennt.',
    currency: 'Gib drei Buchstaben ein, etwa EUR.',
    empty: 'Gib einen Wert ein.',
  },

  unsaved: 'Nicht gespeicherte Änderungen',
  changes: (count) => plural(count, '# Änderung', '# Änderungen'),
  save: (count) => plural(count, '# Änderung speichern', '# Änderungen speichern'),
  discard: 'Verwerfen',
  showDetails: 'Details anzeigen',
  hideDetails: 'Details ausblenden',
  fromTo: (from, to) => `${from} → ${to}`,
  alsoOff: (count) => `Wird auch in ${inBelow(count)} ausgeschaltet. Dort kommt es nicht von selbst zurück.`,
  alsoOn: (count) => `Wird auch in ${inBelow(count)} eingeschaltet.`,
  atLeast: (sentence) => `Mindestens ${sentence}`,
  effects: {
    public_links: (n) =>
      plural(
        n,
        '# öffentlicher Link funktioniert nicht mehr.',
        '# öffentliche Links funktionieren nicht mehr.',
      ),
    no_two_step: (n) =>
      plural(
        n,
        '# Person richtet bei der nächsten Anmeldung die Zwei-Faktor-Anmeldung ein.',
        '# Personen richten bei der nächsten Anmeldung die Zwei-Faktor-Anmeldung ein.',
      ),
    old_passwords: (n) =>
      plural(
        n,
        '# Person muss bei der nächsten Anmeldung ein neues Passwort wählen.',
        '# Personen müssen bei der nächsten Anmeldung ein neues Passwort wählen.',
      ),
    directory_accounts: (n) =>
      plural(n, '# Person kann sich nicht mehr anmelden.', '# Personen können sich nicht mehr anmelden.'),
    deleted_items: (n) =>
      plural(
        n,
        '# gelöschtes Element wird innerhalb einer Stunde endgültig gelöscht.',
        '# gelöschte Elemente werden innerhalb einer Stunde endgültig gelöscht.',
      ),
    earlier_versions: (n) =>
      plural(
        n,
        '# frühere Version wird innerhalb einer Stunde endgültig gelöscht.',
        '# frühere Versionen werden innerhalb einer Stunde endgültig gelöscht.',
      ),
    backups: (n) => plural(n, '# Backup pausiert.', '# Backups pausieren.'),
    file_servers: (n) => plural(n, '# Dateiserver pausiert.', '# Dateiserver pausieren.'),
  },
  bytesOver: (size) => `${size} zu viel sind schon gespeichert: Uploads und Backups werden sofort abgelehnt.`,
  conflict: 'Jemand anders hat diese Richtlinie geändert. Lade neu, um die aktuellen Werte zu sehen.',
  reload: 'Neu laden',
  saved: 'Richtlinie gespeichert',
  graveTitle: (count) => plural(count, '# Änderung speichern?', '# Änderungen speichern?'),
  graveWhy: 'Gelöschtes lässt sich nicht zurückholen, und anderes hindert Personen sofort an der Arbeit:',

  undone: 'Frühere Werte wiederhergestellt',
  undoneInPart: 'Frühere Werte wiederhergestellt, außer wo sie seitdem jemand geändert hat',
  notUndone: 'Nichts geändert: Diese Werte hat seitdem jemand geändert',

  copy: 'Übernehmen von …',
  copyTitle: 'Richtlinie übernehmen von',
  copied: (count, name) =>
    plural(
      count,
      `# Änderung von ${name}. Noch ist nichts gespeichert. Grenzen und Abrechnung werden nicht übernommen.`,
      `# Änderungen von ${name}. Noch ist nichts gespeichert. Grenzen und Abrechnung werden nicht übernommen.`,
    ),
  same: (name) =>
    `Nichts zu übernehmen: Die Richtlinie von ${name} ist gleich, bis auf Grenzen und Abrechnung.`,

  history: 'Änderungen',
  noHistory: 'Noch keine Änderungen. Änderungen dieser Richtlinie erscheinen hier.',
  byAbove: (name) => `Durch eine Änderung in ${name}`,
  wasUndo: 'Hat eine frühere Änderung rückgängig gemacht',
  historyBelow: (count) => `Auch in ${inBelow(count)} geändert`,
  undoOf: (time) => `Änderung rückgängig machen: ${time}`,
}
