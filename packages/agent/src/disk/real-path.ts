import { fstatSync, readlinkSync, realpathSync } from 'node:fs'
import { itemAt } from './identity.ts'
import { BY_HANDLE, HANDLES, type OpenFolder } from './open-folder.ts'

/** Where what is open is now: by the system's own word, whatever links led there. Undefined where it has no name any more. */
export function realPathOfOpen(fd: number): Buffer | undefined {
  if (!BY_HANDLE || fstatSync(fd).nlink === 0) return undefined
  const real = readlinkSync(`${HANDLES}/${fd}`, { encoding: 'buffer' })
  return real[0] === '/'.charCodeAt(0) ? real : undefined
}

/** The same for a folder that was opened by a path, also where a system cannot tell by a handle. */
export function realPathOfFolder(folder: OpenFolder, given: string): Buffer | undefined {
  if (BY_HANDLE) return realPathOfOpen(folder.fd)
  const real = realpathSync(given)
  const there = itemAt(real)
  return there && there.dev === folder.device && there.ino === fstatSync(folder.fd).ino
    ? Buffer.from(real)
    : undefined
}
