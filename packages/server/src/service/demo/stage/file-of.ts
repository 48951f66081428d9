import type { IncomingFile } from '../../../files/writing/upload-file.ts'

/** Bytes as an upload that comes in one piece. */
export const fileOf = (name: string, bytes: Buffer): IncomingFile => ({
  announcedSize: bytes.length,
  async receive(accept) {
    await accept(name).write(bytes)
    return {}
  },
})
