import type { OutageCause } from '../../basics/outage.ts'
import { formatsOf } from '../intl/formats.ts'
import type { BrakeNews, Letters, MachineNews, ServiceMail } from '../letters/mail-data.ts'

const { count, day: dayOf, moment, plural } = formatsOf('de')

export const serviceLetters: Letters<ServiceMail> = {
  storage_full: ({ name, what }) => ({
    subject: 'Der Speicher deines Holdfast-Servers ist voll',
    paragraphs: [
      `Hallo ${name},`,
      `dein Holdfast-Server kann keine neuen Dateien speichern: ${FULL[what] ?? 'Der Speicher ist voll'}. Gespeicherte Dateien bleiben lesbar.`,
      'Gib Speicherplatz frei oder erweitere ihn. Uploads funktionieren dann nach wenigen Sekunden wieder. Du erhältst diese E-Mail höchstens einmal pro Stunde.',
    ],
  }),
  content_damaged: ({ name, found, damaged }, { organization }) => ({
    subject: `Beschädigte Dateien bei ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `einige Dateien auf dem Server sind beschädigt oder unvollständig. Beschädigte Datenblöcke: ${count(found)} seit der letzten E-Mail, ` +
        `insgesamt ${count(damaged)}. Diese Dateien lassen sich nicht vollständig herunterladen.`,
      'Welche Dateien betroffen sind, zeigt auf dem Server der Befehl „holdfast verify --content“. Lade sie erneut hoch, oder stelle sie mit ' +
        '„holdfast verify --content --repair-from <Backup-Ziel>“ wieder her. Prüfe auch die Festplatte oder den Speicherdienst: Es können weitere Daten verloren gehen.',
    ],
  }),
  brake_noticed: ({ name, device, person, paused, link, ...news }) => ({
    subject: `Ungewöhnliche Aktivität in ${placesOf(news)}`,
    paragraphs: [
      `Hallo ${name},`,
      `auf dem Gerät „${device ?? 'unbekannt'}“ (${person ?? 'unbekannte Person'}) wurde in ${placesOf(news)} innerhalb von zehn Minuten ungewöhnlich viel geändert: ` +
        `${changesOf(news)}. Das kann Absicht, ein Versehen oder Schadsoftware sein.`,
      paused
        ? 'Die Synchronisierung dieses Geräts ist pausiert: Weitere Änderungen von diesem Gerät werden erst übernommen, wenn jemand sie geprüft hat. Es ist nichts verloren gegangen.'
        : 'Die Synchronisierung dieses Geräts ist nicht pausiert.',
      'Prüfe die Änderungen. Du kannst das Gerät abmelden und alle seine Änderungen rückgängig machen. Änderungen anderer bleiben erhalten.',
    ],
    button: { label: 'Änderungen anzeigen', url: link },
  }),
  backup_trouble: ({ name, error, newest, place }, { timezone }) => ({
    subject: error === undefined ? 'Das Backup ist überfällig' : 'Das Backup ist fehlgeschlagen',
    paragraphs: [
      `Hallo ${name},`,
      error === undefined
        ? `das Backup deines Holdfast-Servers nach ${place} ist überfällig: Das letzte liegt mehr als das doppelte Intervall zurück.`
        : `das Backup deines Holdfast-Servers nach ${place} ist fehlgeschlagen. Fehlermeldung: „${error}.“`,
      newest === undefined
        ? 'Es gibt noch kein erfolgreiches Backup.'
        : `Das letzte erfolgreiche Backup ist vom ${moment(newest, timezone)}. Spätere Änderungen sind nicht enthalten.`,
      'Prüfe, ob das Backup-Ziel erreichbar und beschreibbar ist und genug Platz hat. Der Server versucht es automatisch erneut. ' +
        'Um es sofort zu versuchen und die vollständige Fehlermeldung zu sehen, führe auf dem Server „holdfast backup <Backup-Ziel>“ aus. Eine weitere E-Mail dazu erhältst du erst, wenn nach einem erfolgreichen Backup wieder eines fehlschlägt.',
    ],
  }),
  retention_resumes: ({ name, until, link }, { timezone }) => ({
    subject: 'Das automatische Löschen beginnt in 7 Tagen wieder',
    paragraphs: [
      `Hallo ${name},`,
      `dein Holdfast-Server wurde aus einem Backup wiederhergestellt. Seitdem ist das automatische Löschen nach Ablauf der Aufbewahrungsfrist ausgesetzt. Diese Pause endet am ${moment(until, timezone)}.`,
      'Danach werden gelöschte Dateien und frühere Versionen, deren Aufbewahrungsfrist abgelaufen ist, endgültig gelöscht. ' +
        'Stelle vorher wieder her, was du noch brauchst. Früher beenden kannst du die Pause in der App unter „Benachrichtigungen“ oder ' +
        'auf dem Server mit „holdfast resume-retention“.',
    ],
    button: { label: 'Holdfast öffnen', url: link },
  }),
  organization_closing: ({ name, customer, by, day, link }) => ({
    subject: `${customer} wurde geschlossen`,
    paragraphs: [
      `Hallo ${name},`,
      `${by} hat ${customer} geschlossen. Bei ${customer} kann sich niemand mehr anmelden, und alle Geräte werden abgemeldet.`,
      ...untilDeleted(customer, by, day, link),
    ],
    ...cancelAt(link),
  }),
  organization_closes_soon: ({ name, customer, by, day, link }) => ({
    subject: `${customer} wird am ${dayOf(day)} gelöscht`,
    paragraphs: [
      `Hallo ${name},`,
      `${by} hat ${customer} geschlossen. Bald wird alles gelöscht.`,
      ...untilDeleted(customer, by, day, link),
    ],
    ...cancelAt(link),
  }),
  closing_canceled: ({ name, customer, by, day }) => ({
    subject: `${customer} wird doch nicht geschlossen`,
    paragraphs: [
      `Hallo ${name},`,
      `${by} hat abgebrochen, dass ${customer} geschlossen wird. Am ${dayOf(day)} wird nichts gelöscht.`,
      'Wer sich vorher anmelden konnte, kann es wieder. Auch auf den Geräten ist eine neue Anmeldung nötig.',
    ],
  }),
  machines_unreachable: ({ name, machines, more }, { timezone }) => ({
    subject: `${machinesIn(machines, more)} nicht erreichbar`,
    paragraphs: [`Hallo ${name},`],
    lists: [
      {
        title: plural(
          machines.length + more,
          'dieses Gerät ist nicht mehr verbunden:',
          'diese Geräte sind nicht mehr verbunden:',
        ),
        lines: [
          ...machines.map((machine) => `${machine.name}, seit ${moment(machine.since, timezone)}`),
          ...andMore(more),
        ],
      },
    ],
    closing: [
      'Sie werden derzeit weder synchronisiert noch gesichert. Prüfe, ob sie eingeschaltet und mit dem Netzwerk verbunden sind. ' +
        'Du erhältst eine E-Mail, wenn sie wieder verbunden sind.',
    ],
  }),
  machines_reachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} wieder verbunden`,
    paragraphs: [`Hallo ${name},`],
    lists: [
      {
        title: plural(
          machines.length + more,
          'dieses Gerät ist wieder verbunden:',
          'diese Geräte sind wieder verbunden:',
        ),
        lines: [...machines.map((machine) => machine.name), ...andMore(more)],
      },
    ],
  }),
  device_used: ({ name, by, machine, what, folders, more }) => ({
    subject:
      what === 'mapped'
        ? `${by} hat Ordner auf „${machine}“ mit dem Server verbunden`
        : `${by} hat auf „${machine}“ ein Backup wiederhergestellt`,
    paragraphs: [`Hallo ${name},`],
    lists: [
      {
        title:
          what === 'mapped'
            ? `${by} hat ${plural(folders.length + more, 'diesen Ordner', 'diese Ordner')} auf deinem Gerät „${machine}“ mit dem Server verbunden:`
            : `${by} hat in diesem Ordner auf deinem Gerät „${machine}“ ein Backup wiederhergestellt:`,
        lines: [...folders.map((folder) => `Ordner ${folder}`), ...andMore(more)],
      },
    ],
    closing: [
      'Das ist nur bei Ordnern möglich, die auf dem Gerät dafür freigegeben sind. Auf dem Gerät zeigt „holdfast-agent allow“ die Liste an, ' +
        'mit „holdfast-agent disallow <Ordner>“ entfernst du einen Ordner daraus. Wenn du das nicht erwartet hast, frage deinen Administrator.',
    ],
  }),
  test_message: ({ name }, { organization, baseUrl }) => ({
    subject: `Test-E-Mail von ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `das ist ein Test der E-Mail-Einstellungen von ${organization}. Wenn du das lesen kannst, funktionieren sie.`,
    ],
    button: { label: 'Holdfast öffnen', url: baseUrl },
  }),
}

const untilDeleted = (customer: string, by: string, day: string, link: string | undefined): string[] => [
  `Am ${dayOf(day)} wird ${customer} endgültig gelöscht, mit allen Konten, Dateien und früheren Versionen.`,
  link
    ? 'Bis dahin kannst du das Schließen in der App abbrechen.'
    : `Wenn du das nicht erwartet hast, wende dich vor diesem Tag an ${by}. Dort lässt es sich abbrechen.`,
]
const cancelAt = (url: string | undefined) => (url ? { button: { label: 'In Holdfast anzeigen', url } } : {})

const FULL: Partial<Record<OutageCause, string>> = {
  database_full: 'Die Festplatte mit der Datenbank ist voll',
  blobs_full: 'Der Speicher für Dateiinhalte ist voll',
  disk_full: 'Die Festplatte mit dem Datenordner ist voll',
}

const changesOf = ({
  deleted,
  rewritten,
  renamed,
}: Pick<BrakeNews, 'deleted' | 'rewritten' | 'renamed'>): string =>
  [
    deleted > 0 && `${plural(deleted, '# Element', '# Elemente')} gelöscht`,
    rewritten > 0 && `${plural(rewritten, '# Datei', '# Dateien')} überschrieben`,
    renamed > 0 && `bei ${plural(renamed, '# Datei', '# Dateien')} die Endung geändert`,
  ]
    .filter(Boolean)
    .join(', ')

const placesOf = ({ root, more }: Pick<BrakeNews, 'root' | 'more'>): string =>
  more === 0 ? `„${root}“` : `„${root}“ und an ${plural(more, '# weiterem Ort', '# weiteren Orten')}`

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const all = 1 + others.length + more
  return all === 1 ? `„${only?.name}“ ist` : plural(all, '# Gerät ist', '# Geräte sind')
}
const andMore = (more: number): string[] =>
  more > 0 ? [plural(more, 'und # weiterer', 'und # weitere')] : []
