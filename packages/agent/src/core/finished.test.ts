import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasProgramBeside } from './beside.ts'
import { looksFinished, type Past, type Sight, withSight } from './finished.ts'
import type { LocalId } from './local-id.ts'

const NOW = 1_000_000
const SAVED: Sight = { id: 'a' as LocalId, size: 1000, writtenAt: NOW - 5, inUse: false }
const looks = (change: Partial<Sight> = {}, past?: Past, now = NOW): boolean =>
  looksFinished({ ...SAVED, ...change }, past, now)

/** What is remembered after these looks. */
const after = (...sights: { at: number; size?: number; id?: string }[]): Past | undefined =>
  sights.reduce<Past | undefined>(
    (past, { at, size = SAVED.size, id = 'a' }) => withSight(past, { ...SAVED, size, id: id as LocalId }, at),
    undefined,
  )

describe('a file that was written just now', () => {
  it('looks finished where nothing speaks against it', () => {
    assert.ok(looks())
    assert.ok(looks({ size: 8 * 1024 * 1024 }))
  })

  it('does not while it is empty, large, in use, or of a time that is not here yet', () => {
    assert.ok(!looks({ size: 0 }))
    assert.ok(!looks({ size: 8 * 1024 * 1024 + 1 }))
    assert.ok(!looks({ inUse: true }))
    assert.ok(!looks({ writtenAt: NOW + 1 }))
  })

  it('does not if it has grown since the look before', () => {
    assert.ok(!looks({}, after({ at: NOW - 400, size: 999 })))
    assert.ok(looks({}, after({ at: NOW - 400, size: 1001 })), 'it is shorter')
    assert.ok(looks({}, after({ at: NOW - 400, size: 999, id: 'b' })), 'it is another one in its place')
    assert.ok(looks({}, after({ at: NOW - 10_000, size: 999 })), 'that was long ago')
  })

  it('does not if it changes in more than two of the last ten seconds, whatever file has the name', () => {
    const twice = [{ at: NOW - 6000, id: 'b' }, { at: NOW - 5500 }, { at: NOW - 3000, id: 'c' }]
    assert.ok(!looks({}, after(...twice)))
    assert.ok(looks({}, after(...twice.slice(0, 2))), 'in two')
    assert.ok(looks({}, after(...twice), NOW + 6000), 'in two, by now')
  })
})

describe('what lies beside a file', () => {
  it('tells that a program is at it', () => {
    for (const beside of [
      'a.db-wal',
      'a.db-journal',
      'a.db.part',
      'a.db.lock',
      '.#a.db',
      '.~lock.a.db#',
      '~$a.db',
    ])
      assert.ok(hasProgramBeside('a.db', new Set(['a.db', beside])), beside)
    assert.ok(!hasProgramBeside('a.db', new Set(['a.db', 'b.db-wal', 'a.db.bak', '.a.db.swp'])))
  })
})
