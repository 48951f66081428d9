import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId, MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import * as routes from './time-routes.ts'

const parts = (address: string): [path: string, query: string] => {
  const [path = '', query = ''] = address.split('?')
  return [path, query]
}
const [root, folder, who, machine] = [7 as RootId, 12 as EntryId, 3 as PersonId, 4 as MachineId]

describe('the addresses of what was', () => {
  it('say a place in the time machine and are read as the same', () => {
    const plain = routes.historyAt(root, folder)
    const places: routes.HistoryPlace[] = [
      plain,
      { ...plain, at: '2026-11-10T14:32:00', who, machine },
      { ...plain, at: '17', from: '90', isDiff: true },
    ]
    for (const place of places) {
      const read = routes.historyPlaceIn(...parts(routes.addressOfHistory(place)))
      assert.equal(read && routes.addressOfHistory(read), routes.addressOfHistory(place))
      assert.deepEqual({ ...read }, { from: undefined, who: undefined, machine: undefined, ...place })
    }
    assert.equal(
      routes.addressOfHistory({ ...plain, at: '2026-11-10T14:32:00' }),
      '/history/7/12?at=2026-11-10T14:32:00',
    )
  })

  it('say what happened and what was deleted, and are read as the same', () => {
    const undo = { who, machine, since: '2026-11-10', deletesOnly: true }
    for (const where of [
      { root, organization: undefined },
      { root: undefined, organization: 5 as OrganizationId },
    ])
      assert.deepEqual(routes.undoPlaceIn(...parts(routes.addressOfUndo({ ...undo, ...where }))), {
        ...undo,
        ...where,
      })
    const deleted = { root, who, day: '2026-11-10', q: 'a & b' }
    assert.deepEqual(routes.deletedPlaceIn(...parts(routes.addressOfDeleted(deleted))), deleted)
    assert.equal(routes.addressOfDeleted({}), '/deleted')
    assert.equal(routes.addressOfUndo({ deletesOnly: false }), '/undo')
  })

  it('that name nothing are told apart', () => {
    for (const bad of ['/history', '/history/x', '/history/1/2/3', '/files/1/2'])
      assert.equal(routes.historyPlaceIn(bad, ''), undefined, bad)
    assert.equal(routes.historyPlaceIn('/history/1/2', 'at=yesterday')?.at, undefined)
    assert.equal(routes.deletedPlaceIn('/deleted/x', ''), undefined)
    assert.equal(routes.undoPlaceIn('/undo/1', ''), undefined)
  })
})
