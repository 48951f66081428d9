import type { Messages } from '../en/en.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')

export const bell: Messages['bell'] = {
  title: 'Benachrichtigungen',
  label: (count) =>
    count === 0
      ? 'Benachrichtigungen'
      : plural(count, 'Benachrichtigungen: # neu', 'Benachrichtigungen: # neu'),
  none: 'Keine neuen Benachrichtigungen',
  noneHint: 'Einladungen, geteilte Dateien und Warnungen erscheinen hier.',
  spaceFull: 'Dein Speicher ist voll',
  spaceNearly: 'Dein Speicher ist fast voll',
  spaceHint: (used, quota) => `${used} von ${quota} belegt. Größte Dateien anzeigen.`,
  invited: (name) => `Du bist zu „${name}“ eingeladen`,
  shared: 'Mit dir geteilt',
  sharedBy: (sender) => `von ${sender}`,
  isNew: 'neu',
  all: 'Alles, was mit dir geteilt wurde',
  organization: (name) => `Für Administratoren von ${name}`,
  continueSetup: 'Einrichtung fortsetzen',
  since: (when) => `seit ${when}`,
  names: (names, more) => (more ? `${names} …` : names),
  stopped: {
    row: (device, count) =>
      plural(
        count,
        `„${device}“ ist pausiert: # Datei würde entfernt`,
        `„${device}“ ist pausiert: # Dateien würden entfernt`,
      ),
    open: 'Entfernen oder wiederherstellen …',
    title: 'Diese Dateien entfernen?',
    there: (count, device, folder) =>
      plural(
        count,
        `# Datei in „${folder}“ wurde auf „${device}“ gelöscht oder ersetzt. Hier ist sie noch vorhanden.`,
        `# Dateien in „${folder}“ wurden auf „${device}“ gelöscht oder ersetzt. Hier sind sie noch vorhanden.`,
      ),
    here: (count, device, folder) =>
      plural(
        count,
        `# Datei in „${folder}“ wurde gelöscht oder ersetzt. Auf „${device}“ ist sie noch vorhanden.`,
        `# Dateien in „${folder}“ wurden gelöscht oder ersetzt. Auf „${device}“ sind sie noch vorhanden.`,
      ),
    safe: 'Deine anderen Geräte folgen, ohne noch einmal zu fragen. Entfernte Dateien findest du unter „Gelöschte Dateien“.',
    confirm: 'Entfernen',
    bringBack: 'Wiederherstellen',
    confirmed: 'Dateien werden entfernt',
    broughtBack: 'Dateien werden wiederhergestellt',
  },
  resume: {
    open: 'Ansehen, was gelöscht wird, und fortsetzen …',
    title: 'Aufbewahrungsregeln wieder anwenden?',
    why: 'Der Dienst wurde aus einem Backup wiederhergestellt. Seitdem wird nichts wegen seines Alters gelöscht.',
    deletes: 'Wenn die Regeln wieder gelten, wird endgültig gelöscht:',
    items: (count) => plural(count, '# gelöschtes Element', '# gelöschte Elemente'),
    versions: (count) => plural(count, '# frühere Version', '# frühere Versionen'),
    shares: (count) =>
      plural(count, '# gelöschter Teamordner oder Backup', '# gelöschte Teamordner oder Backups'),
    atLeast: (what) => `mindestens ${what}`,
    nothing: 'Im Moment ist keine Aufbewahrungszeit abgelaufen.',
    forGood: 'Das lässt sich nicht rückgängig machen. Stelle vorher wieder her, was du noch brauchst.',
    button: 'Wieder anwenden',
    done: 'Aufbewahrungsregeln gelten wieder',
  },
  alerts: {
    space_quota: (used, limit) => `Der Speicher ist fast voll: ${used} von ${limit}`,
    accounts_maximum: (used, limit) => `${used} von ${limit} Konten sind vergeben`,
    trial_ending: (day, isOver) =>
      isOver ? `Die Testzeit endete am ${day}` : `Die Testzeit endet am ${day}`,
    license_ending: (day, isOver) => (isOver ? `Die Lizenz endete am ${day}` : `Die Lizenz endet am ${day}`),
    directory_failed: (count) =>
      plural(
        count,
        'Der Import aus # Verzeichnis ist fehlgeschlagen',
        'Die Importe aus # Verzeichnissen sind fehlgeschlagen',
      ),
    machines_unreachable: (count) =>
      plural(count, '# Gerät ist nicht erreichbar', '# Geräte sind nicht erreichbar'),
    jobs_failed: (count) =>
      plural(count, '# Hintergrundaufgabe schlägt fehl', '# Hintergrundaufgaben schlagen fehl'),
    backup_failed: () => 'Das letzte Backup des Dienstes ist fehlgeschlagen',
    backup_overdue: () => 'Das Backup des Dienstes ist überfällig',
    retention_paused: (day) => `Aufbewahrungsregeln sind bis ${day} ausgesetzt`,
    setup_open: (count) =>
      plural(count, 'Server einrichten: noch # Schritt', 'Server einrichten: noch # Schritte'),
    mail_waiting: (count) =>
      plural(count, '# E-Mail kann nicht gesendet werden', '# E-Mails können nicht gesendet werden'),
    backups_late: (count) => plural(count, '# Backup fehlt', '# Backups fehlen'),
    sign_ins_blocked: (count) =>
      plural(
        count,
        '# Konto wurde nach fehlgeschlagenen Anmeldungen gesperrt',
        '# Konten wurden nach fehlgeschlagenen Anmeldungen gesperrt',
      ),
    certificate_ending: () => 'Das Zertifikat des Servers endet bald',
    links_public: (count) => plural(count, '# neuer öffentlicher Link', '# neue öffentliche Links'),
    webhook_failed: (count) =>
      plural(
        count,
        'Nachrichten an # Webhook sind fehlgeschlagen',
        'Nachrichten an # Webhooks sind fehlgeschlagen',
      ),
  },
}
