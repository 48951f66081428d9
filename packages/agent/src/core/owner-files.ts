const LIBRE = { begin: '.~lock.', end: '#' }
const OFFICE = '~$'

/** What office programs put beside a file while they have it open, to tell each other. */
export const isOwnerFile = (name: string): boolean =>
  name.startsWith(OFFICE) || (name.startsWith(LIBRE.begin) && name.endsWith(LIBRE.end))

/** Which of the files in a folder a program has open, as owner files tell. */
export function openAmong(names: readonly string[]): Set<string> {
  const owners = new Set(names.filter(isOwnerFile))
  if (owners.size === 0) return new Set()
  return new Set(names.filter((name) => !isOwnerFile(name) && ownersOf(name).some((one) => owners.has(one))))
}

/** Some programs take the beginning of a long name away for theirs: one letter of seven, two of more. */
export function ownersOf(name: string): string[] {
  const stem = name.replace(/\.[^.]*$/, '').length
  const taken = stem >= 8 ? 2 : stem === 7 ? 1 : 0
  return [`${LIBRE.begin}${name}${LIBRE.end}`, `${OFFICE}${name}`, `${OFFICE}${name.slice(taken)}`]
}
