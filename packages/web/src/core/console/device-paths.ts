/** Paths of devices: `/srv/plans`, `C:\Users`, `\\server\share`. */
const separatorOf = (path: string): string => (path.includes('\\') ? '\\' : '/')

/** A folder in a folder; without one it is a drive, which is a path of its own. */
export function inPath(path: string | undefined, name: string): string {
  if (path === undefined) return name
  const separator = separatorOf(path)
  return path.endsWith(separator) ? path + name : path + separator + name
}

/** The folders that lead to one, the uppermost first, each with its own path. */
export function stepsTo(path: string): { name: string; path: string }[] {
  const separator = separatorOf(path)
  const [, top = '', rest = ''] = /^(\\\\[^\\]+\\?|[A-Za-z]:\\?|\/)?(.*)$/s.exec(path) ?? []
  const steps = top === '' ? [] : [{ name: top, path: top }]
  for (const name of rest.split(separator).filter((part) => part !== ''))
    steps.push({ name, path: inPath(steps.at(-1)?.path, name) })
  return steps
}

/** Where a restore proposes to write to: a folder that is not there yet, so that nothing is in its way. */
export const restoredIn = (path: string, day: string): string =>
  path === '' ? '' : inPath(path, `restored ${day}`)
