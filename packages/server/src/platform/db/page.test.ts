import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPage } from './page.ts'

describe('a page of a list', () => {
  for (const total of [0, 1, 99, 100, 101, 200, 250, 1000])
    it(`is what stands there, of ${total}`, async () => {
      const list = Array.from({ length: total }, (_, n) => n)
      const read = async ({ order, skip, limit }: { order: string; skip: number; limit: number }) => {
        assert.ok(skip <= total / 2, 'no further than half the list')
        const ordered = order === 'asc' ? [...list] : list.toReversed()
        return ordered.slice(skip, skip + limit)
      }
      for (const offset of [0, 1, 50, 99, 100, 101, 150, 199, 200, 250, 900, 999, 1000, 5000])
        assert.deepEqual(await readPage(total, offset, read), list.slice(offset, offset + 100))
    })
})
