import { DiskGone, DiskTrouble } from '../ports/disk.ts'

/** Something on the way, or the item itself, is not what was seen. */
export class NotAsSeen extends Error {
  override name = 'NotAsSeen'
}

/** What went wrong is where bytes come from, not the disk. */
export class SourceFailed extends Error {
  override name = 'SourceFailed'
}

const REASONS: Readonly<Record<string, DiskTrouble['reason']>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENAMETOOLONG: 'denied',
  EINVAL: 'denied',
  EBUSY: 'busy',
  ETXTBSY: 'busy',
  EAGAIN: 'busy',
  EMFILE: 'busy',
  ENFILE: 'busy',
  ENOMEM: 'busy',
  EIO: 'broken',
}
const GONE = new Set(['ENODEV', 'ENXIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ESHUTDOWN'])
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** There is nothing of that name, or no folder (a link is none) on the way. */
export const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error))
export const isTaken = (error: unknown): boolean => ['EEXIST', 'ENOTEMPTY', 'EISDIR'].includes(codeOf(error))
/** The file system does not give a file a second name. */
export const hasNoLinks = (error: unknown): boolean => NO_LINKS.has(codeOf(error))
export const isDenied = (error: unknown): boolean => ['EACCES', 'EPERM'].includes(codeOf(error))
export const isFull = (error: unknown): boolean => REASONS[codeOf(error)] === 'full'

/** What a port promises to reject with. What is missing is for others to judge. */
export function asPromised(error: unknown): unknown {
  const code = codeOf(error)
  if (GONE.has(code)) return new DiskGone('The disk does not respond', { cause: error })
  const isOfSystem = error instanceof Error && 'syscall' in error && !MISSING.has(code)
  const reason = REASONS[code] ?? (isOfSystem ? 'broken' : undefined)
  return reason ? new DiskTrouble(reason, { cause: error }) : error
}

export async function unlessChanged<T>(deed: () => Promise<T>): Promise<T | 'changed'> {
  try {
    return await deed()
  } catch (error) {
    if (error instanceof NotAsSeen || isMissing(error)) return 'changed'
    throw error
  }
}

/** Something of the agent's own is not where it was. */
export const lost = (cause: unknown): DiskGone =>
  new DiskGone('The folder has lost the data of the agent in it', { cause })
