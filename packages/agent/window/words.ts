import type { ProblemReason } from '../src/engine/state/status.ts'
import type { RootCode } from '../src/service/methods.ts'

/** A detail may be part of it. */
type Reason = string | ((detail: string) => string)
/** What is wrong, without the full stop: a detail may follow. And what helps. */
type ProblemText = readonly [what: string, help: string]

const en = {
  title: 'Holdfast on this device',
  signedInAs: (email: string, url: string) => `${email} at ${url}`,
  signedOut: (url: string) => `This device is signed out. In a terminal, type: holdfast-agent login ${url}`,
  states: {
    synced: 'Up to date',
    syncing: 'Syncing',
    paused: 'Paused',
    offline: 'Offline',
    signed_out: 'Signed out',
    failed: 'Not syncing',
    attention: 'Needs attention',
    elsewhere: 'Not on this device',
  } as Readonly<Record<string, string>>,
  /** The agent says the others in English. */
  reasons: {
    brake: 'Unusual activity.',
    problems: 'Everything is up to date except the items below.',
  } as Readonly<Record<string, Reason | undefined>>,
  /** What the agent says where this page has no words of its own. */
  untranslated: (said: string) => said,
  reasonsOfProblems: {} as Readonly<Record<string, ProblemText | undefined>>,
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  left: (files: string, size: string) => `${files} (${size}) left`,
  changes: (count: number) => (count === 1 ? '1 change to make' : `${count} changes to make`),
  pause: 'Pause',
  resume: 'Resume',
  syncNow: 'Sync now',
  folders: 'Folders',
  noFolders: 'Nothing is synced to this device yet.',
  beside: (base: string, names: readonly string[]) =>
    `Not synced, because it is in none of these folders: ${names.join(', ')} (in ${base}).`,
  chooseFolders: 'Choose folders',
  done: 'Done',
  onThisDevice: 'Select the folders to keep on this device. The others stay on the server.',
  noSubfolders: 'There are no folders in it.',
  problems: 'Problems',
  noProblems: 'No problems.',
  retry: 'Retry',
  brakeTitle: (name: string) => `“${name}” is paused: unusual activity`,
  brake: (here: number, there: number) =>
    [
      here > 0 && `${en.files(here)} on this device would be removed or replaced.`,
      there > 0 && `${en.files(there)} on the server would be removed or replaced.`,
    ]
      .filter(Boolean)
      .join(' '),
  brakeConfirm: 'Continue',
  brakeBack: 'Restore the files',
  brakeHelp:
    'Continue if this was expected. Otherwise restore: files that one side lacks come back from the other.',
  recent: 'Recent changes',
  noRecent: 'Nothing has changed since the agent started.',
  sent: 'Uploaded',
  received: 'Downloaded',
  removed: 'Removed here',
  restore: 'Restore',
  notLetIn: 'This page has ended. In a terminal, type: holdfast-agent open',
  away: 'The agent does not answer. It may be restarting.',
  version: (version: string) => `Agent ${version}`,
}

export type Words = typeof en

const de: Words = {
  title: 'Holdfast auf diesem Gerät',
  signedInAs: (email, url) => `${email} bei ${url}`,
  signedOut: (url) => `Dieses Gerät ist abgemeldet. Gib in einem Terminal ein: holdfast-agent login ${url}`,
  states: {
    synced: 'Aktuell',
    syncing: 'Wird synchronisiert',
    paused: 'Pausiert',
    offline: 'Offline',
    signed_out: 'Abgemeldet',
    failed: 'Wird nicht synchronisiert',
    attention: 'Benötigt Aufmerksamkeit',
    elsewhere: 'Nicht auf diesem Gerät',
  },
  reasons: {
    starting: 'Es wird nach Änderungen gesucht.',
    asked: '',
    brake: 'Ungewöhnliche Aktivität.',
    held_back:
      'Ungewöhnliche Aktivität: Dieses Gerät hat weit mehr Dateien geändert als sonst. Prüfe die Änderungen in der App. Danach geht es automatisch weiter.',
    disk_gone: 'Der Ordner fehlt oder ist nicht der synchronisierte. Ist sein Datenträger eingehängt?',
    disk_trouble: 'Der Datenträger meldet Fehler.',
    offline: 'Der Server ist nicht erreichbar.',
    access_lost: 'Du hast keinen Zugriff mehr auf diese Dateien. Sie bleiben auf diesem Gerät.',
    problems: 'Bis auf die Elemente unten ist alles aktuell.',
    certificate_early: 'Das Zertifikat des Servers ist noch nicht gültig. Prüfe die Uhrzeit dieses Geräts.',
    certificate_over:
      'Das Zertifikat des Servers ist abgelaufen. Prüfe die Uhrzeit dieses Geräts oder frage einen Administrator.',
    certificate_unknown:
      'Dieses Gerät vertraut dem Zertifikat des Servers nicht mehr. Mehr dazu im Terminal: holdfast-agent doctor',
    signed_out: 'Der Server hat dieses Gerät abgemeldet.',
    not_running: 'Der Agent läuft nicht.',
    barred: (said) =>
      `Der Server nimmt dieses Gerät nicht an. Sobald sich das ändert, geht es automatisch weiter. (${said})`,
    broken: (error) => `Interner Fehler (${error})`,
    folder_missing: (command) =>
      `Der Ordner fehlt auf diesem Gerät. Um ihn anzulegen, gib in einem Terminal ein: ${command}`,
    folder_denied: 'Der Agent darf diesen Ordner nicht verwenden. Ändere die Zugriffsrechte des Ordners.',
    folder_not_allowed: (command) =>
      `Auf diesem Gerät ist dieser Ordner dafür nicht freigegeben. Um ihn freizugeben, gib in einem Terminal ein: ${command}`,
    folder_taken: (other) => `Der Ordner überschneidet sich mit dem von „${other}“.`,
    folder_unusable: (said) => `Dieser Ordner kann nicht verwendet werden. (${said})`,
  } satisfies Record<RootCode, Reason>,
  untranslated: (said) => `Der Agent meldet: ${said}`,
  reasonsOfProblems: {
    name_refused: ['Dieser Name ist auf dem Server nicht erlaubt', 'Benenne das Element um.'],
    too_deep: [
      'Das Element ist in mehr als 128 Ordnern verschachtelt',
      'Verschiebe es weiter nach oben. Bis dahin bleibt es nur auf diesem Gerät.',
    ],
    extension_excluded: [
      'Dateien dieses Typs sind nicht erlaubt',
      'Benenne die Datei um oder frage einen Administrator.',
    ],
    too_large: ['Die Datei ist zu groß', 'Verkleinere sie oder frage einen Administrator.'],
    quota: [
      'Auf dem Server ist nicht genug Speicherplatz',
      'Lösche dort Dateien oder frage einen Administrator nach mehr Speicherplatz.',
    ],
    locked: [
      'Jemand anderes hat die Datei gesperrt',
      'Sie wird hochgeladen, sobald die Sperre aufgehoben ist.',
    ],
    read_only: ['Du kannst die Dateien hier nur ansehen', 'Deine Änderung bleibt auf diesem Gerät.'],
    disk_full: [
      'Der Datenträger dieses Geräts ist voll',
      'Gib Speicherplatz frei. Danach geht es automatisch weiter.',
    ],
    disk_denied: [
      'Der Agent darf das Element nicht lesen oder schreiben',
      'Ändere die Zugriffsrechte der Datei oder ihres Ordners.',
    ],
    disk_busy: ['Ein anderes Programm verwendet die Datei', 'Schließe sie dort.'],
    disk_broken: ['Der Datenträger meldet Fehler', 'Prüfe den Datenträger.'],
    other_volume: [
      'Hier ist ein anderer Datenträger eingehängt',
      'Er wird nicht synchronisiert. Hänge ihn aus, um diesen Ordner zu synchronisieren.',
    ],
    being_written: [
      'Ein Programm schreibt noch in die Datei',
      'Sie wird synchronisiert, sobald das Programm fertig ist.',
    ],
    in_the_way: [
      'Etwas auf diesem Gerät, das nicht synchronisiert wird, hat denselben Namen',
      'Benenne es um oder verschiebe es.',
    ],
    name_clash: [
      'Ein anderes Element auf dem Server hat denselben Namen',
      'Benenne eines der beiden um oder lösche es.',
    ],
    undecided: [
      'Der Agent konnte das Element keinem auf dem Server zuordnen',
      'Er versucht es automatisch erneut. Wenn diese Meldung bleibt, melde sie bitte als Fehler.',
    ],
    rules_waiting: [
      'Jemand hat .holdfastignore geändert, und das betrifft Dateien hier',
      'Prüfe die Datei und gib dann in einem Terminal ein: holdfast-agent rules --accept',
    ],
    name_ignored: ['Elemente mit diesem Namen werden nicht synchronisiert', 'Es bleibt auf dem Server.'],
    listed: ['.holdfastignore schließt es aus', 'Es bleibt auf dem Server.'],
    not_sent: ['Das schließt Dateien auf diesem Gerät aus', 'Sie bleiben auf diesem Gerät.'],
    refused: ['Der Server hat es abgelehnt', 'Mehr dazu steht im Protokoll des Agenten.'],
  } satisfies Record<ProblemReason, ProblemText>,
  files: (count) => (count === 1 ? '1 Datei' : `${count} Dateien`),
  left: (files, size) => `noch ${files} (${size})`,
  changes: (count) => (count === 1 ? '1 Änderung steht aus' : `${count} Änderungen stehen aus`),
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  syncNow: 'Jetzt synchronisieren',
  folders: 'Ordner',
  noFolders: 'Auf dieses Gerät wird noch nichts synchronisiert.',
  beside: (base, names) =>
    `Nicht synchronisiert, weil es in keinem dieser Ordner liegt: ${names.join(', ')} (in ${base}).`,
  chooseFolders: 'Ordner auswählen',
  done: 'Fertig',
  onThisDevice: 'Wähle die Ordner für dieses Gerät. Die anderen bleiben auf dem Server.',
  noSubfolders: 'Er enthält keine Ordner.',
  problems: 'Probleme',
  noProblems: 'Keine Probleme.',
  retry: 'Erneut versuchen',
  brakeTitle: (name) => `„${name}“ ist pausiert: ungewöhnliche Aktivität`,
  brake: (here, there) =>
    [
      here > 0 && `Auf diesem Gerät würden ${de.files(here)} entfernt oder ersetzt.`,
      there > 0 && `Auf dem Server würden ${de.files(there)} entfernt oder ersetzt.`,
    ]
      .filter(Boolean)
      .join(' '),
  brakeConfirm: 'Fortfahren',
  brakeBack: 'Dateien wiederherstellen',
  brakeHelp:
    'Fahre fort, wenn das so gewollt war. Sonst stelle wieder her: Was einer Seite fehlt, kommt von der anderen zurück.',
  recent: 'Letzte Änderungen',
  noRecent: 'Seit dem Start des Agenten hat sich nichts geändert.',
  sent: 'Hochgeladen',
  received: 'Heruntergeladen',
  removed: 'Hier entfernt',
  restore: 'Wiederherstellen',
  notLetIn: 'Diese Seite ist beendet. Gib in einem Terminal ein: holdfast-agent open',
  away: 'Der Agent antwortet nicht. Vielleicht startet er gerade neu.',
  version: (version) => `Agent ${version}`,
}

export const LANGUAGE = navigator.language.startsWith('de') ? 'de' : 'en'
export const WORDS: Words = LANGUAGE === 'de' ? de : en
