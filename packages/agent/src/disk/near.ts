import type { FileContent, Seen } from '../ports/disk.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { NotAsSeen } from './errors.ts'
import { type OpenFolder, openWay } from './open-folder.ts'
import { readBytes, readFile } from './read-file.ts'

/** A file that lies on the disk and may have parts of what is fetched. */
export interface Near {
  /** Undefined where it is not what was seen any more. */
  content(): Promise<FileContent | undefined>
  bytes(from: number, size: number): Promise<Uint8Array>
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
})
