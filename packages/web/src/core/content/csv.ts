const SEPARATORS = [',', ';', '\t', '|']

/** The one that stands most often in the first line, outside of quotes. */
export function separatorOf(text: string): string {
  const firstLine = text.slice(0, text.search(/\n|$/)).replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => firstLine.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** RFC 4180, and what programs make of it: fields in quotes may hold separators, ends of lines and doubled quotes. */
export function parseCsv(
  text: string,
  { separator = separatorOf(text), most }: { separator?: string; most: number },
): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length && rows.length < most) {
    const field = readField(text, at, separator)
    row.push(field.value)
    at = field.end
    if (text[at] === separator) {
      at++
      if (at < text.length) continue
      row.push('')
    } else at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    rows.push(row)
    row = []
  }
  return rows
}

function readField(text: string, start: number, separator: string): { value: string; end: number } {
  let at = start
  let value = ''
  if (text[at] === '"') {
    for (;;) {
      const quote = text.indexOf('"', at + 1)
      value += text.slice(at + 1, quote < 0 ? text.length : quote)
      at = quote < 0 ? text.length : quote + 1
      if (text[at] !== '"') break
      value += '"'
    }
  }
  // What follows a closing quote belongs to the field as well: nothing is swallowed.
  const from = at
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return { value: value + text.slice(from, at), end: at }
}
