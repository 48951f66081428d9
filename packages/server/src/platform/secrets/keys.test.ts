import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { Keys, versionOf } from './keys.ts'

const master = (version: number) => ({ version, secret: randomBytes(32) })
const ALTERED = /was altered, or sealed for another place/

describe('a sealed secret', () => {
  const [first, second] = [master(1), master(2)]
  const keys = new Keys([first], randomBytes)
  const sealed = keys.seal('installation.value', 'epoch', 'Grüße 123')

  it('is opened where it was sealed, and looks different each time', () => {
    assert.equal(keys.open('installation.value', 'epoch', sealed), 'Grüße 123')
    assert.notDeepEqual(keys.seal('installation.value', 'epoch', 'Grüße 123'), sealed)
    assert.equal(keys.open('installation.value', 'x', keys.seal('installation.value', 'x', '')), '')
    assert.ok(!sealed.includes('123'))
  })

  it('cannot be opened in another place, altered, cut or with another key', () => {
    assert.throws(() => keys.open('installation.value', 'notices', sealed), ALTERED)
    for (let at = 1; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(sealed.readUInt8(at) ^ 1, at)
      assert.throws(() => keys.open('installation.value', 'epoch', altered), ALTERED, String(at))
      assert.throws(() => keys.open('installation.value', 'epoch', sealed.subarray(0, at)), String(at))
    }
    const stranger = new Keys([master(1)], randomBytes)
    assert.throws(() => stranger.open('installation.value', 'epoch', sealed), ALTERED)
  })

  it('stays open to whoever has its version beside a newer one, which seals from then on', () => {
    const both = new Keys([first, second], randomBytes)
    assert.equal(both.open('installation.value', 'epoch', sealed), 'Grüße 123')
    const resealed = both.seal('installation.value', 'epoch', 'Grüße 123')
    assert.deepEqual([versionOf(sealed), versionOf(resealed)], [1, 2])
    assert.throws(() => keys.open('installation.value', 'epoch', resealed), /lacks version 2/)
    assert.throws(
      () => new Keys([second], randomBytes).open('installation.value', 'epoch', sealed),
      /lacks version 1/,
    )
  })

  it('is found by a digest that only the key can make', () => {
    const digest = keys.digest('installation.value', 'x')
    assert.deepEqual(keys.digest('installation.value', 'x'), digest)
    assert.notDeepEqual(keys.digest('installation.value', 'y'), digest)
    assert.notDeepEqual(new Keys([second], randomBytes).digest('installation.value', 'x'), digest)
    const both = new Keys([first, second], randomBytes)
    assert.deepEqual(both.digests('installation.value', 'x'), [
      digest,
      both.digest('installation.value', 'x'),
    ])
  })
})
