import { csvOf } from '../../core/console/results.ts'

/** A list that the browser has, as a file. */
export function downloadCsv(name: string, lines: readonly (readonly string[])[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
