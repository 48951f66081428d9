import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupsOf, type Happened, spanOf, standsAlone } from './groups.ts'

let count = 100
/** Each is older than the one before. */
const done = (person_id: number, machine_id: number | null, at: string, more: Partial<Happened> = {}) => {
  const seq = --count
  return {
    ...{
      root: 1,
      person_id,
      machine_id,
      at: `2026-11-10T${at}:00`,
      seq,
      last_seq: seq,
      changes: 1,
      op: 'update',
    },
    ...more,
  } as Happened
}

describe('what happened, by who did it', () => {
  it('keeps together what one did in one go, whatever others did meanwhile', () => {
    const groups = groupsOf([
      done(1, 7, '12:00'),
      done(2, null, '11:55'),
      done(1, 7, '11:40', { op: 'delete', changes: 40 }),
      done(1, 8, '11:39'),
      done(1, 7, '11:00'),
    ])
    assert.deepEqual(
      groups.map(({ person_id, machine_id, operations, changes, deleted }) => [
        ...[person_id, machine_id, operations.length, changes, deleted],
      ]),
      [
        [1, 7, 2, 41, 40],
        [2, null, 1, 1, 0],
        [1, 8, 1, 1, 0],
        [1, 7, 1, 1, 0],
      ],
    )
  })

  it('tells roots apart', () => {
    const groups = groupsOf([done(1, 7, '12:00'), done(1, 7, '12:00', { root: 2 as Happened['root'] })])
    assert.equal(groups.length, 2)
  })

  it('knows what can be told from the rest', () => {
    const groups = groupsOf([
      done(1, null, '12:00'),
      done(1, 7, '11:59'),
      done(1, null, '11:58'),
      done(2, null, '11:57'),
    ])
    const [web, device, other] = groups
    assert.ok(web && device && other)
    assert.deepEqual(spanOf(web), {
      from_seq: spanOf(device).from_seq - 1,
      to_seq: spanOf(device).to_seq + 1,
    })
    assert.deepEqual(
      groups.map((group) => standsAlone(group, groups)),
      [false, true, true],
    )
  })
})
