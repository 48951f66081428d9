import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { createElement as make, type ReactNode } from 'react'

/**
 * Markdown as elements. Its tokens become elements one by one and no HTML is ever made, so that nothing in it can run,
 * look like a part of the app or load anything: tags are shown as what was written, pictures as their description.
 */
export const renderMarkdown = (text: string): ReactNode[] => many(new Lexer({ gfm: true }).lex(text))

const many = (tokens: readonly Token[] = []): ReactNode[] =>
  tokens.map((token, key) => one(token as MarkedToken, key))

function one(token: MarkedToken, key: number): ReactNode {
  const inside = () => many('tokens' in token ? token.tokens : [])
  switch (token.type) {
    case 'paragraph':
      return make('p', { key }, ...inside())
    case 'heading':
      // Below the name of the file, which is the heading of what is shown.
      return make(
        `h${Math.min(token.depth + 1, 6)}`,
        { key, className: `markdown-${token.depth}` },
        ...inside(),
      )
    case 'blockquote':
    case 'strong':
    case 'em':
    case 'del':
      return make(token.type, { key }, ...inside())
    case 'br':
    case 'hr':
      return make(token.type, { key })
    case 'code':
      return make('pre', { key, tabIndex: 0 }, make('code', null, token.text))
    case 'codespan':
      return make('code', { key }, token.text)
    case 'link':
      return linkTo(token.href, key, inside())
    case 'image':
      return linkTo(token.href, key, [`[${plain(token.text)}]`])
    case 'list':
      return make(
        token.ordered ? 'ol' : 'ul',
        { key, ...(token.ordered && token.start !== 1 && { start: Number(token.start) }) },
        ...token.items.map(one),
      )
    case 'list_item':
      return make('li', { key, ...(token.task && { className: 'markdown-task' }) }, ...inside())
    case 'checkbox':
      return make('span', { key, 'aria-hidden': true }, token.checked ? '☑ ' : '☐ ')
    case 'table':
      return table(token, key)
    case 'html':
      return html(token, key)
    case 'text':
      return token.tokens ? inside() : plain(token.text)
    case 'escape':
      return token.text
    default:
      return null
  }
}

/** Only away from here, in a tab of its own, and without telling from where. */
const linkTo = (href: string, key: number, inside: ReactNode[]): ReactNode =>
  /^(https?:\/\/|mailto:)/i.test(href)
    ? make('a', { key, href: plain(href), target: '_blank', rel: 'noopener noreferrer' }, ...inside)
    : make('span', { key }, ...inside)

const table = ({ header, rows }: Tokens.Table, key: number): ReactNode => {
  const row = (cells: readonly Tokens.TableCell[], kind: 'th' | 'td', n: number) =>
    make('tr', { key: n }, ...cells.map(({ tokens }, c) => make(kind, { key: c }, ...many(tokens))))
  return make(
    'table',
    { key },
    make('thead', null, row(header, 'th', 0)),
    make('tbody', null, ...rows.map((cells, n) => row(cells, 'td', n))),
  )
}

function html({ text, block }: { text: string; block: boolean }, key: number): ReactNode {
  if (/^<br\s*\/?>$/i.test(text)) return make('br', { key })
  if (/^<!--/.test(text)) return null
  return block ? make('pre', { key, tabIndex: 0 }, text) : text
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
}

/** Signs that were written by name or number. */
const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
