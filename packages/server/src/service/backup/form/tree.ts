import type { Rows, Value } from '../../../platform/db/database.ts'
import { Gate } from '../../../platform/limits/gate.ts'
import { BackupError } from '../place/backup-error.ts'
import type { BackupPlace } from '../place/place.ts'
import { type Cut, LineCutter } from './cut-lines.ts'
import { type Piece, pieceName, readPiece } from './pieces.ts'
import { lineOf, rowsOf } from './row-lines.ts'

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

/** Stores lines, unless the same ones are stored already. */
export type StorePiece = (cut: Cut) => Promise<Omit<Piece, 'rows'>>

export async function writeTree(rows: Rows, store: StorePiece): Promise<Tree> {
  let pieces = await writeLevel(linesOf(rows), ROWS_PIECE, store)
  let height = 0
  for (; pieces.length > 1; height++) {
    const below = pieces
    pieces = await writeLevel([listOf(below)], LIST_PIECE, store)
    const counts = countsOf(below, pieces)
    pieces = pieces.map((piece, n) => ({ ...piece, rows: counts[n] ?? 0 }))
  }
  const [top = null] = pieces
  return { rows: top?.rows ?? 0, height, top }
}

async function* linesOf(rows: Rows): AsyncGenerator<string[]> {
  for await (const some of rows) yield some.map(lineOf)
}

const listOf = (pieces: readonly Piece[]): string[] =>
  pieces.map(({ name, size, rows, lines }) => lineOf([name, size, rows, lines]))

/** How many rows lie below each piece of a list: `rows` of it is first how many pieces it lists. */
function countsOf(below: readonly Piece[], lists: readonly Piece[]): number[] {
  let from = 0
  return lists.map(({ rows: listed }) => {
    const count = below.slice(from, from + listed).reduce((sum, { rows }) => sum + rows, 0)
    from += listed
    return count
  })
}

async function writeLevel(
  lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  size: number,
  store: StorePiece,
): Promise<Piece[]> {
  const cutter = new LineCutter(size)
  const gate = new Gate(WRITTEN_AT_ONCE)
  const writing: Promise<Piece>[] = []
  const write = async (cut: Cut) => {
    await gate.pass()
    const stored = store(cut)
      .then((piece): Piece => ({ ...piece, rows: cut.lines }))
      .finally(() => gate.leave())
    // Whoever waits for all of them hears of it.
    stored.catch(() => {})
    writing.push(stored)
  }
  for await (const some of lines)
    for (const line of some) {
      const cut = cutter.add(line)
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
  rowsOf(list).map(([name, size, rows, lines]) => ({
    name: pieceName(String(name)),
    size: Number(size),
    rows: Number(rows),
    lines: String(lines),
  }))

/** Throws a BackupError for what is not as it was written. */
export async function* readTree(place: BackupPlace, tree: Tree): AsyncGenerator<Value[][]> {
  for await (const leaf of leavesOf(place, tree)) {
    const rows = rowsOf(await readPiece(place, leaf))
    if (rows.length !== leaf.rows)
      throw new BackupError(`The piece ${leaf.name} has ${rows.length} rows, not ${leaf.rows}`)
    yield rows
  }
}
