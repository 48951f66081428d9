import { type Columns, cellOf, type ListColumn, type ListRow } from './people-list.ts'

const GIB = 1024 ** 3
const YES = new Set(['true', 'yes', 'y', 'x', '1', 'wahr', 'ja', 'j'])
const NO = new Set(['false', 'no', 'n', '0', 'falsch', 'nein'])
const LANGUAGES: Record<string, string> = { english: 'en', englisch: 'en', german: 'de', deutsch: 'de' }

/** First and last name of one that is written whole, also as “Lee, Ann”. */
export function namesIn(name: string): readonly [first: string, last: string] {
  const [last = '', first, ...more] = name.split(',')
  if (first !== undefined && more.length === 0) return [first.trim(), last.trim()]
  const words = name.trim().split(/\s+/)
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/** What is no number of gigabytes is sent as it stands, and refused. */
function bytesIn(gigabytes: string): string {
  const number = Number(gigabytes.replace(',', '.'))
  return gigabytes === '' || Number.isNaN(number) ? gigabytes : String(Math.round(number * GIB))
}

function flagIn(text: string): string {
  const word = text.toLowerCase()
  return YES.has(word) ? 'true' : NO.has(word) ? 'false' : text
}

/** What the service is sent of a column: the names of its own columns, and what stands in each. */
function partsOf(column: ListColumn, cell: string): readonly (readonly [name: string, value: string])[] {
  switch (column) {
    case 'full_name': {
      const [first, last] = namesIn(cell)
      return [
        ['first_name', first],
        ['last_name', last],
      ]
    }
    case 'quota_gb':
      return [['space_quota', bytesIn(cell)]]
    case 'site_admin':
      return [['site_admin', flagIn(cell)]]
    case 'locale':
      return [['locale', LANGUAGES[cell.toLowerCase()] ?? cell.replace('-', '_')]]
    default:
      return [[column, cell]]
  }
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The list as the service reads it, with a row for each of these, in their order. */
export function sentList(rows: readonly ListRow[], columns: Columns): string {
  const chosen = columns.filter((column) => column !== undefined)
  const lineOf = (index: 0 | 1, row?: ListRow): string =>
    chosen
      .flatMap((column) => partsOf(column, row ? cellOf(row, columns, column) : ''))
      .map((part) => quoted(part[index]))
      .join(',')
  return [lineOf(0), ...rows.map((row) => lineOf(1, row))].map((line) => `${line}\n`).join('')
}

/** Whom a row is about, by name. */
export const nameIn = (row: ListRow, columns: Columns): string =>
  columns.includes('full_name')
    ? namesIn(cellOf(row, columns, 'full_name'))
        .join(' ')
        .trim()
    : `${cellOf(row, columns, 'first_name')} ${cellOf(row, columns, 'last_name')}`.trim()
