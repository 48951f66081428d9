import { formatsOf } from '../intl/formats.ts'
import {
  type Letters,
  type NoticeLine,
  type NoticeSection,
  onlyItemOf,
  type SharingMail,
} from '../letters/mail-data.ts'

const { count, day, moment, plural } = formatsOf('en')

export const sharingLetters: Letters<SharingMail> = {
  link_shared: ({ name, from: sender, item, kind, link, expires, message, disclaimer, ...way }, brand) => ({
    subject: `${sender} shared ${item} with you`,
    paragraphs: [
      name === undefined ? 'Hello,' : `Hello ${name},`,
      `${sender} (${brand.organization}) shared the ${kind} “${item}” with you.`,
    ],
    ...(message !== undefined && { quote: { by: `Message from ${sender}:`, text: message } }),
    closing: [
      ...howToOpen(sender, kind, way),
      ...(expires ? [`The ${kind} is available until ${day(expires)} (UTC).`] : []),
    ],
    button: { label: `Open ${kind}`, url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  share_invitation: ({ name, inviter, share }, { organization, baseUrl }) => ({
    subject: `${inviter} (${organization}) invited you to the team share “${share}”`,
    paragraphs: [
      `Hello ${name},`,
      `${inviter} (${organization}) invited you to the team share “${share}”.`,
      `Sign in to accept or decline. Accepting doesn’t give anyone at ${organization} access to your own files.`,
      'If you don’t know the sender, ignore this email.',
    ],
    button: { label: 'View invitation', url: `${baseUrl}/invitations` },
  }),
  notices: ({ name, sections, more, stop }, { organization, baseUrl, timezone }) => ({
    subject: noticesSubject(sections, organization),
    paragraphs: [`Hello ${name},`],
    lists: sections.map((section) => ({
      title: sectionTitle(section),
      lines: [...section.lines.map((line) => noticeText(line, timezone)), ...andMore(section.more)],
    })),
    closing: more > 0 ? [`Plus ${plural(more, '# more change', '# more changes')} in other locations.`] : [],
    button: { label: 'View your files', url: baseUrl },
    stop,
  }),
}

const andMore = (more: number): string[] => (more > 0 ? [`and ${count(more)} more`] : [])

function howToOpen(
  sender: string,
  kind: string,
  {
    account,
    invitationDays,
    hasPassword,
  }: Omit<SharingMail['link_shared'], 'from' | 'kind' | 'item' | 'link'>,
): string[] {
  const password = `The ${kind} is protected by a password. Ask ${sender} for it.`
  if (account === undefined)
    return [hasPassword ? password : `Anyone with the link can open the ${kind}. No account is needed.`]
  const how =
    invitationDays === undefined
      ? `To open it, sign in as ${account}.`
      : `An account was created for you: ${account}. To open the ${kind}, choose a password for the account within ${plural(invitationDays, '# day', '# days')}.`
  return [
    how,
    ...(hasPassword ? [`The ${kind} also has its own password. Ask ${sender} for that password.`] : []),
  ]
}

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `Activity in your shared files at ${organization}`
  if (only.kind === 'share_changed') return `Changes in the team share “${only.share}”`
  const item = onlyItemOf(only)
  const what = item === undefined ? 'Files were' : `“${item}” was`
  return only.kind === 'link_downloaded'
    ? `${what} downloaded through a link`
    : `${what} uploaded through a link`
}

const sectionTitle = ({ kind, share }: NoticeSection): string =>
  ({
    link_downloaded: 'Downloads through your links:',
    link_uploaded: 'Uploads through your links:',
    share_changed: `Changes in the team share “${share}”:`,
  })[kind]

function noticeText({ actor, did, item, times, at }: NoticeLine, timezone: string | undefined): string {
  const what = actor === undefined ? `${item} was ${did}` : `${actor} ${did} ${item}`
  return times > 1
    ? `${what} ${count(times)} times, most recently on ${moment(at, timezone)}`
    : `${what} on ${moment(at, timezone)}`
}
