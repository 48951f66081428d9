import type * as en from '../en/general.ts'
import { formatsOf } from '../intl/formats.ts'

const { day } = formatsOf('de')

export const general: typeof en.general = {
  error: (title) => `Fehler: ${title}`,
  errorCode: 'Fehler:',
  errorId: 'Fehler-ID:',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  signIn: 'Anmelden',
  signInAsOther: 'Anderes Konto verwenden',
  tryAgain: 'Erneut versuchen',
  sync: 'Mit deinem Computer synchronisieren',
  documentation: 'Dokumentation',
  shortcuts: { upload: 'Dateien hochladen', search: 'Suche', recent: 'Zuletzt geändert' },
  noScript: 'JavaScript ist in diesem Browser ausgeschaltet. Schalte es ein, um die App zu verwenden.',
}

export const problem: typeof en.problem = {
  home: 'Zur Startseite',
  unavailable: 'Vorübergehend nicht verfügbar',
  unavailableWhy: 'Deine Dateien sind sicher. Versuche es gleich noch einmal.',
  notFound: 'Seite nicht gefunden',
  notFoundWhy: 'Vielleicht ist die Adresse falsch oder der Inhalt wurde gelöscht.',
  other: 'Etwas ist schiefgegangen',
  server:
    'Auf dem Server ist etwas schiefgegangen. Versuche es später erneut oder informiere einen Administrator.',
  request: 'Der Server konnte diese Anfrage nicht verarbeiten. Gehe zurück und versuche es erneut.',
}

/** What the folders of an export are called, and what tells versions of a file from each other. */
export const exported: typeof en.exported = {
  people: 'Personen',
  shares: 'Teamordner',
  backups: 'Backups',
  version: (at) => `Version ${at}`,
  deleted: (at) => `gelöscht ${at}`,
}

/** What a team share of someone's personal files is called. */
export const handedOver = (name: string) => `Dateien von ${name}`

export const stop: typeof en.stop = {
  title: 'E-Mail-Benachrichtigungen',
  lead: (email) => `für ${email}`,
  off: (names) => `Abbestellt: ${names}.`,
  button: (name) => `E-Mails abbestellen: ${name}`,
  again:
    'Unter „E-Mail-Benachrichtigungen“ in deinem Konto kannst du sie wieder einschalten. E-Mails zu deinem Konto, etwa mit Codes oder zum Zurücksetzen des Passworts, werden immer gesendet.',
  unknown: 'Dieser Link funktioniert nicht mehr',
  unknownWhy:
    'Das Konto gibt es nicht mehr oder der Link ist unvollständig. Kopiere den ganzen Link aus der E-Mail.',
  all: {
    link_downloaded: 'alle Downloads über deine Links',
    link_uploaded: 'alle Uploads über deine Links',
    share_changed: 'Änderungen in allen Teamordnern',
  },
  share: (name) => `Änderungen im Teamordner „${name}“`,
  link: {
    link_downloaded: (item) => `Downloads über den Link zu „${item}“`,
    link_uploaded: (item) => `Uploads über den Link zu „${item}“`,
  },
  goneLink: {
    link_downloaded: (created) => `Downloads über den Link, den du am ${day(created)} erstellt hast`,
    link_uploaded: (created) => `Uploads über den Link, den du am ${day(created)} erstellt hast`,
  },
}

export const mailFrame: typeof en.mailFrame = {
  stop: 'Lege fest, welche dieser E-Mails du erhältst',
  orOpen: 'Oder öffne diesen Link:',
}
