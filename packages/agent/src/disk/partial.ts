import { constants, unlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isDenied, isMissing } from './errors.ts'
import { itemAt, kindOf, openItem } from './identity.ts'

const { O_RDWR, O_NOFOLLOW, O_NONBLOCK, O_CREAT, O_EXCL } = constants

/** A file that is being filled: made if it is not there, and never emptied. Whatever else has its name is not written to. */
export async function openPartial(path: string): Promise<FileHandle> {
  const known = await openKnown(path)
  if (known) return known
  if (itemAt(path)) unlinkSync(path)
  return await open(path, O_RDWR | O_NOFOLLOW | O_CREAT | O_EXCL)
}

/** What has another name as well is not ours alone. */
async function openKnown(path: string): Promise<FileHandle | undefined> {
  const there = itemAt(path)
  if (!there || kindOf(there) !== 'file') return undefined
  try {
    const file = await open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    const item = openItem(file.fd)
    if (kindOf(item) === 'file' && item.nlink === 1) return file
    await file.close()
    return undefined
  } catch (error) {
    // What broke off may have had the mode of the file that it was cloned from.
    if (isMissing(error) || isDenied(error)) return undefined
    throw error
  }
}
