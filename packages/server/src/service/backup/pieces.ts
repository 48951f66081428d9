import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Rows, Value } from '../../platform/db/database.ts'
import { BackupError } from './backup-error.ts'
import type { BackupPlace } from './place.ts'

/** Before it is compressed. */
const PIECE_SIZE = 4 * 1024 * 1024
/** Against a piece that is not ours: no row of ours holds more than some MiB. */
const MOST_IN_PIECE = 64 * 1024 * 1024
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Rows of one table, in a file of their own. */
export interface Piece {
  name: string
  rows: number
  size: number
  sha256: string
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** One line for each row, as a JSON array of its values; bytes are an array with their base64 in it. */
export async function writePieces(place: BackupPlace, name: string, rows: Rows): Promise<Piece[]> {
  const pieces: Piece[] = []
  let lines: string[] = []
  let length = 0
  const finish = async () => {
    const bytes = await compress(Buffer.from(lines.join('')), FAST)
    const piece = `${name}-${String(pieces.length + 1).padStart(5, '0')}.zst`
    await place.put('backups', piece, bytes)
    pieces.push({ name: piece, rows: lines.length, size: bytes.length, sha256: sha256Of(bytes) })
    lines = []
    length = 0
  }
  for await (const some of rows)
    for (const row of some) {
      const line = `${lineOf(row)}\n`
      lines.push(line)
      length += line.length
      if (length >= PIECE_SIZE) await finish()
    }
  if (lines.length > 0) await finish()
  return pieces
}

export const lineOf = (row: readonly Value[]): string => JSON.stringify(row.map(written))

const written = (value: Value) => (Buffer.isBuffer(value) ? [value.toString('base64')] : value)

const read = (value: number | string | null | [string]): Value =>
  Array.isArray(value) ? Buffer.from(value[0], 'base64') : value

/** Throws a BackupError for what is not as it was written. */
export async function* readPieces(
  place: BackupPlace,
  pieces: readonly Piece[],
): Rows & AsyncGenerator<Value[][]> {
  for (const piece of pieces) yield await readPiece(place, piece)
}

export async function readPiece(place: BackupPlace, piece: Piece): Promise<Value[][]> {
  const bytes = await place.get('backups', piece.name)
  if (!bytes) throw new BackupError(`The piece ${piece.name} is missing`)
  if (sha256Of(bytes) !== piece.sha256) throw new BackupError(`The piece ${piece.name} is damaged`)
  const text = (await decompress(bytes, { maxOutputLength: MOST_IN_PIECE })).toString()
  const rows = text.split('\n').slice(0, -1)
  if (rows.length !== piece.rows)
    throw new BackupError(`The piece ${piece.name} has ${rows.length} rows, not ${piece.rows}`)
  return rows.map((line) => (JSON.parse(line) as Parameters<typeof read>[0][]).map(read))
}
