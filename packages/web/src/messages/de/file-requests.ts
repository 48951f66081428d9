import type { fileRequests as en } from '../en/file-requests.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')
const files = (count: number) => plural(count, '# Datei', '# Dateien')

export const fileRequests: typeof en = {
  newTitle: (folder) => `Dateien für „${folder}“ anfordern`,
  about:
    'Andere laden Dateien in diesen Ordner hoch. Sie sehen weder seinen Inhalt noch das, was andere senden.',
  name: 'Titel',
  note: 'Hinweis (optional)',
  noteHint: 'Was du brauchst und in welcher Form.',
  deadline: 'Frist (optional)',
  deadlineHint: 'Dateien werden bis zum Ende dieses Tages angenommen.',
  askName: 'Nach dem Namen fragen',
  perSender: 'Für jeden Absender einen Ordner anlegen',
  perSenderHint: 'Mit seinem Namen. Sonst landen alle Dateien in diesem Ordner.',
  invite: 'Personen einladen',
  inviteHint: 'Sie erhalten eine E-Mail mit der Anfrage und einem eigenen Link.',
  create: 'Anfrage erstellen',
  save: 'Speichern',
  created: (title) => `Dateianfrage „${title}“ erstellt`,
  changed: (title) => `Dateianfrage „${title}“ gespeichert`,

  title: (title) => `Dateianfrage „${title}“`,
  open: 'Offen',
  openUntil: (when) => `Offen bis ${when}`,
  closed: 'Geschlossen',
  ended: (when) => `Frist abgelaufen: ${when}`,
  into: 'Ordner für die Dateien:',
  edit: 'Anfrage bearbeiten',
  close: 'Anfrage schließen',
  reopen: 'Wieder öffnen',
  closedNow: (title) => `Dateianfrage „${title}“ geschlossen`,
  openNow: (title) => `Dateianfrage „${title}“ ist wieder offen`,
  privateLink: 'Nur wer eingeladen ist, kann sie öffnen.',
  inviteButton: 'Einladen',
  invited: (count, name) =>
    count === 1 ? `${name} eingeladen` : `${plural(count, '# Person', '# Personen')} eingeladen`,

  sent: (count) => `Gesendet (${count})`,
  nobody: 'Noch niemand hat Dateien gesendet.',
  someone: 'Ohne Namen',
  as: (name) => `Eingeladen als ${name}`,
  what: (count, size) => `${files(count)}, ${size}`,
  last: (when) => `zuletzt ${when}`,
  openFolder: 'Ordner öffnen',
  sha: 'SHA-256',

  missing: (count) => `Noch nicht gesendet (${count})`,
  all: 'Alle Eingeladenen haben Dateien gesendet.',
  invitedOn: (when) => `eingeladen ${when}`,
  reminded: (when) => `erinnert ${when}`,
  remind: 'Erinnern',
  remindOne: (name) => `${name} erinnern`,
  remindAll: 'Alle erinnern',
  remindedNow: (count) => `Erinnerung an ${plural(count, '# Person', '# Personen')} gesendet`,
  onceADay: 'Du kannst jede Person einmal am Tag erinnern.',

  list: 'Dateianfragen',
  label: 'Dateianfrage',
  progress: (senders, count) =>
    senders === 0
      ? 'noch nichts gesendet'
      : `${files(count)} von ${plural(senders, '# Absender', '# Absendern')}`,
  waiting: (count) => `${plural(count, '# Person fehlt', '# Personen fehlen')} noch`,
  show: 'Anfrage anzeigen',
  turnInto: 'In eine Dateianfrage umwandeln …',
  turnIntoHint: 'Mit Titel, Frist und einer Liste, wer Dateien gesendet hat.',
}
