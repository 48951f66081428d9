/** Throws: says what is wrong with a list. */
export type Refuse = (why: string) => never

/** One row of a list, and the line on which it begins. */
export interface CsvRow {
  line: number
  cells: string[]
}

const SEPARATORS = [',', ';', '\t']

/** Spreadsheets write the separator of their country; the first line has no other use for one. */
export function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const plain = header.replace(/"[^"]*"/g, '')
  const count = (separator: string) => plain.split(separator).length
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best))
}

/**
 * Reads a list as RFC 4180 has it: quotes around what holds a separator, a quote (doubled) or a line end. Lines may
 * end in any way, a byte order mark is passed over, and so are empty lines.
 */
export function* readCsv(given: string, refuse: Refuse): Generator<CsvRow> {
  const text = given.startsWith('\ufeff') ? given.slice(1) : given
  const separator = separatorOf(text)
  const plain = new RegExp(`[^${separator}"\r\n]*`, 'y')
  let line = 1
  let at = 0
  const malformed: Refuse = (why) => refuse(`line ${line} cannot be read: ${why}`)
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] }
    do {
      const cell = text[at] === '"' ? quotedCell(text, at, malformed) : plainCell(text, at, plain, malformed)
      row.cells.push(cell.value)
      line += cell.lines
      at = cell.end
    } while (text[at] === separator && at++ < text.length)
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n')
      malformed('unexpected text after a closing quote')
    at += text.startsWith('\r\n', at) ? 2 : 1
    line++
    if (row.cells.length > 1 || row.cells[0] !== '') yield row
  }
}

interface Cell {
  value: string
  /** Where the next thing stands. */
  end: number
  /** How many line ends it holds. */
  lines: number
}

function plainCell(text: string, start: number, pattern: RegExp, malformed: Refuse): Cell {
  pattern.lastIndex = start
  const [value = ''] = pattern.exec(text) ?? []
  const end = start + value.length
  if (text[end] === '"') malformed('unexpected quote inside a value')
  return { value, end, lines: 0 }
}

function quotedCell(text: string, start: number, malformed: Refuse): Cell {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end === -1) return malformed('a quote is not closed')
  const value = text.slice(start + 1, end).replaceAll('""', '"')
  return { value, end: end + 1, lines: value.match(/\r\n|\r|\n/g)?.length ?? 0 }
}
