import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AREAS, SPECIFICATION } from './specification.ts'

const COUNTS = {
  General: 3,
  Files: 13,
  Folders: 12,
  Roots: 8,
  Organizations: 20,
  'Organization shares': 6,
  People: 12,
  Guests: 6,
  Groups: 6,
  Machines: 14,
  Activity: 3,
  'Share links': 6,
  'Shared content': 12,
  OAuth: 3,
}

const PLACEHOLDERS = new Set(
  'root file folder revision organization person guest group machine mapping activity sharelink subscriber'
    .split(' ')
    .map((thing) => `{${thing}_id}`),
)

describe('the specification', () => {
  it('has 124 operations', () => {
    assert.equal(SPECIFICATION.length, 124)
  })

  it('has as many operations in each area as the document', () => {
    const counts = Object.fromEntries(
      AREAS.map((area) => [area, SPECIFICATION.filter((op) => op.area === area).length]),
    )
    assert.deepEqual(counts, COUNTS)
  })

  it('keeps areas together, in the order of the document', () => {
    const order = SPECIFICATION.map((op) => AREAS.indexOf(op.area))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
  })

  it('names each operation once, in snake case', () => {
    assert.equal(new Set(SPECIFICATION.map((op) => op.name)).size, SPECIFICATION.length)
    assert.deepEqual(
      SPECIFICATION.filter((op) => !/^[a-z]+(_[a-z]+)*$/.test(op.name)),
      [],
    )
  })

  it('has one operation per method and path, whatever the placeholders are called', () => {
    const places = SPECIFICATION.map((op) => `${op.method} ${op.path.replaceAll(/\{\w+\}/g, '{}')}`)
    assert.deepEqual(
      places.filter((place, i) => places.indexOf(place) !== i),
      [],
    )
  })

  it('writes paths of the API or of OAuth, with known placeholders', () => {
    for (const { path } of SPECIFICATION) {
      assert.match(path, /^\/(api\/2|oauth)(\/(\w+|\{\w+\}))+$/)
      for (const [placeholder] of path.matchAll(/\{\w+\}/g)) assert.ok(PLACEHOLDERS.has(placeholder), path)
    }
  })

  it('uses PUT and DELETE for share links and their subscribers only', () => {
    const areas = SPECIFICATION.filter((op) => op.method === 'PUT' || op.method === 'DELETE').map(
      (op) => op.area,
    )
    assert.deepEqual(areas, Array(4).fill('Share links'))
  })
})
