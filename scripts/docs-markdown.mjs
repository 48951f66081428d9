// Markdown of docs/ as HTML. Whatever a page says, nothing comes out but the elements written here and those of `marked`:
// raw HTML is shown as text.
import { Lexer, Marked } from 'marked'

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (one) => ESCAPES[one])

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const decoded = (text) => text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => ENTITIES[name])

/** What may stand in a page beside Markdown. */
const PLAIN_TAG = /^<(br|\/?kbd|\/?sub|\/?sup)>$/
const COMMENT = /^<!--[\s\S]*?-->\s*$/
const IMAGE = /^<img((?: (?:src|alt|width)="[^"]*")+)>\s*$/

/** The words of a token, without what marks them. A line for each block, row and item. */
export function wordsOf(token) {
  if (token.type === 'html' || token.type === 'space' || token.type === 'hr') return ''
  if (token.type === 'image') return token.text
  if (token.type === 'br') return ' '
  if (token.type === 'table')
    return [token.header, ...token.rows]
      .map((row) => row.map(({ tokens }) => inlineWords(tokens)).join(' – '))
      .join('\n')
  if (token.type === 'list') return token.items.map(({ tokens }) => tokens.map(wordsOf).join('\n')).join('\n')
  if (token.type === 'blockquote') return token.tokens.map(wordsOf).join('\n')
  return token.tokens ? inlineWords(token.tokens) : decoded(token.text ?? '')
}
const inlineWords = (tokens) => tokens.map(wordsOf).join('').replace(/\s+/g, ' ').trim()

/** The anchor of a heading as GitHub makes it, so that a link works in both places. */
const slugOf = (words) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** A page, read but not rendered: its blocks, and its headings with the anchors they have. */
export function readPage(text) {
  const blocks = Lexer.lex(text)
  const used = new Map()
  const headings = blocks
    .filter(({ type }) => type === 'heading')
    .map((token) => {
      const words = inlineWords(token.tokens)
      const slug = slugOf(words)
      const before = used.get(slug) ?? 0
      used.set(slug, before + 1)
      return { token, depth: token.depth, words, id: before === 0 ? slug : `${slug}-${before}` }
    })
  return { blocks, headings, title: headings.find(({ depth }) => depth === 1)?.words }
}

/**
 * `addressOf` gives the address that a link leads to in the site, or undefined for one that leads to nothing there;
 * `sizeOf` the width and height of a picture, by the same name. Both are told what the page says.
 */
export function renderPage({ blocks, headings }, { addressOf, sizeOf, complain }) {
  const ids = new Map(headings.map(({ token, id }) => [token, id]))
  const image = (src, alt, width) => {
    const address = addressOf(src)
    if (address === undefined) return escapeHtml(alt)
    const size = sizeOf(src)
    const shown = size && (width ? { width, height: Math.round((size.height * width) / size.width) } : size)
    const room = shown ? ` width="${shown.width}" height="${shown.height}"` : ''
    return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${room} loading="lazy">`
  }
  const renderer = {
    heading(token) {
      const { depth, tokens } = token
      const text = this.parser.parseInline(tokens)
      const id = ids.get(token)
      if (id === undefined || depth === 1) return `<h${depth}>${text}</h${depth}>\n`
      const inner = /<a /.test(text) ? text : `<a class="anchor" href="#${id}">${text}</a>`
      return `<h${depth} id="${id}">${inner}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const address = addressOf(href)
      return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`
    },
    image: ({ href, text }) => image(href, text),
    code({ text, lang }) {
      const language = /^\w+$/.test(lang ?? '') ? ` data-language="${lang}"` : ''
      return `<div class="code"><pre tabindex="0"${language}><code>${escapeHtml(text)}</code></pre></div>\n`
    },
    html({ text }) {
      if (COMMENT.test(text)) return ''
      const given = IMAGE.exec(text)
      if (given) {
        const value = (name) => decoded(new RegExp(` ${name}="([^"]*)"`).exec(given[1])?.[1] ?? '')
        return image(value('src'), value('alt'), Number(value('width')))
      }
      if (PLAIN_TAG.test(text.trim())) return text
      complain(`raw HTML, which is shown as text: ${text.trim()}`)
      return escapeHtml(text)
    },
  }
  const marked = new Marked({ renderer })
  const html = marked.parser(blocks)
  // A focus of their own, so that the keyboard can scroll what is wider than the screen.
  return html
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

/** What search looks through: for each heading, what stands below it. */
export function sectionsOf({ blocks, headings }) {
  const byToken = new Map(headings.map((heading) => [heading.token, heading]))
  const sections = []
  for (const block of blocks) {
    const heading = byToken.get(block)
    if (heading)
      sections.push({ id: heading.depth === 1 ? '' : heading.id, heading: heading.words, text: [] })
    else sections.at(-1)?.text.push(wordsOf(block))
  }
  return sections.map(({ text, ...rest }) => ({ ...rest, text: text.filter(Boolean).join('\n') }))
}
