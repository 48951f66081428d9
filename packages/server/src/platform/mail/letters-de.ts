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
    subject: `Die Anmeldung an deinem Konto bei ${organization} ist vorerst gesperrt`,
    paragraphs: [
      `Hallo ${name},`,
      `jemand hat fünfmal hintereinander ein falsches Passwort für dein Konto eingegeben${from(address)}. ` +
        `Um es zu schützen, ist die Anmeldung bis ${readable(until)} gesperrt. Aus einem Netz, aus dem du dich zuletzt angemeldet hast, kann sie weiter gehen.`,
      'Wenn du das warst, warte bis dahin und versuche es dann mit dem richtigen Passwort.',
      'Wenn du es nicht warst: Dein Passwort wurde nicht erraten, deine Dateien sind sicher. Wähle ein neues Passwort, wenn das ' +
        'jetzige kurz ist oder auch anderswo gilt, und sage deiner Administration Bescheid, wenn das wieder vorkommt.',
    ],
  }),
  storage_full: ({ name, what }) => ({
    subject: 'Kein Platz mehr für Dateien',
    paragraphs: [
      `Hallo ${name},`,
      `dein Holdfast kann keine Dateien mehr aufnehmen: ${FULL[what] ?? 'es ist voll'}. Was gespeichert ist, lässt sich weiter lesen.`,
      'Schaffe dort Platz oder gib mehr dazu. Uploads gehen dann binnen Sekunden wieder. Darüber kommt höchstens eine Mail in der Stunde.',
    ],
  }),
  sign_in_code: ({ name, code }, { organization }) => ({
    subject: `${code} ist dein Code für ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `dein Code ist ${code}. Er gilt einmal, in den nächsten zehn Minuten.`,
      'Niemand von uns wird dich je danach fragen. Wenn du dich nicht anmelden wolltest, kennt jemand anderes dein Passwort: ' +
        'Wähle ein neues.',
    ],
  }),
  two_step_recovered: ({ name }, { organization }) => ({
    subject: `Der zweite Schritt deines Kontos bei ${organization} wurde ausgeschaltet`,
    paragraphs: [
      `Hallo ${name},`,
      'der zweite Schritt deines Kontos wurde gerade mit seinem Notfallschlüssel ausgeschaltet.',
      'Wenn du das warst, schalte ihn mit deinem neuen Gerät wieder ein. Wenn du es nicht warst, wähle jetzt ein neues Passwort ' +
        'und sage deiner Administration Bescheid.',
    ],
  }),
  password_reset: ({ name, link }, { organization }) => ({
    subject: `Wähle ein neues Passwort für dein Konto bei ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      'jemand hat um ein neues Passwort für dein Konto gebeten. Der Link gilt einmal, in der nächsten Stunde.',
      'Wenn du das nicht warst, tu nichts: Dein Passwort bleibt, wie es ist.',
    ],
    button: { label: 'Neues Passwort wählen', url: link },
  }),
  address_check: ({ name, email, link }, { organization }) => ({
    subject: 'Bestätige deine Adresse',
    paragraphs: [
      `Hallo ${name},`,
      `das Konto ${email} bei ${organization} bittet dich zu bestätigen, dass diese Adresse dir gehört. Was andere ` +
        'Organisationen mit der Adresse teilen, steht dem Konto dann offen. Der Link gilt einmal, einen Tag lang, für ' +
        'die Person, die in dem Konto angemeldet ist.',
      'Wenn du dieses Konto nicht benutzt, tu nichts: Niemand kann die Adresse an deiner Stelle bestätigen.',
    ],
    button: { label: 'Adresse bestätigen', url: link },
  }),
  welcome: ({ name, email, link }, { organization, baseUrl }) => ({
    subject: `Dein Konto bei ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `bei ${organization} wurde ein Konto für dich angelegt. Du meldest dich mit der Adresse ${email} an.`,
      ...(link ? ['Wähle zuerst dein Passwort. Der Link gilt einmal, in den nächsten drei Tagen.'] : []),
    ],
    button: link ? { label: 'Passwort wählen', url: link } : { label: 'Anmelden', url: baseUrl },
  }),
  quota_reached: ({ name, percent, used, quota }, { organization }) => ({
    subject: `${percent} % deines Platzes bei ${organization} sind belegt`,
    paragraphs: [
      `Hallo ${name},`,
      `deine Dateien belegen ${sizeOf(used)} von ${sizeOf(quota)}, die du hast: ${percent} % sind belegt.`,
      percent >= 100
        ? 'Es lässt sich nichts Neues speichern, bis du etwas entfernst, gelöschte Dateien und frühere Versionen eingeschlossen, ' +
          'oder deine Administration dir mehr Platz gibt.'
        : 'Wenn er ganz belegt ist, lässt sich nichts Neues speichern. Deine Administration kann dir mehr Platz geben.',
    ],
  }),
  content_damaged: ({ name, found, damaged }, { organization }) => ({
    subject: `Gespeicherte Daten bei ${organization} sind beschädigt`,
    paragraphs: [
      `Hallo ${name},`,
      `im Speicher fehlen Daten, aus denen Dateien bestehen, oder sie sind verändert: ${chunks(found)} seit der letzten Mail ` +
        `dieser Art, insgesamt ${chunks(damaged)}, die nicht wieder heil sind. Downloads dieser Dateien brechen ab.`,
      'Der Befehl «verify --content» nennt die Dateien, ebenso der Verlauf ihrer Organisationen. Sie sind wieder heil, ' +
        'sobald jemand sie noch einmal hochlädt oder ihre Blobs aus einem Backup zurückkommen. Sieh auch nach der ' +
        'Festplatte oder dem Speicher: Es kann mehr verloren gehen.',
    ],
  }),
  brake_noticed: ({ name, device, person, paused, link, ...news }) => ({
    subject: `Weit mehr Änderungen als sonst in ${placesOf(news)}`,
    paragraphs: [
      `Hallo ${name},`,
      `innerhalb von zehn Minuten hat ${device ?? 'ein Gerät'} von ${person ?? 'jemandem'} in ${placesOf(news)} weit mehr geändert als sonst: ` +
        `${news.deleted} Elemente gelöscht, ${news.rewritten} Dateien mit anderem Inhalt, ${news.renamed} Dateien mit anderer ` +
        'Endung. Das kann Arbeit sein, die jemand so wollte, ein Versehen oder ein Programm, das Dateien verschlüsselt.',
      paused
        ? 'Seine weiteren Änderungen warten, bis jemand entscheidet. Dabei geht nichts verloren.'
        : 'Es geht weiter, wenn niemand es anhält.',
      'Sieh dir an, was es getan hat. Du kannst es anhalten und alles davon rückgängig machen: Was andere seitdem getan haben, bleibt.',
    ],
    button: { label: 'Ansehen, was geschehen ist', url: link },
  }),
  backup_trouble: ({ name, error, newest, place }) => ({
    subject: error === undefined ? 'Das Backup ist überfällig' : 'Das Backup ist gescheitert',
    paragraphs: [
      `Hallo ${name},`,
      error === undefined
        ? `dein Holdfast hat nach ${place} länger als das Doppelte der eingestellten Zeit kein Backup gemacht.`
        : `dein Holdfast konnte sein Backup nach ${place} nicht machen: ${error}.`,
      newest === undefined
        ? 'Es gibt noch kein vollständiges. Was jetzt verloren geht, lässt sich nicht zurückholen.'
        : `Das neueste vollständige ist vom ${readable(newest)}. Was später kam, lässt sich daraus nicht zurückholen.`,
      'Sieh nach, ob der Ort erreichbar ist, Platz hat und annimmt, was dieses Konto schreibt; «holdfast backup» von Hand sagt ' +
        'mehr. Der Dienst versucht es von selbst wieder. Die nächste Mail dazu kommt erst, wenn eines gelungen ist und wieder eines fehlt.',
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
    subject: `${machinesIn(machines, more)} nicht zu erreichen`,
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
      'Was sich dort ändert, wird solange weder abgeglichen noch gesichert. Sieh nach, ob sie eingeschaltet sind und eine ' +
        'Verbindung haben. Du erfährst, wenn sie wieder da sind.',
    ],
  }),
  machines_reachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} wieder zu erreichen`,
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
    subject: `${sender} teilt ${item} mit dir`,
    paragraphs: [
      name === undefined ? 'Hallo,' : `Hallo ${name},`,
      `${sender} teilt ${THE[kind]} «${item}» bei ${brand.organization} mit dir.`,
    ],
    ...(message !== undefined && { quote: { by: `${sender} schreibt:`, text: message } }),
    closing: [
      ...howToOpen(sender, kind, way),
      ...(expires ? [`Das geht bis zum Ende des ${dayOf(expires)} (UTC).`] : []),
    ],
    button: { label: kind === 'file' ? 'Datei öffnen' : 'Ordner öffnen', url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  share_invitation: ({ name, inviter, share }, { organization, baseUrl }) => ({
    subject: `${organization} lädt dich in den Teamordner ${share} ein`,
    paragraphs: [
      `Hallo ${name},`,
      `${inviter} von ${organization} lädt dich ein, an den Dateien des Teamordners «${share}» mitzuarbeiten.`,
      'Melde dich mit deinem eigenen Konto an, um anzunehmen oder abzulehnen. Bis du annimmst, siehst du nichts davon, und ' +
        'niemand dort sieht etwas von dir.',
      'Wenn du sie nicht kennst, tu nichts.',
    ],
    button: { label: 'Anmelden und antworten', url: `${baseUrl}/invitations` },
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
    subject: `Probe von ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `mit dieser Mail wurden die Mail-Einstellungen von ${organization} ausprobiert. Sie stimmen: Mehr ist nicht zu tun.`,
    ],
    button: { label: `${organization} öffnen`, url: baseUrl },
  }),
}

const FULL: Partial<Record<OutageCause, string>> = {
  database_full: 'die Festplatte der Datenbank ist voll',
  blobs_full: 'der Speicher der Blobs ist voll',
  disk_full: 'die Festplatte des Datenordners ist voll',
}
const THE = { file: 'die Datei', folder: 'den Ordner' }

const placesOf = ({ root, more }: Pick<BrakeNews, 'root' | 'more'>): string =>
  more === 0 ? root : `${root} und ${more === 1 ? '1 weiterem Ort' : `${more} weiteren Orten`}`

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const count = 1 + others.length + more
  return count === 1 ? `«${only?.name}» ist` : `${count} Geräte sind`
}
const andMore = (more: number): string[] => (more > 0 ? [`und ${more} weitere`] : [])

const chunks = (count: number): string => (count === 1 ? '1 Block' : `${count} Blöcke`)

function howToOpen(
  sender: string,
  kind: 'file' | 'folder',
  { account, invitationDays, hasPassword }: Omit<MailData['link_shared'], 'from' | 'kind' | 'item' | 'link'>,
): string[] {
  const password = `Der Link fragt nach einem Passwort, das ${sender} dir sagen kann.`
  if (account === undefined)
    return [hasPassword ? password : `Alle, die den Link haben, können ${THE[kind]} öffnen, ohne Konto.`]
  const how =
    invitationDays === undefined
      ? `Du tust das angemeldet als ${account}.`
      : `Wähle zuerst ein Passwort für ${account}: Der Link unten lässt dich das einmal tun, innerhalb von ${invitationDays} ` +
        'Tagen. Danach führt er zur Anmeldung.'
  return [
    `Nur Personen, mit denen geteilt wird, können ${THE[kind]} öffnen. ${how}`,
    ...(hasPassword ? [password] : []),
  ]
}

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `Neues von dem, was du bei ${organization} teilst`
  if (only.kind === 'share_changed') return `Änderungen im Teamordner «${only.share}»`
  const item = onlyItemOf(only)
  const what = item === undefined ? 'Dateien wurden' : `«${item}» wurde`
  return `${what} über einen Link ${only.kind === 'link_downloaded' ? DID.downloaded : DID.uploaded}`
}

const sectionTitle = ({ kind, share }: NoticeSection): string =>
  ({
    link_downloaded: 'Heruntergeladen über deine Links:',
    link_uploaded: 'Hochgeladen über deine Links:',
    share_changed: `Änderungen im Teamordner «${share}»:`,
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
