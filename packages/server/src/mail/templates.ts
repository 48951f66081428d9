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
}

interface Letter {
  subject: string
  paragraphs: string[]
  button?: { label: string; url: string }
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
  const subject = oneLine(letter.subject)
  const paragraphs = letter.paragraphs.map(oneLine)
  return {
    to,
    subject,
    text: textBody({ ...letter, paragraphs }, brand),
    html: htmlBody({ ...letter, subject, paragraphs }, brand),
  }
}

const from = (address: string | undefined) => (address ? `, from the network address ${address}` : '')
const readable = (time: string) => `${time.replace('T', ' ')} UTC`
// A line break inside a value could fake a paragraph, or a header if it reached the subject.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function textBody({ paragraphs, button }: Letter, brand: Brand): string {
  const action = button ? [`${oneLine(button.label)}: ${button.url}`] : []
  return `${[...paragraphs, ...action, `-- \n${oneLine(brand.organization)}\n${brand.baseUrl}`].join('\n\n')}\n`
}

// Text and background keep the client's own colours, so that dark clients stay readable.
function htmlBody({ subject, paragraphs, button }: Letter, brand: Brand): string {
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
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
${button ? htmlButton(button, color) : ''}
<p style="margin:24px 0 0;font-size:13px;opacity:0.75">${escapeHtml(brand.organization)}<br>${escapeHtml(brand.baseUrl)}</p>
</div>
</body>
</html>
`
}

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
