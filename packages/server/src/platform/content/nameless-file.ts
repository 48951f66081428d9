import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { diskOutage } from '../basics/outage.ts'

/** A file for bytes that do not fit into memory: it has no name any more, so that nothing of it outlives the process. */
export async function openNamelessFile(dir: string, name: string): Promise<FileHandle> {
  const file = path.join(dir, name)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const handle = await open(file, 'wx+', 0o600)
    await rm(file, { force: true })
    return handle
  } catch (error) {
    throw diskOutage(error, 'disk') ?? error
  }
}

export async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file
      .write(bytes, at, bytes.length - at, position + at)
      .catch((error) => Promise.reject(diskOutage(error, 'disk') ?? error))
    at += bytesWritten
  }
}

/** So many bytes from the start of it, or from `position`. */
export async function readFully(file: FileHandle, length: number, position = 0): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, position + at)
    if (bytesRead === 0) throw new Error('A file without a name ends too early')
    at += bytesRead
  }
  return bytes
}
