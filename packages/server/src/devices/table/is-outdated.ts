const partsOf = (version: string): number[] =>
  (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)

/** Whether a version comes before another; one that is no version is not known to. */
export function isOutdated(version: string | null, newest: string): boolean {
  if (version === null || !/^\d/.test(version)) return false
  const [has, offered] = [partsOf(version), partsOf(newest)]
  for (const [n, part] of offered.entries()) {
    const own = has[n] ?? 0
    if (own !== part) return own < part
  }
  return false
}
