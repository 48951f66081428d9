import { crc32 } from 'node:zlib'
import type { Instant } from '@holdfast/api/time'
import type { Spool } from './spool.ts'

/** What a zip holds: a file, or a folder, whose path ends in a slash. */
export interface ZipEntry {
  path: string
  modified: Instant
  size: number
  /** All at once where that is little: then the checksum can stand before the bytes. */
  content: Buffer | AsyncIterable<Buffer>
  /**
   * Hears of an error of `content`, and may throw it on. Else the entry is left out: what was sent of it is not named at
   * the end of the zip, where readers look for what it holds.
   */
  leaveOut?(error: unknown): Promise<void>
}

/** Sizes and places from here on need the fields of 64 bits; 16 MiB early, for what the blocks of a long file add. */
export const LARGE = 0xffff_ffff - 16 * 1024 * 1024
const MAX_PATH_BYTES = 0xffff
const MAX_COUNT = 0xffff
export const UTF8_NAMES = 0x0800
/** Checksum and lengths follow behind the bytes. */
const DESCRIBED_BEHIND = 0x0008
export const STORED = 0
const DEFLATED = 8
/** Made by a Unix system, which is why the upper half of the attributes is a file mode. */
const MADE_BY = (3 << 8) | 63
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o040755
const FOLDER_FLAG = 0x10
const MAX_BLOCK = 0xffff
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])
const PIECE = 64 * 1024

/** What its headers say of an entry. */
export interface Described {
  name: Buffer
  folder: boolean
  modified: Instant
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/**
 * A zip of the entries in their order, piece by piece. What stands at its end is in `directory` until then.
 * Nothing is compressed: most of what people keep already is, and the rest would cost a hundred times the work.
 * A file that is too long to be looked at first goes out as the kind of deflate that leaves bytes as they are,
 * because its end can be found in the stream itself; readers that do not go back need that. `large` is for tests.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  directory: Spool,
  large = LARGE,
): AsyncGenerator<Buffer> {
  let offset = 0
  let count = 0
  let waiting: Buffer[] = []
  let length = 0
  const take = (...pieces: Buffer[]) => {
    for (const piece of pieces) {
      waiting.push(piece)
      length += piece.length
      offset += piece.length
    }
  }
  const given = (): Buffer => {
    const piece = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting, length)
    waiting = []
    length = 0
    return piece
  }

  for await (const { path, modified, size, content, leaveOut } of entries) {
    let leftOut = false
    const name = Buffer.from(path)
    if (name.length > MAX_PATH_BYTES) throw new Error('A path is too long for a zip')
    const known = Buffer.isBuffer(content)
    const entry: Described = {
      name,
      folder: path.endsWith('/'),
      modified,
      flags: known ? UTF8_NAMES : UTF8_NAMES | DESCRIBED_BEHIND,
      method: known ? STORED : DEFLATED,
      crc: known ? crc32(content) : 0,
      packed: known ? content.length : 0,
      size: known ? content.length : 0,
      offset,
    }
    take(localHeader(entry, size >= large))
    if (known) take(content)
    else {
      try {
        for await (const piece of content) {
          entry.crc = crc32(piece, entry.crc)
          entry.size += piece.length
          for (const part of blocksOf(piece)) {
            entry.packed += part.length
            take(part)
          }
          if (length >= PIECE) yield given()
        }
      } catch (error) {
        if (!leaveOut) throw error
        await leaveOut(error)
        leftOut = true
      }
      entry.packed += LAST_BLOCK.length
      take(LAST_BLOCK, descriptor(entry, size >= large))
    }
    if (leftOut) continue
    if (entry.size !== size) throw new Error(`A file of ${size} bytes gave ${entry.size}`)
    await directory.append(centralHeader(entry, large))
    count++
    if (length >= PIECE) yield given()
  }

  const start = offset
  for await (const piece of directory.read()) {
    take(piece)
    if (length >= PIECE) yield given()
  }
  take(endOf({ count, start, size: offset - start }, large))
  yield given()
}

/** Bytes as blocks of deflate that hold them as they are. */
function* blocksOf(piece: Buffer): Generator<Buffer> {
  for (let at = 0; at < piece.length; at += MAX_BLOCK) {
    const block = piece.subarray(at, at + MAX_BLOCK)
    yield fields([1, 0], [2, block.length], [2, ~block.length & 0xffff])
    yield block
  }
}

type Field = [bytes: 1 | 2 | 4 | 8, value: number]

function fields(...list: Field[]): Buffer {
  let length = 0
  for (const [bytes] of list) length += bytes
  const buffer = Buffer.allocUnsafe(length)
  let at = 0
  for (const [bytes, value] of list) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

export function localHeader(entry: Described, large: boolean): Buffer {
  // Room for 64 bits tells readers that what follows behind the bytes has as many.
  const extra = [
    ...(large ? [fields([2, 1], [2, 16], [8, entry.size], [8, entry.packed])] : []),
    timeOf(entry),
  ]
  const head = fields(
    [4, 0x04034b50],
    ...commonFields(entry, large),
    [4, entry.crc],
    [4, large ? 0xffff_ffff : entry.packed],
    [4, large ? 0xffff_ffff : entry.size],
    [2, entry.name.length],
    [2, lengthOf(extra)],
  )
  return Buffer.concat([head, entry.name, ...extra])
}

function descriptor({ crc, packed, size }: Described, large: boolean): Buffer {
  const bytes = large ? 8 : 4
  return fields([4, 0x08074b50], [4, crc], [bytes, packed], [bytes, size])
}

export function centralHeader(entry: Described, large: number): Buffer {
  const { name, crc, packed, size, offset, folder } = entry
  const wide = packed >= large || size >= large || offset >= large
  const extra = [
    ...(wide ? [fields([2, 1], [2, 24], [8, size], [8, packed], [8, offset])] : []),
    timeOf(entry),
  ]
  const head = fields(
    [4, 0x02014b50],
    [2, MADE_BY],
    ...commonFields(entry, wide),
    [4, crc],
    [4, wide ? 0xffff_ffff : packed],
    [4, wide ? 0xffff_ffff : size],
    [2, name.length],
    [2, lengthOf(extra)],
    // No comment, on the first disk, nothing known of its kind; then the attributes, of DOS and of Unix.
    [2, 0],
    [2, 0],
    [2, 0],
    [2, folder ? FOLDER_FLAG : 0],
    [2, folder ? FOLDER_MODE : FILE_MODE],
    [4, wide ? 0xffff_ffff : offset],
  )
  return Buffer.concat([head, name, ...extra])
}

export function endOf(
  { count, start, size }: { count: number; start: number; size: number },
  large: number,
): Buffer {
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, MAX_COUNT)],
    [2, Math.min(count, MAX_COUNT)],
    [4, Math.min(size, 0xffff_ffff)],
    [4, start >= large ? 0xffff_ffff : start],
    [2, 0],
  )
  if (count < MAX_COUNT && size < large && start < large) return end
  const wide = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, MADE_BY],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
  )
  const locator = fields([4, 0x07064b50], [4, 0], [8, start + size], [4, 1])
  return Buffer.concat([wide, locator, end])
}

function commonFields({ flags, method, modified }: Described, large: boolean): Field[] {
  const { time, date } = dosTime(modified)
  return [
    [2, large ? 45 : 20],
    [2, flags],
    [2, method],
    [2, time],
    [2, date],
  ]
}

/** Years 1980 to 2107, by two seconds; the format does not say in which zone, so it is UTC's. */
function dosTime(instant: Instant): { time: number; date: number } {
  const at = new Date(Math.min(Math.max(instant, Date.UTC(1980, 0)), Date.UTC(2107, 11, 31, 23, 59, 58)))
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

/** The time in UTC, to the second, as most readers but Windows' own prefer it. */
function timeOf({ modified }: Described): Buffer {
  const seconds = Math.floor(modified / 1000)
  if (seconds < 0 || seconds > 0x7fff_ffff) return Buffer.alloc(0)
  return fields([2, 0x5455], [2, 5], [1, 1], [4, seconds])
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, part) => sum + part.length, 0)
