import { sizeInWords } from '@holdfast/api/sizes'
import type { OutageCause } from '../basics/outage.ts'
import { deviceUsed } from './device-used-de.ts'
import {
  type BrakeNews,
  type Letters,
  type MachineNews,
  type MailData,
  type NoticeLine,
  type NoticeSection,
  onlyItemOf,
  SOMEONE,
  VISITOR,
} from './mail-data.ts'

export const LETTERS_DE: Letters = {
  account_locked: ({ name, until, address }, { organization }) => ({
    subject: `Dein Konto bei ${organization} ist vorübergehend gesperrt`,
    paragraphs: [
      `Hallo ${name},`,
      `jemand hat fünfmal hintereinander ein falsches Passwort für dein Konto eingegeben${from(address)}. ` +
        `Zum Schutz deines Kontos ist die Anmeldung bis ${readable(until)} gesperrt. Aus einem Netz, das du zuletzt verwendet hast, ist sie eventuell weiter möglich.`,
      'Wenn du das warst, warte bis dahin und versuche es erneut.',
      'Wenn du es nicht warst: Deine Dateien sind sicher, das Passwort wurde nicht erraten. Ist dein Passwort kurz oder nutzt du es auch anderswo, ' +
        'wähle ein neues. Informiere einen Administrator, wenn das wieder vorkommt.',
    ],
  }),
  storage_full: ({ name, what }) => ({
    subject: 'Speicher ist voll',
    paragraphs: [
      `Hallo ${name},`,
      `dein Holdfast-Server kann keine neuen Dateien speichern: ${FULL[what] ?? 'der Speicher ist voll'}. Gespeicherte Dateien bleiben lesbar.`,
      'Gib Speicherplatz frei oder erweitere ihn. Uploads funktionieren dann nach wenigen Sekunden wieder. Du erhältst diese E-Mail höchstens einmal pro Stunde.',
    ],
  }),
  sign_in_code: ({ name, code }, { organization }) => ({
    subject: `${code} ist dein Code für ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `dein Code ist ${code}. Er gilt einmal, für zehn Minuten.`,
      'Gib ihn an niemanden weiter. Wenn du dich nicht anmelden wolltest, kennt jemand anderes dein Passwort. Ändere es jetzt.',
    ],
  }),
  two_step_recovered: ({ name }, { organization }) => ({
    subject: `Zwei-Faktor-Anmeldung für dein Konto bei ${organization} ausgeschaltet`,
    paragraphs: [
      `Hallo ${name},`,
      'die Zwei-Faktor-Anmeldung wurde gerade mit deinem Wiederherstellungsschlüssel ausgeschaltet.',
      'Wenn du das warst, schalte sie mit deinem neuen Gerät wieder ein. Wenn du es nicht warst, ändere jetzt dein Passwort ' +
        'und informiere einen Administrator.',
    ],
  }),
  password_reset: ({ name, link }, { organization }) => ({
    subject: `Passwort bei ${organization} zurücksetzen`,
    paragraphs: [
      `Hallo ${name},`,
      'jemand hat ein neues Passwort für dein Konto angefordert. Die Schaltfläche funktioniert einmal, eine Stunde lang.',
      'Wenn du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt unverändert.',
    ],
    button: { label: 'Neues Passwort wählen', url: link },
  }),
  address_check: ({ name, email, link }, { organization }) => ({
    subject: 'Bestätige deine E-Mail-Adresse',
    paragraphs: [
      `Hallo ${name},`,
      `bestätige für dein Konto bei ${organization}, dass ${email} deine E-Mail-Adresse ist. Danach kannst du öffnen, was andere ` +
        'Organisationen mit dieser Adresse teilen. Die Schaltfläche funktioniert einmal, einen Tag lang, während du angemeldet bist.',
      'Wenn du dieses Konto nicht verwendest, ignoriere diese E-Mail.',
    ],
    button: { label: 'E-Mail-Adresse bestätigen', url: link },
  }),
  welcome: ({ name, email, link }, { organization, baseUrl }) => ({
    subject: `Dein Konto bei ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `du hast ein neues Konto bei ${organization}. Du meldest dich mit ${email} an.`,
      ...(link ? ['Wähle zuerst dein Passwort. Die Schaltfläche funktioniert einmal, drei Tage lang.'] : []),
    ],
    button: link ? { label: 'Passwort wählen', url: link } : { label: 'Anmelden', url: baseUrl },
  }),
  quota_reached: ({ name, percent, used, quota }, { organization }) => ({
    subject: `${percent} % deines Speichers bei ${organization} sind belegt`,
    paragraphs: [
      `Hallo ${name},`,
      `deine Dateien belegen ${sizeOf(used)} von ${sizeOf(quota)} (${percent} %).`,
      percent >= 100
        ? 'Du kannst nichts Neues speichern, bis du Dateien endgültig löschst oder ein Administrator dir mehr Speicher gibt. ' +
          'Auch gelöschte Dateien und frühere Versionen zählen.'
        : 'Wenn er voll ist, kannst du nichts Neues speichern. Ein Administrator kann dir mehr Speicher geben.',
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
        `${news.deleted} Elemente gelöscht, ${news.rewritten} Dateien überschrieben, ${news.renamed} Dateien mit neuer ` +
        'Endung. Das kann beabsichtigt sein, ein Versehen oder Schadsoftware.',
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
        : `Das letzte vollständige Backup ist vom ${readable(newest)}. Spätere Änderungen sind nicht enthalten.`,
      'Prüfe, ob der Ort erreichbar und beschreibbar ist und genug Platz hat. Für Details führe auf dem Server „holdfast backup“ aus. ' +
        'Der Server versucht es von selbst erneut. Du erhältst dazu keine weitere E-Mail, bis ein Backup gelungen ist.',
    ],
  }),
  retention_resumes: ({ name, until, link }) => ({
    subject: 'Die Aufbewahrungsregeln gelten in 7 Tagen wieder',
    paragraphs: [
      `Hallo ${name},`,
      `dein Holdfast wurde aus einem Backup wiederhergestellt. Seitdem wird nichts mehr wegen seines Alters gelöscht. Diese Pause endet am ${readable(until)}.`,
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
          ...machines.map((machine) => `${machine.name}, seit ${readable(machine.since)}`),
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
  device_used: deviceUsed,
  link_shared: ({ name, from: sender, item, kind, link, expires, message, disclaimer, ...way }, brand) => ({
    subject: `${sender} hat ${item} mit dir geteilt`,
    paragraphs: [
      name === undefined ? 'Hallo,' : `Hallo ${name},`,
      `${sender} (${brand.organization}) hat ${THE[kind]} „${item}“ mit dir geteilt.`,
    ],
    ...(message !== undefined && { quote: { by: `${sender} schreibt:`, text: message } }),
    closing: [
      ...howToOpen(sender, kind, way),
      ...(expires ? [`Der Link ist bis ${dayOf(expires)} gültig (UTC).`] : []),
    ],
    button: { label: kind === 'file' ? 'Datei öffnen' : 'Ordner öffnen', url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  share_invitation: ({ name, inviter, share }, { organization, baseUrl }) => ({
    subject: `${organization} hat dich zum Teamordner ${share} eingeladen`,
    paragraphs: [
      `Hallo ${name},`,
      `${inviter} (${organization}) hat dich zum Teamordner „${share}“ eingeladen.`,
      'Melde dich mit deinem eigenen Konto an, um anzunehmen oder abzulehnen. Niemand dort kann deine Dateien sehen.',
      'Wenn du den Absender nicht kennst, ignoriere diese E-Mail.',
    ],
    button: { label: 'Einladung ansehen', url: `${baseUrl}/invitations` },
  }),
  notices: ({ name, sections, more, stop }, { organization, baseUrl }) => ({
    subject: noticesSubject(sections, organization),
    paragraphs: [`Hallo ${name},`],
    lists: sections.map((section) => ({
      title: sectionTitle(section),
      lines: [...section.lines.map(noticeText), ...andMore(section.more)],
    })),
    closing: more > 0 ? [`Und ${more} weitere an anderen Orten.`] : [],
    button: { label: `${organization} öffnen`, url: baseUrl },
    stop,
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
const THE = { file: 'die Datei', folder: 'den Ordner' }

const placesOf = ({ root, more }: Pick<BrakeNews, 'root' | 'more'>): string =>
  more === 0 ? root : `${root} und ${more === 1 ? '1 weiterem Ort' : `${more} weiteren Orten`}`

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const count = 1 + others.length + more
  return count === 1 ? `„${only?.name}“ ist` : `${count} Geräte sind`
}
const andMore = (more: number): string[] => (more > 0 ? [`und ${more} weitere`] : [])

const chunks = (count: number): string => (count === 1 ? '1 Block' : `${count} Blöcke`)

function howToOpen(
  sender: string,
  kind: 'file' | 'folder',
  { account, invitationDays, hasPassword }: Omit<MailData['link_shared'], 'from' | 'kind' | 'item' | 'link'>,
): string[] {
  const password = `Der Link hat ein Passwort. Frage ${sender} danach.`
  if (account === undefined)
    return [
      hasPassword ? password : `Alle mit dem Link können ${THE[kind]} öffnen. Ein Konto ist nicht nötig.`,
    ]
  const how =
    invitationDays === undefined
      ? `Melde dich zum Öffnen als ${account} an.`
      : `Wähle zum Öffnen ein Passwort für ${account}. Die Schaltfläche funktioniert ${invitationDays} Tage lang.`
  return [how, ...(hasPassword ? [password] : [])]
}

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `Aktivität in deinen geteilten Dateien bei ${organization}`
  if (only.kind === 'share_changed') return `Änderungen im Teamordner „${only.share}“`
  const item = onlyItemOf(only)
  const what = item === undefined ? 'Dateien wurden' : `„${item}“ wurde`
  return `${what} über einen Link ${only.kind === 'link_downloaded' ? DID.downloaded : DID.uploaded}`
}

const sectionTitle = ({ kind, share }: NoticeSection): string =>
  ({
    link_downloaded: 'Heruntergeladen über deine Links:',
    link_uploaded: 'Hochgeladen über deine Links:',
    share_changed: `Änderungen im Teamordner „${share}“:`,
  })[kind]

const DID: Record<NoticeLine['did'], string> = {
  downloaded: 'heruntergeladen',
  uploaded: 'hochgeladen',
  added: 'hinzugefügt',
  changed: 'geändert',
  renamed: 'umbenannt',
  moved: 'verschoben',
  deleted: 'gelöscht',
  restored: 'wiederhergestellt',
}
const UNNAMED: Record<string, string> = { [VISITOR]: 'Jemand ohne Konto', [SOMEONE]: 'Jemand' }

function noticeText({ actor, did, item, times, at }: NoticeLine): string {
  const what =
    actor === undefined
      ? `${item} wurde ${DID[did]}`
      : `${Object.hasOwn(UNNAMED, actor) ? UNNAMED[actor] : actor} hat ${item} ${DID[did]}`
  return times > 1 ? `${what}, ${times}-mal, zuletzt ${readable(at)}` : `${what}, ${readable(at)}`
}

const from = (address: string | undefined) => (address ? `, von der Netzadresse ${address}` : '')
const sizeOf = (bytes: number) => sizeInWords(bytes, 'de')
const dayOf = (day: string) => day.split('-').reverse().join('.')
const readable = (time: string) => {
  const [day = '', clock = ''] = time.split('T')
  return `${dayOf(day)} ${clock} UTC`
}
