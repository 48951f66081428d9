/**
 * What the service and the process that makes thumbnails say to each other: a head of two numbers, then so many bytes as
 * the first says. The second is the edge that is wanted, or `LOGO`; in an answer, whether the process ends with it.
 */
export const HEAD_BYTES = 8

/** Wanted is a logo: a PNG, which every mail program shows. */
export const LOGO = 0

export function headOf(length: number, second: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(length)
  head.writeUInt32LE(second, 4)
  return head
}

export const readHead = (bytes: Buffer): { length: number; second: number } => ({
  length: bytes.readUInt32LE(0),
  second: bytes.readUInt32LE(4),
})

/** How that process ends where sharp is not installed for this machine. */
export const NO_SHARP = 3
/** How it ends when a picture takes more memory than it may. */
export const TOO_MUCH_MEMORY = 4
