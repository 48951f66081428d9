import { pluralOf } from '../../intl/plural.ts'
import type { bulk as english } from '../en/bulk.ts'

const plural = pluralOf('de')
const people = (count: number) => plural(count, '# Person', '# Personen')
const accounts = (count: number) => plural(count, '# Konto', '# Konten')
const guests = (count: number) => plural(count, '# Gast', '# Gäste')

export const bulk: typeof english = {
  bar: 'Auswahl',
  selected: (count) => plural(count, '# ausgewählt', '# ausgewählt'),
  allSelected: 'Alle Treffer ausgewählt',
  selectAll: (count) => plural(count, '# Treffer auswählen', 'Alle # Treffer auswählen'),
  selectAllUncounted: 'Alle Treffer auswählen',
  clear: 'Auswahl aufheben',
  actions: 'Aktionen',
  more: 'Mehr',
  counting: 'Wird gezählt …',
  nothing: 'Es gibt nichts zu ändern.',
  same: (count) => plural(count, 'Bei # ist es schon so.', 'Bei # ist es schon so.'),
  refused: {
    not_allowed: (count) => plural(count, '# darfst du nicht ändern.', '# darfst du nicht ändern.'),
    yourself: () => 'Dein eigenes Konto wird ausgelassen.',
    directory: (count) =>
      plural(
        count,
        '# hat ein Passwort aus einem Verzeichnis.',
        '# haben ein Passwort aus einem Verzeichnis.',
      ),
    disabled: (count) =>
      plural(
        count,
        '# ist deaktiviert und bekommt keine E-Mail.',
        '# sind deaktiviert und bekommen keine E-Mail.',
      ),
    not_connected: (count) => plural(count, '# ist nicht verbunden.', '# sind nicht verbunden.'),
    expired: (count) => plural(count, '# ist schon abgelaufen.', '# sind schon abgelaufen.'),
    other_organization: (count) =>
      plural(
        count,
        '# gehört zu einer anderen Organisation als die Gruppe.',
        '# gehören zu einer anderen Organisation als die Gruppe.',
      ),
  },
  names: (names, more) => (more > 0 ? `${names} und ${plural(more, '# weitere', '# weitere')}` : names),
  continue: 'Weiter',
  gone: 'Nicht mehr vorhanden',
  none: 'Nichts wurde geändert',
  stopped: (done, total) => `Abgebrochen nach ${plural(done, '#', '#')} von ${plural(total, '#', '#')}`,
  heads: ['Name', 'Ergebnis', 'Grund'],
  outcomes: {
    done: 'Erledigt',
    same: 'War schon so',
    refused: 'Nicht erlaubt',
    failed: 'Fehlgeschlagen',
    gone: 'Nicht mehr vorhanden',
  },
  subject: 'Betreff',
  text: 'Nachricht',
  replies: 'Antworten gehen an deine E-Mail-Adresse.',
  quota: 'Speicherlimit in GB',
  quotaHint: 'Leer lassen für das Limit der Organisation.',
  group: 'Gruppe',
  noGroups: 'Diese Organisation hat noch keine Gruppen.',
  confirm: (count) => `Das kann nicht rückgängig gemacht werden. Gib ${count} ein, um zu bestätigen.`,
  persons: {
    disable: {
      label: 'Deaktivieren',
      title: 'Konten deaktivieren',
      plan: (count) =>
        plural(
          count,
          '# Person wird überall abgemeldet und kann sich nicht anmelden, bis du das Konto wieder aktivierst.',
          '# Personen werden überall abgemeldet und können sich nicht anmelden, bis du die Konten wieder aktivierst.',
        ),
      button: (count) => `${people(count)} deaktivieren`,
      doing: (count) => `${people(count)} werden deaktiviert …`,
      done: (count) => `${accounts(count)} deaktiviert`,
    },
    enable: {
      label: 'Aktivieren',
      title: 'Konten aktivieren',
      plan: (count) =>
        plural(count, '# Person kann sich wieder anmelden.', '# Personen können sich wieder anmelden.'),
      button: (count) => `${people(count)} aktivieren`,
      doing: (count) => `${people(count)} werden aktiviert …`,
      done: (count) => `${accounts(count)} aktiviert`,
    },
    unlock: {
      label: 'Entsperren',
      title: 'Konten entsperren',
      plan: (count) =>
        plural(count, '# Person kann sich sofort anmelden.', '# Personen können sich sofort anmelden.'),
      button: (count) => `${people(count)} entsperren`,
      doing: (count) => `${people(count)} werden entsperrt …`,
      done: (count) => `${accounts(count)} entsperrt`,
    },
    mail_password: {
      label: 'Passwort-E-Mail …',
      title: 'E-Mail für ein neues Passwort senden',
      plan: (count) =>
        plural(
          count,
          '# Person bekommt eine E-Mail, um ein neues Passwort festzulegen. Bis dahin gilt das alte.',
          '# Personen bekommen eine E-Mail, um ein neues Passwort festzulegen. Bis dahin gilt das alte.',
        ),
      button: (count) => `An ${people(count)} senden`,
      doing: (count) => `E-Mails an ${people(count)} werden gesendet …`,
      done: (count) => `Passwort-E-Mail an ${people(count)} gesendet`,
    },
    reset_two_step: {
      label: 'Zwei-Faktor-Anmeldung ausschalten …',
      title: 'Zwei-Faktor-Anmeldung ausschalten',
      plan: (count) =>
        plural(
          count,
          '# Person braucht zum Anmelden nur noch das Passwort, bis sie die Zwei-Faktor-Anmeldung wieder einrichtet.',
          '# Personen brauchen zum Anmelden nur noch das Passwort, bis sie die Zwei-Faktor-Anmeldung wieder einrichten.',
        ),
      button: (count) => `Bei ${people(count)} ausschalten`,
      doing: (count) => `Zwei-Faktor-Anmeldung von ${people(count)} wird ausgeschaltet …`,
      done: (count) => `Zwei-Faktor-Anmeldung von ${people(count)} ausgeschaltet`,
    },
    set_quota: {
      label: 'Speicherlimit ändern …',
      title: 'Speicherlimit ändern',
      plan: (count) => `Das Speicherlimit von ${people(count)} ändert sich.`,
      button: (count) => `Bei ${people(count)} ändern`,
      doing: (count) => `Speicherlimit von ${people(count)} wird geändert …`,
      done: (count) => `Speicherlimit von ${people(count)} geändert`,
    },
    add_to_group: {
      label: 'Zu einer Gruppe hinzufügen …',
      title: 'Zu einer Gruppe hinzufügen',
      plan: (count) =>
        plural(
          count,
          '# Person bekommt Zugriff auf alles, worauf die Gruppe Zugriff hat.',
          '# Personen bekommen Zugriff auf alles, worauf die Gruppe Zugriff hat.',
        ),
      button: (count) => `${people(count)} hinzufügen`,
      doing: (count) => `${people(count)} werden zur Gruppe hinzugefügt …`,
      done: (count) => `${people(count)} zur Gruppe hinzugefügt`,
    },
    remove_from_group: {
      label: 'Aus einer Gruppe entfernen …',
      title: 'Aus einer Gruppe entfernen',
      plan: (count) =>
        plural(
          count,
          '# Person verliert den Zugriff auf das, was nur die Gruppe gibt. Geräte behalten ihre Kopien.',
          '# Personen verlieren den Zugriff auf das, was nur die Gruppe gibt. Geräte behalten ihre Kopien.',
        ),
      button: (count) => `${people(count)} entfernen`,
      doing: (count) => `${people(count)} werden aus der Gruppe entfernt …`,
      done: (count) => `${people(count)} aus der Gruppe entfernt`,
    },
    message: {
      label: 'Nachricht senden …',
      title: 'Nachricht senden',
      plan: (count) => plural(count, '# Person bekommt eine E-Mail.', '# Personen bekommen eine E-Mail.'),
      button: (count) => `An ${people(count)} senden`,
      doing: (count) => `Nachricht an ${people(count)} wird gesendet …`,
      done: (count) => `Nachricht an ${people(count)} gesendet`,
    },
    delete: {
      label: 'Konten löschen …',
      title: 'Konten löschen',
      plan: (count) => plural(count, '# Konto wird gelöscht.', '# Konten werden gelöscht.'),
      button: (count) => `${accounts(count)} löschen`,
      doing: (count) => `${accounts(count)} werden gelöscht …`,
      done: (count) => `${accounts(count)} gelöscht`,
    },
  },
  guests: {
    message: {
      label: 'Nachricht senden …',
      title: 'Nachricht senden',
      plan: (count) => plural(count, '# Gast bekommt eine E-Mail.', '# Gäste bekommen eine E-Mail.'),
      button: (count) => `An ${guests(count)} senden`,
      doing: (count) => `Nachricht an ${guests(count)} wird gesendet …`,
      done: (count) => `Nachricht an ${guests(count)} gesendet`,
    },
    delete: {
      label: 'Gäste löschen …',
      title: 'Gäste löschen',
      plan: (count) =>
        plural(
          count,
          '# Gast verliert den Zugriff auf alles, was mit ihm geteilt wurde.',
          '# Gäste verlieren den Zugriff auf alles, was mit ihnen geteilt wurde.',
        ),
      button: (count) => `${guests(count)} löschen`,
      doing: (count) => `${guests(count)} werden gelöscht …`,
      done: (count) => `${guests(count)} gelöscht`,
    },
  },
}
