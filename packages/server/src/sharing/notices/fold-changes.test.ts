import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clip } from './clip.ts'
import { foldChanges, shareOut } from './fold-changes.ts'
import type { ToldChange } from './queries.ts'

const change = (op: ToldChange['op'], entry: number, person: number | null, name = `f${entry}`) =>
  ({ op, entry_id: entry, parent_id: 0, name, person_id: person, at: 0 }) as ToldChange

describe('lines of a mail', () => {
  it('are shared out evenly, the first sections served first', () => {
    assert.deepEqual(shareOut(20, [3, 2]), [3, 2])
    assert.deepEqual(shareOut(20, [50, 1, 50]), [10, 1, 9])
    assert.deepEqual(shareOut(3, [1, 1, 1, 1]), [1, 1, 1, 0])
    assert.deepEqual(shareOut(20, []), [])
  })

  it('tell once what one did to an item, by its last word and name', () => {
    const folded = foldChanges([
      change('create', 1, 7),
      change('update', 1, 7),
      change('rename', 1, 7, 'new'),
      change('update', 2, 7),
      change('update', 1, 8, 'new'),
      change('create', 3, null),
      change('delete', 3, null),
    ])
    assert.deepEqual(
      folded.map(({ name, person_id, did, changes }) => [name, person_id, did, changes]),
      [
        ['new', 7, 'added', 3],
        ['f2', 7, 'changed', 1],
        ['new', 8, 'changed', 1],
        ['f3', null, 'deleted', 2],
      ],
    )
  })

  it('keep the end of a long path, and never half a sign', () => {
    assert.equal(clip('/a/b.txt'), '/a/b.txt')
    const long = clip(`/${'😀'.repeat(300)}/b.txt`)
    assert.equal([...long].length, 200)
    assert.match(long, /^…😀+\/b\.txt$/u)
    assert.ok(long.isWellFormed())
  })
})
