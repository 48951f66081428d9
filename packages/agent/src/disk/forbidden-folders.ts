import path from 'node:path'

/** Folders that a system keeps for itself, with all that is in them. */
const SYSTEM = [
  ...[
    '/bin',
    '/boot',
    '/dev',
    '/etc',
    '/lib',
    '/lib32',
    '/lib64',
    '/libx32',
    '/proc',
    '/sbin',
    '/sys',
    '/usr',
  ],
  ...['/System', '/Library', '/Applications', '/private/etc', '/private/var/db'],
  ...['C:\\Windows', 'C:\\Program Files', 'C:\\Program Files (x86)', 'C:\\ProgramData'],
]
/** Folders that hold those of many: only something in them can be synced. */
const COMMON = [
  '/home',
  '/media',
  '/mnt',
  '/opt',
  '/run',
  '/srv',
  '/tmp',
  '/var',
  '/Users',
  '/Volumes',
  'C:\\Users',
]

/** Why a folder is not to be synced, as a sentence; undefined where it may be. Paths are absolute. */
export function whyNotToSync(
  folder: string,
  { others, allowed = [] }: { readonly others: readonly string[]; readonly allowed?: readonly string[] },
): string | undefined {
  for (const other of others) {
    if (isInside(folder, other)) return `This folder lies in ${other}, which the agent uses already.`
    if (isInside(other, folder)) return `${other} lies in this folder, and the agent uses it already.`
  }
  return allowed.some((one) => isInside(folder, one)) ? undefined : whyOfSystem(folder)
}

/** Why a folder is for nobody but the system. */
export function whyOfSystem(folder: string): string | undefined {
  if (path.dirname(folder) === folder) return 'This is a whole disk. Choose a folder on it.'
  if (isOfSystem(folder)) return 'This folder belongs to the system.'
  if (COMMON.includes(folder)) return 'This folder is shared by the whole system. Choose one in it.'
  return undefined
}

export const isOfSystem = (folder: string): boolean => SYSTEM.some((system) => isInside(folder, system))

export function isInside(folder: string, other: string): boolean {
  const way = path.relative(other, folder)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}
