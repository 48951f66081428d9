import { textOn } from '@holdfast/api/accounts/accent'
import { type Language, wordsIn } from '../messages/catalogue.ts'
import type { Brand, Letter } from '../messages/letters/mail-data.ts'
import { LOGO_CID, type Message } from './mailer.ts'

/** As large as a logo is shown, in pixels of CSS. */
const LOGO_EDGES = { width: 240, height: 44 }

/** The text and HTML of one mail. Values may hold anything; none can become markup. */
export function renderLetter(to: string, letter: Letter, brand: Brand, language: Language): Message {
  const clean = {
    ...letter,
    subject: oneLine(letter.subject),
    paragraphs: letter.paragraphs.map(oneLine),
    lists: (letter.lists ?? []).map(({ title, lines }) => ({
      title: oneLine(title),
      lines: lines.map(oneLine),
    })),
    closing: (letter.closing ?? []).map(oneLine),
    quoted: letter.quote && { by: oneLine(letter.quote.by), lines: linesOf(letter.quote.text) },
    smallLines: linesOf(letter.smallPrint ?? ''),
    language,
  }
  return {
    to,
    subject: clean.subject,
    text: textBody(clean, brand),
    html: htmlBody(clean, brand),
    ...(letter.stop !== undefined && { unsubscribe: letter.stop }),
    ...(brand.logo && { logoKey: brand.logo.key }),
  }
}

// A line break inside a value could fake a paragraph, or a header if it reached the subject; signs that turn the
// direction of text could make a name read as another one.
const oneLine = (text: string) =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Each line as it is meant, with at most one empty one between two. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n')
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')

interface CleanLetter extends Letter {
  lists: { title: string; lines: string[] }[]
  closing: string[]
  quoted: { by: string; lines: string[] } | undefined
  smallLines: string[]
  language: Language
}

function textBody(letter: CleanLetter, brand: Brand): string {
  const { paragraphs, quoted, lists, closing, button, smallLines, stop, language } = letter
  const action = button ? [`${oneLine(button.label)}: ${button.url}`] : []
  // Marked line by line, as mails are quoted: no line of it can pass for one of ours.
  const quote = quoted ? [[quoted.by, ...quoted.lines.map((line) => `> ${line}`.trimEnd())].join('\n')] : []
  const small = smallLines.join('\n')
  const listed = lists.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n'))
  const foot = [`-- \n${oneLine(brand.organization)}\n${brand.baseUrl}`]
  if (stop !== undefined) foot.push(`${wordsIn(language).mailFrame.stop}: ${stop}`)
  const parts = [...paragraphs, ...quote, ...listed, ...closing, ...action, small, foot.join('\n')]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

// Text and background keep the client's own colours, so that dark clients stay readable.
function htmlBody(letter: CleanLetter, brand: Brand): string {
  const { subject, paragraphs, quoted, lists, closing, button, smallLines, stop, language } = letter
  const frame = wordsIn(language).mailFrame
  const color = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(brand.color) ? brand.color : '#1f5fbf'
  const font =
    'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;font-size:16px;line-height:1.5'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:16px;${font}">
<div style="max-width:560px;margin:0 auto;border-top:4px solid ${color};padding-top:16px;overflow-wrap:anywhere">
<p style="margin:0 0 16px;font-weight:bold">${htmlBrand(brand)}</p>
${paragraphs.map(htmlParagraph).join('\n')}
${quoted ? htmlQuote(quoted, color) : ''}
${lists.map(htmlList).join('\n')}
${closing.map(htmlParagraph).join('\n')}
${button ? htmlButton(button, frame.orOpen, color) : ''}
${smallLines[0] ? `<p style="margin:0 0 16px;font-size:13px">${htmlLines(smallLines)}</p>` : ''}
<p style="margin:24px 0 0;font-size:13px;opacity:0.75">${escapeHtml(brand.organization)}<br>${escapeHtml(brand.baseUrl)}${htmlStop(stop, frame.stop)}</p>
</div>
</body>
</html>
`
}

/** Comes with the mail: what programs load from elsewhere tells when and where a mail is read, and many load nothing. */
function htmlBrand({ organization, logo }: Brand): string {
  const name = escapeHtml(organization)
  if (!logo) return name
  const scale = Math.min(1, LOGO_EDGES.width / logo.width, LOGO_EDGES.height / logo.height)
  const [width, height] = [logo.width, logo.height].map((edge) => Math.max(1, Math.round(edge * scale)))
  // On white in dark mail programs, too: most logos are made for paper.
  const style = 'border:0;padding:4px;background:#ffffff;border-radius:4px;vertical-align:middle'
  const image = `<img src="cid:${LOGO_CID}" width="${width}" height="${height}" alt="${logo.isOwn ? name : ''}" style="${style}">`
  return logo.isOwn ? image : `${image} ${name}`
}

/** A mail whose logo is gone by the time that it is sent: with the name that it stands for, which may follow it already. */
export function withoutLogo(html: string): string {
  const begin = html.indexOf(`<img src="cid:${LOGO_CID}"`)
  if (begin < 0) return html
  const end = html.indexOf('>', begin) + 1
  const [, name = ''] = html.slice(begin, end).split(' alt="')
  return html.slice(0, begin) + name.slice(0, name.indexOf('"')) + html.slice(end).replace(/^ /, '')
}

const htmlParagraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const htmlLines = (lines: readonly string[]) => lines.map(escapeHtml).join('<br>\n')

const htmlQuote = ({ by, lines }: { by: string; lines: readonly string[] }, color: string) =>
  `<p style="margin:0 0 4px;font-weight:bold">${escapeHtml(by)}</p>
<blockquote style="margin:0 0 16px;padding-left:12px;border-left:3px solid ${color}">${htmlLines(lines)}</blockquote>`

const htmlList = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  `<p style="margin:0 0 4px;font-weight:bold">${escapeHtml(title)}</p>
<ul style="margin:0 0 16px;padding-left:20px">
${lines.map((line) => `<li style="margin:0 0 4px">${escapeHtml(line)}</li>`).join('\n')}
</ul>`

const htmlStop = (stop: string | undefined, label: string) =>
  stop === undefined ? '' : `<br><a href="${escapeHtml(stop)}" style="color:inherit">${escapeHtml(label)}</a>`

function htmlButton({ label, url }: { label: string; url: string }, orOpen: string, color: string): string {
  const box = `display:inline-block;padding:10px 20px;border-radius:6px;background:${color};color:${textOn(inFull(color))}`
  const link = `<a href="${escapeHtml(url)}" style="${box};text-decoration:none">${escapeHtml(oneLine(label))}</a>`
  // Below it as it is, for programs that show no buttons and people who want to see where it leads.
  const plain = `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(url)}</a>`
  return `<p style="margin:0 0 8px">${link}</p>
<p style="margin:0 0 16px;font-size:13px">${orOpen} ${plain}</p>`
}

/** As `#rrggbb`, of a colour that may be `#rgb`. */
const inFull = (color: string) => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color)

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '')
