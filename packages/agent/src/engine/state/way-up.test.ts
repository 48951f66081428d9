import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Link } from '../../core/links.ts'
import type { LocalId } from '../../core/local-id.ts'
import { wayUp } from './way-up.ts'

const id = (name: string) => name as LocalId

/** `agreed` has the folder of each item that is missing. */
function up(from: string, agreed: Record<string, string>, there: string[]) {
  const links = new Map(
    Object.entries(agreed).map(([localId, localParent]) => [
      localId,
      { localId, localParent } as unknown as Link,
    ]),
  )
  const trees = {
    links: { ofLocal: (of: LocalId) => links.get(of) },
    local: { get: (of: LocalId) => (there.includes(of) ? { id: of } : undefined) },
  } as unknown as Parameters<typeof wayUp>[0]
  const { way, folder } = wayUp(trees, links.get(from) ?? assert.fail())
  return [way.map(({ localId }) => localId), folder]
}

describe('the way up from what is missing', () => {
  it('ends at the folder that is there', () => {
    assert.deepEqual(up('a', { a: 'b', b: 'c', c: 'top' }, ['c', 'top']), [[id('a'), id('b')], 'c'])
    assert.deepEqual(up('a', { a: 'top' }, ['top']), [[id('a')], 'top'])
  })

  it('ends at the folder of which nothing is known', () => {
    assert.deepEqual(up('a', { a: 'b', b: 'c' }, ['top']), [[id('a'), id('b')], 'c'])
  })

  it('ends nowhere where it comes round', () => {
    assert.deepEqual(up('a', { a: 'b', b: 'a' }, ['top']), [[id('a'), id('b')], undefined])
    assert.deepEqual(up('c', { c: 'a', a: 'b', b: 'a' }, ['top']), [[id('c'), id('a'), id('b')], undefined])
    assert.deepEqual(up('a', { a: 'a' }, ['top']), [[id('a')], undefined])
  })
})
