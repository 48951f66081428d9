const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB', 'EB']

/** Human-friendly size: 1024-based, two decimals, `252.28 KB`; whole bytes below that, `512 B`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  let value = bytes
  let unit = -1
  do {
    value /= 1024
    unit++
    // 1023.999 KB would print as `1024.00 KB`.
  } while (Number(value.toFixed(2)) >= 1024 && unit < UNITS.length - 1)
  return `${value.toFixed(2)} ${UNITS[unit]}`
}
