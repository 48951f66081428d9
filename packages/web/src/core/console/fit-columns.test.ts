import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitColumns } from './fit-columns.ts'

const COLUMNS = [
  { id: 'organization', rank: 2, width: 10 },
  { id: 'status', rank: 1, width: 9 },
  { id: 'version', rank: 4, width: 7 },
  { id: 'space', rank: 4, width: 6 },
]
const idsIn = (room: number) => fitColumns(COLUMNS, room, ({ width }) => width).map(({ id }) => id)

describe('the columns of a list', () => {
  it('are all there where there is room for them beside names', () => {
    assert.deepEqual(idsIn(44), ['organization', 'status', 'version', 'space'])
  })

  it('leave by their rank, the last of the same first', () => {
    assert.deepEqual(idsIn(43), ['organization', 'status', 'version'])
    assert.deepEqual(idsIn(37), ['organization', 'status'])
    assert.deepEqual(idsIn(30), ['status'])
  })

  it('keep those of the first rank however little room there is', () => {
    assert.deepEqual(idsIn(0), ['status'])
    assert.deepEqual(
      fitColumns([], 0, () => 1),
      [],
    )
  })
})
