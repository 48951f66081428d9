import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupError } from '../place/backup-error.ts'
import { isPieceName, type PieceName } from '../place/names.ts'
import type { BackupPlace } from '../place/place.ts'

/** Against a piece that is not ours: no row of ours holds more than some MiB. */
const MOST_IN_PIECE = 64 * 1024 * 1024
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Some rows at a place, compressed. */
export interface Piece {
  /** The SHA-256 of the bytes that are stored. */
  name: PieceName
  size: number
  /** Of rows, also of those that pieces below it have. */
  rows: number
  /** The SHA-256 of what it holds, by which the same is known without compressing it. */
  content: string
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function pack(content: Buffer): Promise<{ name: PieceName; bytes: Buffer }> {
  const bytes = await compress(content, FAST)
  return { name: pieceName(sha256Of(bytes)), bytes }
}

export function pieceName(text: string): PieceName {
  if (!isPieceName(text)) throw new BackupError(`${JSON.stringify(text)} is not the name of a piece`)
  return text
}

/** What is wrong with stored bytes; undefined for nothing. */
export function faultOf(bytes: Buffer | undefined, sha256: string): 'is missing' | 'is damaged' | undefined {
  if (!bytes) return 'is missing'
  return sha256Of(bytes) === sha256 ? undefined : 'is damaged'
}

/** What a piece holds. Throws a BackupError where that is not what was written. */
export async function readPiece(place: BackupPlace, { name }: Pick<Piece, 'name'>): Promise<Buffer> {
  const bytes = await place.get('pieces', name)
  const fault = faultOf(bytes, name)
  if (!bytes || fault) throw new BackupError(`Piece ${name} ${fault}`)
  return decompress(bytes, { maxOutputLength: MOST_IN_PIECE })
}
