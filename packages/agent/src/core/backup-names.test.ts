import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { isTooLong, nameKey, storedName, whyInvalidName } from '@holdfast/api/files/names'
import { HOSTILE_NAMES } from '../../testkit/backup/hostile-tree.ts'
import { decodeAttributes, encodeAttributes, isItemName } from './backup-meta.ts'
import { backupName } from './backup-names.ts'

const hashOf = (raw: string) => createHash('sha256').update(Buffer.from(raw, 'latin1')).digest('hex')

describe('a backup calls an item', () => {
  it('by its name where the service can hold that, else by one like it', () => {
    const free = () => false
    const name = (raw: string) => backupName(Buffer.from(raw).toString('latin1'), free, hashOf)
    assert.equal(name('plan 7.txt'), 'plan 7.txt')
    assert.equal(name('a:b.txt'), `a_b~${hashOf('a:b.txt').slice(0, 8)}.txt`)
    assert.equal(name('con'), `con~${hashOf('con').slice(0, 8)}`)
    assert.equal(name('con.txt'), `con~${hashOf('con.txt').slice(0, 8)}.txt`)
  })

  it('so that no two of a folder are in each other’s way, and the service takes all of them', () => {
    const keys = new Set<string>()
    for (const raw of HOSTILE_NAMES) {
      const name = backupName(raw, (key) => keys.has(key), hashOf)
      assert.equal(whyInvalidName(name), undefined, name)
      assert.equal(storedName(name), name)
      assert.ok(!isTooLong(name) && !keys.has(nameKey(name)), name)
      keys.add(nameKey(name))
    }
    assert.equal(keys.size, HOSTILE_NAMES.length)
  })

  it('and keeps its bytes and attributes in a text of bounded size', () => {
    for (const raw of HOSTILE_NAMES) {
      const kept = { raw, mode: 0o4755, uid: 2 ** 32 - 1, gid: 0, mtime: -(2n ** 62n), link: true }
      const text = encodeAttributes(kept)
      assert.ok(text.length <= 4096)
      assert.deepEqual(decodeAttributes(text), kept)
    }
  })

  it('and believes no text that another wrote', () => {
    for (const text of [null, '', '7', '[]', 'null', '{"mode":1}', '{"mode":-1,"uid":0,"gid":0,"mtime":"0"}'])
      assert.equal(decodeAttributes(text), undefined)
    const odd = (raw: string) =>
      decodeAttributes(JSON.stringify({ raw, mode: 0, uid: 0, gid: 0, mtime: '0' }))
    for (const raw of ['2', 'zz', '']) assert.equal(odd(raw), undefined)
    for (const raw of ['2e', '2e2e', '2e2e2f61', '6100']) assert.equal(isItemName(odd(raw)?.raw ?? ''), false)
  })
})
