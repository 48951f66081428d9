import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { MAX_CHUNK, MIN_CHUNK } from '@holdfast/api/files/cutter'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { quickFolder } from '@holdfast/server/testkit/servers/quick-folder'
import { Chance } from '../../testkit/sim/chance.ts'
import { cutFile } from './cut.ts'
import { cutAgain } from './cut-again.ts'

let dir = ''

const random = (size: number, seed: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(size))

function withFile<T>(bytes: Uint8Array, deed: (fd: number) => T): T {
  const file = path.join(dir, 'file')
  writeFileSync(file, bytes)
  const fd = openSync(file, 'r')
  try {
    return deed(fd)
  } finally {
    closeSync(fd)
  }
}

describe('cutting a file again along its old cuts', () => {
  before(() => {
    dir = mkdtempSync(path.join(quickFolder(), 'holdfast-cut-'))
  })
  after(() => rmSync(dir, { recursive: true }))

  it('gives what cutting it anew does, whatever happened to it', () => {
    const chance = new Chance(7)
    const { below } = chance
    for (let round = 0; round < rounds(15, 2000); round++) {
      // Contents that are the same all over have chunks of the largest size.
      const isPlain = chance.happens(0.1)
      const size = below(4 * MAX_CHUNK)
      const before = isPlain ? Buffer.alloc(size, 1) : random(size, below(250))
      const old = withFile(before, cutFile)
      let bytes: Buffer = before
      for (let edits = below(4); edits > 0; edits--) {
        const at = below(bytes.length + 1)
        const piece = random(chance.pick([1, 1000, MIN_CHUNK, 2 * MAX_CHUNK]), below(250))
        const kept = bytes.subarray(0, at)
        const how = below(5)
        if (how === 0) bytes = Buffer.concat([kept, piece, bytes.subarray(at)])
        else if (how === 1) bytes = Buffer.concat([kept, piece, bytes.subarray(at + piece.length)])
        else if (how === 2) bytes = Buffer.concat([kept, bytes.subarray(at + piece.length)])
        else if (how === 3) bytes = kept
        else bytes = Buffer.concat([bytes, piece])
      }
      withFile(bytes, (fd) => assert.deepEqual(cutAgain(fd, old), cutFile(fd), `round ${round}`))
      const other = withFile(random(below(MAX_CHUNK), below(250)), cutFile)
      withFile(bytes, (fd) =>
        assert.deepEqual(cutAgain(fd, other), cutFile(fd), `round ${round}, another list`),
      )
    }
  })

  it('ends a chunk by the end of the old file only where the new one ends, too', () => {
    const whole = random(3 * MAX_CHUNK, 3)
    const cuts = withFile(whole, cutFile)
    const [first] = cuts
    assert.ok(first)
    const short = whole.subarray(0, first.size + MIN_CHUNK + 10)
    const old = withFile(short, cutFile)
    withFile(whole, (fd) => assert.deepEqual(cutAgain(fd, old), cuts))
  })
})
