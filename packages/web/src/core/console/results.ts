/** Begins a formula, for a program that shows tables. */
const FORMULA = /^[=+\-@\t\r]/

/** As the service writes its lists: every cell in quotes where it needs them, and no cell a formula. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
