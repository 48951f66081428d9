import type { OutageCause } from '../../basics/outage.ts'
import { formatsOf } from '../intl/formats.ts'
import type { BrakeNews, Letters, MachineNews, ServiceMail } from '../letters/mail-data.ts'

const { count, moment, plural } = formatsOf('de')

export const serviceLetters: Letters<ServiceMail> = {
  storage_full: ({ name, what }) => ({
    subject: 'Speicher ist voll',
    paragraphs: [
      `Hallo ${name},`,
      `dein Holdfast-Server kann keine neuen Dateien speichern: ${FULL[what] ?? 'der Speicher ist voll'}. Gespeicherte Dateien bleiben lesbar.`,
      'Gib Speicherplatz frei oder erweitere ihn. Uploads funktionieren dann nach wenigen Sekunden wieder. Du erhältst diese E-Mail höchstens einmal pro Stunde.',
    ],
  }),
  content_damaged: ({ name, found, damaged }, { organization }) => ({
    subject: `Beschädigte Dateien bei ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `im Speicher fehlen Teile von Dateien oder sind beschädigt: ${chunks(found)} seit der letzten E-Mail, ` +
        `insgesamt ${chunks(damaged)}. Diese Dateien lassen sich nicht vollständig herunterladen.`,
      '„holdfast verify --content“ listet sie auf, ebenso die Aktivität ihrer Organisationen. Zum Reparieren lade eine Datei ' +
        'erneut hoch oder stelle ihre Blobs aus einem Backup wieder her. Prüfe auch die Festplatte oder den Speicherdienst: Es können weitere Daten verloren gehen.',
    ],
  }),
  brake_noticed: ({ name, device, person, paused, link, ...news }) => ({
    subject: `Ungewöhnliche Aktivität in ${placesOf(news)}`,
    paragraphs: [
      `Hallo ${name},`,
      `${device ?? 'ein Gerät'} (${person ?? 'unbekannte Person'}) hat in ${placesOf(news)} innerhalb von zehn Minuten ungewöhnlich viel geändert: ` +
        `${plural(news.deleted, '# Element', '# Elemente')} gelöscht, ${plural(news.rewritten, '# Datei', '# Dateien')} überschrieben, ` +
        `${plural(news.renamed, '# Datei', '# Dateien')} mit neuer Endung. Das kann beabsichtigt sein, ein Versehen oder Schadsoftware.`,
      paused
        ? 'Das Gerät ist pausiert: Seine Änderungen werden erst übernommen, wenn jemand entscheidet. Nichts geht verloren.'
        : 'Das Gerät ist nicht pausiert.',
      'Prüfe die Änderungen. Du kannst das Gerät abmelden und alle seine Änderungen rückgängig machen. Änderungen anderer bleiben erhalten.',
    ],
    button: { label: 'Änderungen anzeigen', url: link },
  }),
  backup_trouble: ({ name, error, newest, place }) => ({
    subject: error === undefined ? 'Das Backup ist überfällig' : 'Das Backup ist fehlgeschlagen',
    paragraphs: [
      `Hallo ${name},`,
      error === undefined
        ? `das Backup deines Holdfast-Servers nach ${place} ist überfällig: Das letzte liegt mehr als das doppelte Intervall zurück.`
        : `das Backup deines Holdfast-Servers nach ${place} ist fehlgeschlagen: ${error}.`,
      newest === undefined
        ? 'Es gibt noch kein vollständiges Backup.'
        : `Das letzte vollständige Backup ist vom ${moment(newest)}. Spätere Änderungen sind nicht enthalten.`,
      'Prüfe, ob der Ort erreichbar und beschreibbar ist und genug Platz hat. Für Details führe auf dem Server „holdfast backup“ aus. ' +
        'Der Server versucht es von selbst erneut. Du erhältst dazu keine weitere E-Mail, bis ein Backup gelungen ist.',
    ],
  }),
  retention_resumes: ({ name, until, link }) => ({
    subject: 'Die Aufbewahrungsregeln gelten in 7 Tagen wieder',
    paragraphs: [
      `Hallo ${name},`,
      `dein Holdfast wurde aus einem Backup wiederhergestellt. Seitdem wird nichts mehr wegen seines Alters gelöscht. Diese Pause endet am ${moment(until)}.`,
      'Danach werden gelöschte Dateien und frühere Versionen endgültig gelöscht, deren Aufbewahrungszeit abgelaufen ist. ' +
        'Stelle vorher wieder her, was du noch brauchst. Früher beenden kannst du die Pause in der App bei den Benachrichtigungen oder ' +
        'auf dem Server mit „holdfast resume-retention“.',
    ],
    button: { label: 'Holdfast öffnen', url: link },
  }),
  machines_unreachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} nicht erreichbar`,
    paragraphs: [`Hallo ${name},`],
    lists: [
      {
        title: 'Diese Geräte sind nicht mehr verbunden:',
        lines: [
          ...machines.map((machine) => `${machine.name}, seit ${moment(machine.since)}`),
          ...andMore(more),
        ],
      },
    ],
    closing: [
      'Sie werden nicht synchronisiert oder gesichert. Prüfe, ob sie eingeschaltet und mit dem Netz verbunden sind. ' +
        'Du erhältst eine E-Mail, wenn sie wieder verbunden sind.',
    ],
  }),
  machines_reachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} wieder verbunden`,
    paragraphs: [`Hallo ${name},`],
    lists: [
      {
        title: 'Diese Geräte sind wieder verbunden:',
        lines: [...machines.map((machine) => machine.name), ...andMore(more)],
      },
    ],
  }),
  device_used: ({ name, by, machine, what, folders, more }) => ({
    subject:
      what === 'mapped'
        ? `${by} hat einen Ordner von ${machine} verbunden`
        : `${by} hat auf ${machine} ein Backup wiederhergestellt`,
    paragraphs: [`Hallo ${name},`],
    lists: [
      {
        title:
          what === 'mapped'
            ? `${by} hat diese Ordner deines Geräts „${machine}“ mit Dateien auf dem Server verbunden:`
            : `${by} hat in diesem Ordner deines Geräts „${machine}“ ein Backup wiederhergestellt:`,
        lines: [...folders.map((folder) => `Ordner ${folder}`), ...andMore(more)],
      },
    ],
    closing: [
      'Das Gerät tut das nur in Ordnern, die dort erlaubt sind. „holdfast-agent allow“ zeigt sie auf dem Gerät an, ' +
        '„holdfast-agent disallow“ entfernt einen. Wenn du das nicht erwartet hast, frage deinen Administrator.',
    ],
  }),
  test_message: ({ name }, { organization, baseUrl }) => ({
    subject: `Test-E-Mail von ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `mit dieser E-Mail wurden die E-Mail-Einstellungen von ${organization} getestet. Sie funktionieren.`,
    ],
    button: { label: `${organization} öffnen`, url: baseUrl },
  }),
}

const FULL: Partial<Record<OutageCause, string>> = {
  database_full: 'die Festplatte der Datenbank ist voll',
  blobs_full: 'der Speicher für Dateiinhalte ist voll',
  disk_full: 'die Festplatte des Datenordners ist voll',
}

const placesOf = ({ root, more }: Pick<BrakeNews, 'root' | 'more'>): string =>
  more === 0 ? root : `${root} und ${plural(more, '# weiterem Ort', '# weiteren Orten')}`

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const all = 1 + others.length + more
  return all === 1 ? `„${only?.name}“ ist` : plural(all, '# Gerät ist', '# Geräte sind')
}
const andMore = (more: number): string[] => (more > 0 ? [`und ${count(more)} weitere`] : [])

const chunks = (some: number): string => plural(some, '# Block', '# Blöcke')
