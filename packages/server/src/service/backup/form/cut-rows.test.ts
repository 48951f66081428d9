import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import type { Value } from '../../../platform/db/database.ts'
import { LeftBytes } from '../../../platform/db/left-bytes.ts'
import { RowCutter } from './cut-rows.ts'
import { sha256Of } from './pieces.ts'
import { rowsIn } from './row-records.ts'
import { wholeRows } from './whole-rows.ts'

const SIZE = 8192
const draw = numbers(7)

interface Seen {
  hash: string
  size: number
  rows: Value[][]
}

function piecesOf(rows: readonly Value[][]): Seen[] {
  const cutter = new RowCutter(SIZE)
  const pieces: Seen[] = []
  const see = (piece: ReturnType<RowCutter['end']>) => {
    if (!piece) return
    const bytes = Buffer.from(piece.bytes)
    pieces.push({ hash: sha256Of(bytes), size: bytes.length, rows: rowsIn(bytes) })
    assert.equal(pieces.at(-1)?.rows.length, piece.rows)
  }
  for (const row of rows) see(cutter.add(row))
  see(cutter.end())
  return pieces
}

const rowOf = (id: number): Value[] => [
  null,
  id,
  `a name with “quotes”, ümlauts 👍 and \n lines ${draw(1000)}`,
  Buffer.from(Array.from({ length: draw(200) }, () => draw(256))),
  draw(2) === 0 ? null : Buffer.of(10, 10),
]

describe('rows that are cut into pieces', () => {
  const rows = Array.from({ length: 3000 }, (_, id) => rowOf(id))

  it('come back as they were', () => {
    assert.deepEqual(
      piecesOf(rows).flatMap((piece) => piece.rows),
      rows,
    )
    assert.deepEqual(piecesOf([]), [])
  })

  it('make pieces of about the size, however long the rows are', () => {
    for (const length of [20, 500, 5000]) {
      const long = Array.from({ length: 1000 }, (_, id) => [id, Buffer.alloc(length, id % 251)])
      const sizes = piecesOf(long).map(({ size }) => size)
      const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
      assert.ok(mean > SIZE / 4 && mean < 2 * SIZE, `${length}: ${mean}`)
      assert.ok(Math.max(...sizes) <= 4 * SIZE + length + 100)
    }
  })

  it('leave the pieces before and after a change as they were', () => {
    const before = new Set(piecesOf(rows).map(({ hash }) => hash))
    for (const changed of [
      rows.toSpliced(1500, 1, rowOf(1500)),
      rows.toSpliced(1500, 1),
      rows.toSpliced(700, 0, rowOf(99_999)),
      [...rows, rowOf(3000)],
    ]) {
      const after = piecesOf(changed)
      const kept = after.filter(({ hash }) => before.has(hash)).length
      assert.ok(after.length - kept <= 3, `${after.length - kept} of ${after.length} pieces are new`)
    }
  })

  it('are the same pieces when their bytes are left out at first', async () => {
    const bytesOf = (id: number) => Buffer.alloc((id * 37) % 900, id % 251)
    const sha256 = (bytes: Buffer) => Buffer.from(sha256Of(bytes), 'hex')
    const ids = Array.from({ length: 500 }, (_, id) => id)
    const whole = piecesOf(ids.map((id) => [id, bytesOf(id), 'between', Buffer.of(id % 256)]))
    const cutter = new RowCutter(SIZE)
    const found: string[] = []
    const see = async (cut: ReturnType<RowCutter['end']>) => {
      if (!cut) return
      const { records, sound } = await wholeRows(cut, async (left) => left.map(bytesOf))
      assert.ok(sound)
      found.push(sha256Of(records))
    }
    for (const id of ids) {
      const bytes = bytesOf(id)
      const left = new LeftBytes(id, bytes.length, sha256(bytes))
      await see(cutter.add([id, left, 'between', Buffer.of(id % 256)]))
    }
    await see(cutter.end())
    assert.deepEqual(
      found,
      whole.map(({ hash }) => hash),
    )
    assert.ok(found.length > 5)
  })
})
