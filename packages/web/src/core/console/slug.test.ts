import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { slugOf } from './slug.ts'

describe('the web address of a customer', () => {
  it('is made of its name', () => {
    assert.equal(slugOf('Brightwater Architects'), 'brightwater-architects')
    assert.equal(slugOf('  Größe & Söhne GmbH '), 'grosse-sohne-gmbh')
    assert.equal(slugOf('Café “Zürich” 24/7'), 'cafe-zurich-24-7')
    assert.equal(slugOf('株式会社'), '')
    assert.ok(slugOf('a '.repeat(200)).length <= 60)
  })
})
