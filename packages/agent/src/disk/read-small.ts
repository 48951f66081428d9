import { closeSync, constants, openSync, readSync } from 'node:fs'
import { isMissing } from './errors.ts'
import { type Item, itemAt, kindOf, openItem } from './identity.ts'

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const MAX_BYTES = 4096

/**
 * The text of a small file, and whose it is; undefined where there is none. Others may have put anything under the name: a
 * link is not followed, a pipe or device not opened, and what is too large not read.
 */
export function findSmall(path: string): { text: string; item: Item } | undefined {
  const there = itemAt(path)
  if (!there || !isSmall(there)) return undefined
  let fd: number
  try {
    fd = openSync(path, READ)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  try {
    const item = openItem(fd)
    if (!isSmall(item)) return undefined
    const bytes = Buffer.alloc(MAX_BYTES)
    return { text: bytes.toString('utf8', 0, readSync(fd, bytes, 0, MAX_BYTES, 0)), item }
  } finally {
    closeSync(fd)
  }
}

const isSmall = (item: Item): boolean => kindOf(item) === 'file' && item.size <= MAX_BYTES
