import { csvOf } from '../../core/console/results.ts'

/** Without it some programs for tables take it for the code page of their country. */
const MARK = '\ufeff'

/** Gives a list to the browser as a file. */
export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const address = URL.createObjectURL(new Blob([MARK, csvOf(lines)], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
