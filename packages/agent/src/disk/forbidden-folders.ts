import path from 'node:path'
import { SYSTEM_FOLDERS } from '../words/folders.ts'

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
    if (isInside(folder, other)) return SYSTEM_FOLDERS.inside(other)
    if (isInside(other, folder)) return SYSTEM_FOLDERS.around(other)
  }
  return allowed.some((one) => isInside(folder, one)) ? undefined : whyOfSystem(folder)
}

/** Why a folder is for nobody but the system. */
export function whyOfSystem(folder: string): string | undefined {
  if (path.dirname(folder) === folder) return SYSTEM_FOLDERS.wholeDisk
  if (isOfSystem(folder)) return SYSTEM_FOLDERS.ofSystem
  if (COMMON.includes(folder)) return SYSTEM_FOLDERS.common
  return undefined
}

export const isOfSystem = (folder: string): boolean => SYSTEM.some((system) => isInside(folder, system))

export function isInside(folder: string, other: string): boolean {
  const way = path.relative(other, folder)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}
