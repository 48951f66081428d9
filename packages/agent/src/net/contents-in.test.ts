import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeFramed } from '@holdfast/api/files/framed'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { type RemoteRow, TOP_ROW } from '../core/remote-tree.ts'
import { contentsIn } from './contents-in.ts'

const row = (id: number, revision: number): RemoteRow => ({
  id: id as EntryId,
  parentId: TOP_ROW,
  kind: 'file',
  name: `${id}`,
  ver: 1,
  seq: id,
  revisionId: revision as RevisionId,
  content: `content of ${revision}`,
  size: 3,
  modified: '2027-01-31T12:00:00',
  deleted: false,
})
const ROWS = [row(1, 11), row(2, 12), row(3, 13)]
const given = (id: number, revision: number, size: number) => ({ id, revision, size })

describe('an answer with the contents of many files', () => {
  it('gives each row its bytes, and none those of another revision', () => {
    const described = [given(3, 13, 3), given(2, 99, 2), given(7, 17, 1), given(1, 11, 0)]
    const found = contentsIn(encodeFramed(described, [Buffer.from('abcdef')]), ROWS)
    assert.deepEqual([...found.keys()], [3, 1])
    const [third, first] = [found.get(3 as EntryId), found.get(1 as EntryId)]
    assert.ok(third && 'bytes' in third && first && 'bytes' in first)
    assert.deepEqual([Buffer.from(third.bytes).toString(), third.content], ['abc', 'content of 13'])
    assert.equal(first.bytes.length, 0)
  })

  it('says why a file is left out', () => {
    const error = { id: 2, revision: 12, error: 'not_found', error_description: 'It is gone.' }
    const found = contentsIn(encodeFramed([error], []), ROWS)
    assert.deepEqual([...found], [[2, { leftOut: 'It is gone.' }]])
  })

  it('is refused where it makes no sense', () => {
    const senseless = [
      Buffer.of(),
      Buffer.of(0, 0, 0, 9, 1),
      Buffer.from('\0\0\0\x01{'),
      encodeFramed({}, []),
      encodeFramed([given(1, 11, 4)], [Buffer.from('abc')]),
      encodeFramed([given(1, 11, -1)], [Buffer.from('abc')]),
      encodeFramed([given(1, 11, 1e9)], [Buffer.from('abc')]),
      encodeFramed([{ id: 1, revision: '11', size: 1 }], [Buffer.from('abc')]),
      encodeFramed(
        Array.from({ length: 1001 }, () => given(1, 11, 0)),
        [],
      ),
    ]
    for (const [n, body] of senseless.entries())
      assert.throws(() => contentsIn(body, ROWS), Error, `body ${n}`)
  })
})
