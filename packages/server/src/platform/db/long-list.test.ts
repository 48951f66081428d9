import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Reach, readLongList } from './long-list.ts'

/** A list in memory that tells how far it was read. */
function listOf(ids: number[]) {
  let furthest = 0
  const read = async ({ after, skip, limit }: Reach) => {
    furthest = Math.max(furthest, skip)
    const above = ids.filter((id) => id > after)
    return above.slice(skip, skip + limit).map((id) => ({ id }))
  }
  return { ids, read, furthest: () => furthest }
}
const idsOf = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id)

describe('a long list', () => {
  it('has the pages it should have, and none is far to go', async () => {
    const list = listOf(Array.from({ length: 3456 }, (_, n) => n * 3 + 1))
    const page = (offset: number) => idsOf(readLongList({ key: 'a', version: 1 }, offset, list.read))
    for (const offset of [0, 100, 3400, 3456, 5000, 999, 1000, 1001, 2950, 1, 3455])
      assert.deepEqual(await page(offset), list.ids.slice(offset, offset + 100), `${offset}`)
    assert.ok(list.furthest() < 1000)
  })

  it('grows at its end', async () => {
    const list = listOf(Array.from({ length: 1500 }, (_, n) => n + 1))
    const page = (offset: number) => idsOf(readLongList({ key: 'b', version: 1 }, offset, list.read))
    assert.equal((await page(1450)).length, 50)
    list.ids.push(...Array.from({ length: 1000 }, (_, n) => n + 5000))
    for (const offset of [1450, 2400, 1000])
      assert.deepEqual(await page(offset), list.ids.slice(offset, offset + 100))
  })

  it('is looked at anew when a row has left it', async () => {
    const list = listOf(Array.from({ length: 2500 }, (_, n) => n + 1))
    const page = (version: number, offset: number) =>
      idsOf(readLongList({ key: 'c', version }, offset, list.read))
    await page(1, 2400)
    list.ids.splice(5, 1)
    assert.deepEqual(await page(2, 2400), list.ids.slice(2400, 2500))
    assert.deepEqual(await page(2, 1000), list.ids.slice(1000, 1100))
  })
})
