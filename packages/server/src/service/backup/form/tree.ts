import type { Rows, Value } from '../../../platform/db/database.ts'
import type { LeftBytes } from '../../../platform/db/left-bytes.ts'
import { Gate } from '../../../platform/limits/gate.ts'
import { BackupError } from '../place/backup-error.ts'
import type { BackupPlace } from '../place/place.ts'
import { type Cut, RowCutter } from './cut-rows.ts'
import { type Piece, pieceName, readPiece } from './pieces.ts'
import { rowsIn } from './row-records.ts'
import { type BytesOf, noBytes, type WholeRows, wholeRows } from './whole-rows.ts'

/** Before they are compressed. Small ones, because a change of one row is a new piece. */
const ROWS_PIECE = 512 * 1024
const LIST_PIECE = 32 * 1024
const WRITTEN_AT_ONCE = 4

/** Rows in the order they came in: pieces of them, pieces that list those, and so on up to one that knows all others. */
export interface Tree {
  rows: number
  /** 0: the piece has the rows themselves. */
  height: number
  /** None where there are no rows. */
  top: Piece | null
}

/**
 * Stores rows, unless the same ones are stored already. `whole` gives them with the bytes that were left out; it is called before the
 * first wait, after which the memory of the cut is another’s.
 */
export type StorePiece = (cut: Cut, whole: () => Promise<WholeRows>) => Promise<Omit<Piece, 'rows'>>

export async function writeTree(
  rows: Rows<Value | LeftBytes>,
  store: StorePiece,
  bytesOf: BytesOf = noBytes,
): Promise<Tree> {
  let pieces = await writeLevel(rows, ROWS_PIECE, store, bytesOf)
  let height = 0
  for (; pieces.length > 1; height++) {
    const below = pieces
    pieces = await writeLevel([listOf(below)], LIST_PIECE, store, noBytes)
    const counts = countsOf(below, pieces)
    pieces = pieces.map((piece, n) => ({ ...piece, rows: counts[n] ?? 0 }))
  }
  const [top = null] = pieces
  return { rows: top?.rows ?? 0, height, top }
}

const listOf = (pieces: readonly Piece[]): Value[][] =>
  pieces.map(({ name, size, rows, content }) => [name, size, rows, content])

/** How many rows are below each piece of a list: `rows` of it is first how many pieces it lists. */
function countsOf(below: readonly Piece[], lists: readonly Piece[]): number[] {
  let from = 0
  return lists.map(({ rows: listed }) => {
    const count = below.slice(from, from + listed).reduce((sum, { rows }) => sum + rows, 0)
    from += listed
    return count
  })
}

async function writeLevel(
  rows: Rows<Value | LeftBytes> | readonly Value[][][],
  size: number,
  store: StorePiece,
  bytesOf: BytesOf,
): Promise<Piece[]> {
  const cutter = new RowCutter(size)
  const gate = new Gate(WRITTEN_AT_ONCE)
  const writing: Promise<Piece>[] = []
  const write = async (cut: Cut) => {
    await gate.pass()
    const stored = store(cut, () => wholeRows(cut, bytesOf))
      .then((piece): Piece => ({ ...piece, rows: cut.rows }))
      .finally(() => gate.leave())
    // Anyone who waits for all of them hears of it.
    stored.catch(() => {})
    writing.push(stored)
  }
  for await (const some of rows)
    for (const row of some) {
      const cut = cutter.add(row)
      if (cut) await write(cut)
    }
  const last = cutter.end()
  if (last) await write(last)
  return Promise.all(writing)
}

/** The pieces that have the rows themselves. `seen` hears of each piece on the way, too, before it is read. */
export async function* leavesOf(
  place: BackupPlace,
  { top, height }: Tree,
  seen: (piece: Piece, height: number) => void = () => {},
): AsyncGenerator<Piece> {
  if (!top) return
  seen(top, height)
  if (height === 0) {
    yield top
    return
  }
  for (const piece of piecesIn(await readPiece(place, top)))
    yield* leavesOf(place, { rows: piece.rows, height: height - 1, top: piece }, seen)
}

/** What a list names. */
export const piecesIn = (list: Buffer): Piece[] =>
  read(list).map(([name, size, rows, content]) => ({
    name: pieceName(String(name)),
    size: Number(size),
    rows: Number(rows),
    content: String(content),
  }))

/** Throws a BackupError for what is not as it was written. */
export async function* readTree(place: BackupPlace, tree: Tree): AsyncGenerator<Value[][]> {
  for await (const leaf of leavesOf(place, tree)) {
    const rows = read(await readPiece(place, leaf))
    if (rows.length !== leaf.rows)
      throw new BackupError(`Piece ${leaf.name} has ${rows.length} rows, not ${leaf.rows}`)
    yield rows
  }
}

/** What has the right hash was written so, but not always by us. */
function read(records: Buffer): Value[][] {
  try {
    return rowsIn(records)
  } catch (error) {
    throw new BackupError(`A piece is damaged: ${(error as Error).message}`)
  }
}
