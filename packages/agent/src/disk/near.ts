import { constants } from 'node:fs'
import { copyFile, type FileHandle } from 'node:fs/promises'
import type { FileContent, Seen } from '../ports/disk.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { NotAsSeen } from './errors.ts'
import { type OpenFolder, openWay, pathOfOpen } from './open-folder.ts'
import { readSeen } from './open-item.ts'
import { readBytes, readFile } from './read-file.ts'

/** A file that is on the disk and may have parts of what is fetched. */
export interface Near {
  /** Undefined where it is not what was seen any more. */
  content(): Promise<FileContent | undefined>
  bytes(from: number, size: number): Promise<Uint8Array>
  /**
   * Makes an open file one like it: by sharing what is on the disk, where the file system can, else by a copy that the kernel
   * makes. False where it is not what was seen any more, or larger than that. What came of it is to be verified.
   */
  cloneTo(file: FileHandle, maxSize: number): Promise<boolean>
}

export const nearOf = (top: OpenFolder, file: Seen, thread: CuttingThread): Near => ({
  async content() {
    try {
      using folder = openWay(top, file.folder)
      return await readFile(folder, file, thread)
    } catch (error) {
      if (error instanceof NotAsSeen) return undefined
      throw error
    }
  },
  async bytes(from, size) {
    using folder = openWay(top, file.folder)
    return await readBytes(folder, file, { from, size })
  },
  async cloneTo(copy, maxSize) {
    const to = pathOfOpen(copy.fd, '')
    if (to === '') return false
    try {
      using folder = openWay(top, file.folder)
      const { mode } = await copy.stat()
      const isCloned = await readSeen(folder, file, async (fd, { size }) => {
        if (size > maxSize) return false
        await copyFile(pathOfOpen(fd, ''), to, constants.COPYFILE_FICLONE)
        return true
      })
      // It came with that of the other.
      await copy.chmod(mode & 0o777)
      return isCloned
    } catch (error) {
      if (error instanceof NotAsSeen) return false
      throw error
    }
  },
})
