import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Edge, planNesting } from './plan-groups.ts'

const edge = (text: string): Edge => ({ outer: text[0] ?? '', inner: text[1] ?? '' })
const edges = (text: string): Edge[] => text.split(' ').filter(Boolean).map(edge)
const plan = (wanted: string, current = '', fixed = '') => {
  const { add, remove, refused } = planNesting(edges(wanted), edges(current), edges(fixed))
  const text = (list: Edge[]) => list.map(({ outer, inner }) => outer + inner).join(' ')
  return { add: text(add), remove: text(remove), refused: text(refused) }
}

describe('groups in groups', () => {
  it('are put in and taken out as the directory has it', () => {
    assert.deepEqual(plan('ab bc', 'ac bc'), { add: 'ab', remove: 'ac', refused: '' })
  })

  it('never contain themselves, by however many steps', () => {
    assert.equal(plan('aa').refused, 'aa')
    assert.equal(plan('ab ba').refused, 'ba')
    assert.equal(plan('ab bc ca').refused, 'ca')
    assert.equal(plan('ca bc ab').refused, 'ca', 'in whatever order the server tells')
  })

  it('do not do so through groups of the organization either, which stay', () => {
    assert.deepEqual(plan('ba', '', 'aL Lb'), { add: '', remove: '', refused: 'ba' })
  })

  it('may turn round', () => {
    assert.deepEqual(plan('ba', 'ab'), { add: 'ba', remove: 'ab', refused: '' })
  })
})
