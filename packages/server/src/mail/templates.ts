import type { NoticeKind } from '@holdfast/api/notices'
import type { Message } from './mailer.ts'

export interface Brand {
  organization: string
  /** As `#rgb` or `#rrggbb`. */
  color: string
  baseUrl: string
}

/** Every kind of mail and what its text is made from. Times are UTC, `YYYY-MM-DDTHH:MM:SS`. */
export interface MailData {
  account_locked: { name: string; until: string; address?: string }
  test_message: { name: string }
  sign_in_code: { name: string; code: string }
  two_step_recovered: { name: string }
  password_reset: { name: string; link: string }
  welcome: { name: string; email: string; link?: string }
  quota_reached: { name: string; percent: number; used: string; quota: string }
  link_shared: {
    name: string
    from: string
    item: string
    kind: 'file' | 'folder'
    link: string
    /** The last day, `YYYY-MM-DD`. */
    expires?: string
    message?: string
    disclaimer?: string
  }
  share_invitation: { name: string; inviter: string; share: string }
  notices: { name: string; sections: NoticeSection[]; more: number; stop: string }
}

/** Something that someone did, or that was done by nobody who could be named. */
export interface NoticeLine {
  actor?: string
  did: 'downloaded' | 'uploaded' | 'added' | 'changed' | 'renamed' | 'moved' | 'deleted' | 'restored'
  item: string
  times: number
  at: string
}
export interface NoticeSection {
  kind: NoticeKind
  /** The name of a team share. */
  share?: string
  lines: NoticeLine[]
  /** How much happened beside what the lines tell. */
  more: number
}

interface Letter {
  subject: string
  paragraphs: string[]
  lists?: { title: string; lines: string[] }[]
  /** What stands below the lists. */
  closing?: string[]
  button?: { label: string; url: string }
  /** Where such mails can be turned off. */
  stop?: string
}

type Letters = { [K in keyof MailData]: (data: MailData[K], brand: Brand) => Letter }

const LETTERS: Letters = {
  account_locked: ({ name, until, address }, { organization }) => ({
    subject: `Sign-in to your ${organization} account is blocked for now`,
    paragraphs: [
      `Hello ${name},`,
      `Someone entered a wrong password for your account five times in a row${from(address)}. ` +
        `To protect it, sign-in is blocked until ${readable(until)}.`,
      'If this was you, wait until then and try again with the right password.',
      'If it was not you, your password was not guessed and your files are safe. Choose a new password if ' +
        'the current one is short or used elsewhere, and tell your administrator if this happens again.',
    ],
  }),
  sign_in_code: ({ name, code }, { organization }) => ({
    subject: `${code} is your ${organization} code`,
    paragraphs: [
      `Hello ${name},`,
      `Your code is ${code}. It works once, in the next ten minutes.`,
      'Nobody from us will ever ask you for it. If you did not try to sign in, someone else knows your password: ' +
        'choose a new one.',
    ],
  }),
  two_step_recovered: ({ name }, { organization }) => ({
    subject: `Two-step verification of your ${organization} account was switched off`,
    paragraphs: [
      `Hello ${name},`,
      'Two-step verification of your account was just switched off with its backup key.',
      'If this was you, switch it on again with your new device. If it was not you, choose a new password now and ' +
        'tell your administrator.',
    ],
  }),
  password_reset: ({ name, link }, { organization }) => ({
    subject: `Choose a new password for your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      'Someone asked for a new password for your account. The link works once, within the next hour.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: { label: 'Choose a new password', url: link },
  }),
  welcome: ({ name, email, link }, { organization, baseUrl }) => ({
    subject: `Your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      `An account was made for you at ${organization}. You sign in with the address ${email}.`,
      ...(link ? ['Choose your password first. The link works once, within the next three days.'] : []),
    ],
    button: link ? { label: 'Choose your password', url: link } : { label: 'Sign in', url: baseUrl },
  }),
  quota_reached: ({ name, percent, used, quota }, { organization }) => ({
    subject: `${percent} % of your ${organization} space is used`,
    paragraphs: [
      `Hello ${name},`,
      `Your files take ${used} of the ${quota} that you have: ${percent} % are used.`,
      percent >= 100
        ? 'Nothing new can be stored until you remove something, deleted files and earlier versions included, or your ' +
          'administrator gives you more space.'
        : 'When all of it is used, nothing new can be stored. Your administrator can give you more space.',
    ],
  }),
  link_shared: (
    { name, from: sender, item, kind, link, expires, message, disclaimer },
    { organization },
  ) => ({
    subject: `${sender} shares «${item}» with you`,
    paragraphs: [
      `Hello ${name},`,
      `${sender} shares the ${kind} «${item}» with you at ${organization}.`,
      ...(message ? [`${sender} writes: ${message}`] : []),
      ...(expires ? [`The link works until the end of ${expires} (UTC).`] : []),
      'The link is meant for you. Whoever you pass it on to may be able to open it as well.',
      ...(disclaimer ? [disclaimer] : []),
    ],
    button: { label: `Open the ${kind}`, url: link },
  }),
  share_invitation: ({ name, inviter, share }, { organization, baseUrl }) => ({
    subject: `${organization} invites you to the team share ${share}`,
    paragraphs: [
      `Hello ${name},`,
      `${inviter} of ${organization} invites you to work on the files of the team share «${share}».`,
      'Sign in with your own account to accept or decline. Until you accept you see nothing of it, and nobody there ' +
        'sees anything of yours.',
      'If you do not know them, do nothing.',
    ],
    button: { label: 'Sign in and answer', url: baseUrl },
  }),
  notices: ({ name, sections, more, stop }, { organization, baseUrl }) => ({
    subject: noticesSubject(sections, organization),
    paragraphs: [`Hello ${name},`],
    lists: sections.map((section) => ({
      title: sectionTitle(section),
      lines: [...section.lines.map(noticeText), ...(section.more > 0 ? [`and ${section.more} more`] : [])],
    })),
    closing: more > 0 ? [`And ${more} more in other places.`] : [],
    button: { label: `Open ${organization}`, url: baseUrl },
    stop,
  }),
  test_message: ({ name }, { organization, baseUrl }) => ({
    subject: `Test message from ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      `This message was sent to test the mail settings of ${organization}. They work: nothing else needs to be done.`,
    ],
    button: { label: `Open ${organization}`, url: baseUrl },
  }),
}

/** Writes the text and HTML of one mail. Values may hold anything; none can become markup. */
export function renderMail<K extends keyof MailData>(
  kind: K,
  to: string,
  data: MailData[K],
  brand: Brand,
): Message {
  const letter = LETTERS[kind](data, brand)
  const clean = {
    ...letter,
    subject: oneLine(letter.subject),
    paragraphs: letter.paragraphs.map(oneLine),
    lists: (letter.lists ?? []).map(({ title, lines }) => ({
      title: oneLine(title),
      lines: lines.map(oneLine),
    })),
    closing: (letter.closing ?? []).map(oneLine),
  }
  return {
    to,
    subject: clean.subject,
    text: textBody(clean, brand),
    html: htmlBody(clean, brand),
    ...(letter.stop !== undefined && { unsubscribe: letter.stop }),
  }
}

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `News of what you share at ${organization}`
  if (only.kind === 'share_changed') return `Changes in the team share «${only.share}»`
  const [item, ...rest] = new Set(only.lines.map((line) => line.item.slice(line.item.lastIndexOf('/') + 1)))
  const what = rest.length === 0 && only.more === 0 ? `«${item}» was` : 'Files were'
  return only.kind === 'link_downloaded'
    ? `${what} downloaded by a share link`
    : `${what} uploaded by a share link`
}

const sectionTitle = ({ kind, share }: NoticeSection): string =>
  ({
    link_downloaded: 'Downloaded by links that you made:',
    link_uploaded: 'Uploaded by links that you made:',
    share_changed: `Changes in the team share «${share}»:`,
  })[kind]

function noticeText({ actor, did, item, times, at }: NoticeLine): string {
  const what = actor === undefined ? `${item} was ${did}` : `${actor} ${did} ${item}`
  return times > 1 ? `${what}, ${times} times, last ${readable(at)}` : `${what}, ${readable(at)}`
}

const from = (address: string | undefined) => (address ? `, from the network address ${address}` : '')
const readable = (time: string) => `${time.replace('T', ' ')} UTC`
// A line break inside a value could fake a paragraph, or a header if it reached the subject; signs that turn the
// direction of text could make a name read as another one.
const oneLine = (text: string) =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

type CleanLetter = Letter & Required<Pick<Letter, 'lists' | 'closing'>>
const STOP_LABEL = 'Choose which of these mails you get'

function textBody({ paragraphs, lists, closing, button, stop }: CleanLetter, brand: Brand): string {
  const action = button ? [`${oneLine(button.label)}: ${button.url}`] : []
  const listed = lists.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n'))
  const foot = [`-- \n${oneLine(brand.organization)}\n${brand.baseUrl}`]
  if (stop !== undefined) foot.push(`${STOP_LABEL}: ${stop}`)
  return `${[...paragraphs, ...listed, ...closing, ...action, foot.join('\n')].join('\n\n')}\n`
}

// Text and background keep the client's own colours, so that dark clients stay readable.
function htmlBody({ subject, paragraphs, lists, closing, button, stop }: CleanLetter, brand: Brand): string {
  const color = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(brand.color) ? brand.color : '#1f5fbf'
  const font =
    'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;font-size:16px;line-height:1.5'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:16px;${font}">
<div style="max-width:560px;margin:0 auto;border-top:4px solid ${color};padding-top:16px;overflow-wrap:anywhere">
<p style="margin:0 0 16px;font-weight:bold">${escapeHtml(brand.organization)}</p>
${paragraphs.map(htmlParagraph).join('\n')}
${lists.map(htmlList).join('\n')}
${closing.map(htmlParagraph).join('\n')}
${button ? htmlButton(button, color) : ''}
<p style="margin:24px 0 0;font-size:13px;opacity:0.75">${escapeHtml(brand.organization)}<br>${escapeHtml(brand.baseUrl)}${htmlStop(stop)}</p>
</div>
</body>
</html>
`
}

const htmlParagraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const htmlList = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  `<p style="margin:0 0 4px;font-weight:bold">${escapeHtml(title)}</p>
<ul style="margin:0 0 16px;padding-left:20px">
${lines.map((line) => `<li style="margin:0 0 4px">${escapeHtml(line)}</li>`).join('\n')}
</ul>`

const htmlStop = (stop: string | undefined) =>
  stop === undefined
    ? ''
    : `<br><a href="${escapeHtml(stop)}" style="color:inherit">${escapeHtml(STOP_LABEL)}</a>`

function htmlButton({ label, url }: { label: string; url: string }, color: string): string {
  const box = `display:inline-block;padding:10px 20px;border-radius:6px;background:${color};color:${textOn(color)}`
  const link = `<a href="${escapeHtml(url)}" style="${box};text-decoration:none">${escapeHtml(oneLine(label))}</a>`
  return `<p style="margin:0 0 16px">${link}</p>`
}

/** Black or white, whichever reads better on the colour. */
function textOn(color: string): string {
  const hex = color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = Buffer.from(hex.slice(1), 'hex')
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#000000' : '#ffffff'
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '')
