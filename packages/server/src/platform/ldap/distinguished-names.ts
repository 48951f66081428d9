/**
 * A form of a distinguished name in which two spellings of one name are the same text: servers write the names of
 * members as they were given, and those of entries as they like (RFC 4514).
 */
export const dnKey = (dn: string): string =>
  JSON.stringify(
    splitAt(dn, ',').map((part) =>
      splitAt(part, '+')
        .map((pair) => {
          const equals = pair.indexOf('=')
          const type = pair.slice(0, Math.max(0, equals)).trim().toLowerCase()
          return [type, fold(pair.slice(equals + 1))]
        })
        .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)),
    ),
  )

/** Splits where the letter stands for itself, not where a backslash takes its meaning away. */
function splitAt(text: string, letter: ',' | '+'): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === letter) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** Blanks around a value mean nothing, but for one at its end that a backslash keeps. */
function trimBlanks(value: string): string {
  let end = value.length
  while (end > 0 && value[end - 1] === ' ' && value[end - 2] !== '\\') end--
  return value.slice(0, end).replace(/^ +/, '')
}

const fold = (value: string): string =>
  trimBlanks(value)
    .replace(/((?:\\[\da-f]{2})+)|\\(.)/gi, (_, hex?: string, letter?: string) =>
      hex ? Buffer.from(hex.replaceAll('\\', ''), 'hex').toString() : (letter ?? ''),
    )
    .normalize('NFKC')
    .replace(/ +/g, ' ')
    .toLowerCase()
