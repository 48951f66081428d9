import { formatsOf } from '../intl/formats.ts'
import {
  type Letters,
  type NoticeLine,
  type NoticeSection,
  onlyItemOf,
  type SharingMail,
  SOMEONE,
  VISITOR,
} from '../letters/mail-data.ts'

const { count, day, moment, plural } = formatsOf('de')

export const sharingLetters: Letters<SharingMail> = {
  link_shared: ({ name, from: sender, item, kind, link, expires, message, disclaimer, ...way }, brand) => ({
    subject: `${sender} hat „${item}“ mit dir geteilt`,
    paragraphs: [
      name === undefined ? 'Hallo,' : `Hallo ${name},`,
      `${sender} (${brand.organization}) hat ${THE[kind]} „${item}“ mit dir geteilt.`,
    ],
    ...(message !== undefined && { quote: { by: `${sender} schreibt:`, text: message } }),
    closing: [
      ...howToOpen(sender, kind, way),
      ...(expires
        ? [`${kind === 'file' ? 'Die Datei' : 'Der Ordner'} ist bis zum ${day(expires)} (UTC) verfügbar.`]
        : []),
    ],
    button: { label: kind === 'file' ? 'Datei öffnen' : 'Ordner öffnen', url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  share_invitation: ({ name, inviter, share }, { organization, baseUrl }) => ({
    subject: `${inviter} (${organization}) hat dich zum Teamordner „${share}“ eingeladen`,
    paragraphs: [
      `Hallo ${name},`,
      `${inviter} (${organization}) hat dich zum Teamordner „${share}“ eingeladen.`,
      `Melde dich an, um die Einladung anzunehmen oder abzulehnen. Deine eigenen Dateien kann bei ${organization} niemand sehen.`,
      'Wenn du den Absender nicht kennst, ignoriere diese E-Mail.',
    ],
    button: { label: 'Einladung ansehen', url: `${baseUrl}/invitations` },
  }),
  notices: ({ name, sections, more, stop }, { organization, baseUrl, timezone }) => ({
    subject: noticesSubject(sections, organization),
    paragraphs: [`Hallo ${name},`],
    lists: sections.map((section) => ({
      title: sectionTitle(section),
      lines: [...section.lines.map((line) => noticeText(line, timezone)), ...andMore(section.more)],
    })),
    closing:
      more > 0
        ? [`Außerdem gab es ${plural(more, '# weitere Änderung', '# weitere Änderungen')} an anderen Orten.`]
        : [],
    button: { label: 'Zu deinen Dateien', url: baseUrl },
    stop,
  }),
}

const THE = { file: 'die Datei', folder: 'den Ordner' }
const andMore = (more: number): string[] => (more > 0 ? [`und ${count(more)} weitere`] : [])

function howToOpen(
  sender: string,
  kind: 'file' | 'folder',
  {
    account,
    invitationDays,
    hasPassword,
  }: Omit<SharingMail['link_shared'], 'from' | 'kind' | 'item' | 'link'>,
): string[] {
  const password = `${kind === 'file' ? 'Die Datei' : 'Der Ordner'} ist mit einem Passwort geschützt. Frage ${sender} danach.`
  if (account === undefined)
    return [
      hasPassword ? password : `Alle mit dem Link können ${THE[kind]} öffnen. Ein Konto ist nicht nötig.`,
    ]
  const how =
    invitationDays === undefined
      ? `Melde dich zum Öffnen als ${account} an.`
      : `Für dich wurde ein Konto angelegt: ${account}. Um ${THE[kind]} zu öffnen, wähle innerhalb von ${plural(invitationDays, '# Tag', '# Tagen')} ein Passwort für das Konto.`
  const another = `${kind === 'file' ? 'Die Datei' : 'Der Ordner'} hat außerdem ein eigenes Passwort. Frage ${sender} danach.`
  return [how, ...(hasPassword ? [another] : [])]
}

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `Aktivität bei deinen geteilten Dateien (${organization})`
  if (only.kind === 'share_changed') return `Änderungen im Teamordner „${only.share}“`
  const item = onlyItemOf(only)
  const what = item === undefined ? 'Dateien wurden' : `„${item}“ wurde`
  return `${what} über einen Link ${only.kind === 'link_downloaded' ? DID.downloaded : DID.uploaded}`
}

const sectionTitle = ({ kind, share }: NoticeSection): string =>
  ({
    link_downloaded: 'Downloads über deine Links:',
    link_uploaded: 'Uploads über deine Links:',
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

function noticeText({ actor, did, item, times, at }: NoticeLine, timezone: string | undefined): string {
  const what =
    actor === undefined
      ? `${item} wurde ${DID[did]}`
      : `${Object.hasOwn(UNNAMED, actor) ? UNNAMED[actor] : actor} hat ${item} ${DID[did]}`
  return times > 1
    ? `${what} (${count(times)}-mal, zuletzt am ${moment(at, timezone)})`
    : `${what} (${moment(at, timezone)})`
}
