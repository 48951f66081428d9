const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB', 'EB']

/** Beyond this a hundred times the number is not exact any more. */
const EXACT = Number.MAX_SAFE_INTEGER / 100

/** As the wire has it: 1024-based, two decimals, `252.28 KB`; whole bytes below that, `512 B`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < EXACT ? formatExactly(bytes) : formatHuge(bytes)
}

/** As toFixed would, which takes most of the time that a long list takes: dividing by 1024 loses nothing. */
function formatExactly(bytes: number): string {
  let value = bytes * 100
  let unit = -1
  do {
    value /= 1024
    unit++
    // 1023.999 KB would print as `1024.00 KB`.
  } while (Math.round(value) >= 102_400 && unit < UNITS.length - 1)
  const hundredths = Math.round(value)
  const whole = Math.floor(hundredths / 100)
  const rest = hundredths - whole * 100
  return `${whole}.${rest < 10 ? '0' : ''}${rest} ${UNITS[unit]}`
}

function formatHuge(bytes: number): string {
  let value = bytes
  let unit = -1
  do {
    value /= 1024
    unit++
  } while (Number(value.toFixed(2)) >= 1024 && unit < UNITS.length - 1)
  return `${value.toFixed(2)} ${UNITS[unit]}`
}

/** Making one takes far longer than using it, and a list uses it for each row. */
const numbers = new Map<string, Intl.NumberFormat>()

function numbersIn(locale: string): Intl.NumberFormat {
  const made = numbers.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  numbers.set(locale, made)
  return made
}

/**
 * For people, in their language: by 1024 as on the wire, and no more digits than anyone looks at: `512 B`, `1.5 KB`,
 * `252 KB`.
 */
export function sizeInWords(bytes: number, locale: string): string {
  let size = bytes
  let unit = -1
  // What would be rounded to 1024 is one of the next unit.
  for (; size >= 1023.5 && unit < UNITS.length - 1; unit++) size /= 1024
  const shown = unit < 0 || size >= 9.95 ? Math.round(size) : size
  return `${numbersIn(locale).format(shown)} ${UNITS[unit] ?? 'B'}`
}
