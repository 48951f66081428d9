import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PersonId } from '@holdfast/api/ids'
import { details } from './en/details.ts'
import { doerOf, sentenceOf } from './sentences.ts'

const [ann, bob] = [1 as PersonId, 2 as PersonId]

describe('what happened, in a sentence', () => {
  const said = (operation: Parameters<typeof sentenceOf>[0]) => sentenceOf(operation, details, ann)
  it('names who did what, and where it is known, on which device', () => {
    const by = { person_id: bob, person_name: 'Bob', machine_name: 'laptop' }
    assert.equal(said({ ...by, op: 'create', name: 'a.txt', changes: 1 }), 'Bob on laptop added “a.txt”')
    assert.equal(
      said({ person_id: ann, op: 'delete', name: 'b', changes: 1240 }),
      'You deleted “b” and 1,239 more items',
    )
    assert.equal(
      said({ person_id: null, op: 'purge', name: 'c', changes: 1 }),
      'The service permanently deleted “c”',
    )
    assert.equal(said({ person_id: bob, op: 'rename', name: 'd', changes: 1 }), 'Someone renamed it to “d”')
    assert.equal(
      said({ person_id: ann, op: 'move', name: 'e', changes: 2 }),
      'You moved “e” and one more item',
    )
  })
  it('invents nobody', () => {
    assert.equal(doerOf({}, details, undefined), undefined)
    assert.equal(doerOf({ person_id: bob, machine_name: 'laptop' }, details, ann), undefined)
  })
})
