import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { type Around, type Doing, reasonOf as reasonOfAll, tally } from './tally.ts'

const AROUND: Around = { below: { items: 0, files: 0 }, made: 0, files: 1000 }
const doing = (
  n: number,
  op: Doing['op'],
  name = `file ${n}.txt`,
  name_before: string | null = null,
): Doing => ({
  ...{ seq: n + 1, op, kind: 'file', entry_id: (n + 1) as EntryId, parent_id: 0, name, name_before, at: n },
  ...{ last_seq: n + 1, last_at: n },
})
const times = (count: number, make: (n: number) => Doing): Doing[] =>
  Array.from({ length: count }, (_, n) => make(n))
const reasonOf = (doings: Doing[], around: Partial<Around> = {}, made: Doing[] = []) =>
  reasonOfAll([tally(doings, made, { ...AROUND, ...around })?.counted ?? assert.fail('nothing was done')])

describe('what sets off a brake', () => {
  it('is 200 items, deleted or rewritten, if they are a fifth of the root', () => {
    const some = (deleted: number, rewritten: number) => [
      ...times(deleted, (n) => doing(n, 'delete')),
      ...times(rewritten, (n) => doing(n + deleted, 'update')),
    ]
    assert.equal(reasonOf(some(100, 100), { files: 900 }), 'share_of_root')
    assert.equal(reasonOf(some(100, 99), { files: 900 }), undefined, 'one less')
    assert.equal(reasonOf(some(100, 100), { files: 901 }), undefined, 'there were 1,001')
    assert.equal(
      reasonOf(some(100, 100), { files: 1901, made: 1001 }),
      'share_of_root',
      'not by what it made itself',
    )
  })

  it('is 2,000 items in a root of any size', () => {
    assert.equal(
      reasonOf(
        times(2000, (n) => doing(n, 'update')),
        { files: 1_000_000 },
      ),
      'many',
    )
    assert.equal(
      reasonOf(
        times(1999, (n) => doing(n, 'update')),
        { files: 1_000_000 },
      ),
      undefined,
    )
    const again = [...times(1999, (n) => doing(n, 'update')), ...times(1999, (n) => doing(n, 'delete'))]
    assert.equal(reasonOf(again, { files: 1_000_000 }), undefined, 'an item counts once')
  })

  it('is also what lies in a folder that is deleted', () => {
    const folder: Doing = { ...doing(0, 'delete', 'folder'), kind: 'folder' }
    assert.equal(reasonOf([folder], { below: { items: 250, files: 240 }, files: 100 }), 'share_of_root')
    assert.equal(reasonOf([folder], { below: { items: 100, files: 100 }, files: 0 }), undefined)
  })

  it('is one new extension for 50 files, whether they are renamed or others take their place', () => {
    const renamed = (count: number) =>
      times(count, (n) => doing(n, 'rename', `a${n}.txt.locked`, `a${n}.txt`))
    assert.equal(reasonOf(renamed(50)), 'extension')
    assert.equal(reasonOf(renamed(49)), undefined)
    const gone = times(50, (n) => doing(n, 'delete', `a${n}.docx`))
    for (const nameOf of [(n: number) => `a${n}.docx.locked`, (n: number) => `a${n}.LOCKED`])
      assert.equal(
        reasonOf(
          gone,
          {},
          times(50, (n) => doing(n + 100, 'create', nameOf(n))),
        ),
        'extension',
      )
    const others = times(50, (n) => doing(n + 100, 'create', `b${n}.locked`))
    assert.equal(reasonOf(gone, {}, others), undefined, 'they have nothing to do with each other')
    const same = times(50, (n) => doing(n + 100, 'create', `a${n}.docx`))
    assert.equal(reasonOf(gone, {}, same), undefined, 'the extension is the same')
    const various = times(60, (n) => doing(n, 'rename', `a${n}.x${n % 2}`, `a${n}.txt`))
    assert.equal(reasonOf(various), undefined, 'no one extension')
    assert.equal(
      reasonOf(times(60, (n) => doing(n, 'rename', `a${n}`, `a${n}.txt`))),
      undefined,
      'none at all',
    )
    assert.equal(reasonOf(times(60, (n) => doing(n, 'rename', `b${n}.txt`, `a${n}.txt`))), undefined)
  })

  it('is also what was done in several roots together', () => {
    const counted = (items: number, before: number, given: [string, number][] = []) => ({
      ...{ items, before, given: new Map(given) },
    })
    const many = (count: number, one: ReturnType<typeof counted>) => Array(count).fill(one)
    assert.equal(reasonOfAll(many(20, counted(100, 100_000))), 'many')
    assert.equal(reasonOfAll(many(19, counted(100, 100_000))), undefined)
    assert.equal(reasonOfAll([counted(100, 500), counted(100, 500)]), 'share_of_root')
    assert.equal(reasonOfAll([counted(100, 100), counted(100, 901)]), undefined, 'a fifth of all')
    assert.equal(reasonOfAll(many(5, counted(0, 900, [['locked', 10]]))), 'extension')
    assert.equal(
      reasonOfAll([...many(4, counted(0, 900, [['locked', 10]])), counted(0, 900, [['bad', 10]])]),
      undefined,
      'no one extension',
    )
    assert.equal(reasonOfAll([]), undefined)
  })

  it('is told in numbers', () => {
    const found = tally(
      [
        doing(3, 'delete'),
        doing(4, 'update'),
        doing(5, 'rename', 'x.bad', 'x.txt'),
        doing(5, 'update', 'x.bad'),
      ],
      [doing(9, 'create', 'note.html')],
      AROUND,
    )
    assert.deepEqual(found?.measured, {
      ...{ deleted: 1, rewritten: 2, renamed: 1, first_seq: 4, last_seq: 6, first_at: 3, last_at: 5 },
      extensions: [
        { extension: 'bad', files: 2 },
        { extension: 'txt', files: 1 },
        { extension: 'html', files: 1 },
      ],
    })
    assert.equal(tally([], [], AROUND), undefined)
  })
})
