import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { readPiece } from './form/pieces.ts'
import { type Tree, writeTree } from './form/tree.ts'
import { openPlaceAt, readPlace } from './place/open-place.ts'
import { sizesOn } from './place/place.ts'
import { Recheck } from './recheck.ts'
import { PieceStore } from './store-pieces.ts'

describe('a piece that is at a place already', () => {
  it('is looked at where no newer backup has it, and stored again where it has rotted', async () => {
    const dir = path.join(await makeTempDir(), 'kept')
    const place = await openPlaceAt(readPlace(dir), true)
    const store = async (): Promise<{ pieces: PieceStore; tree: Tree }> => {
      const pieces = new PieceStore(place, await sizesOn(place, 'pieces'), new Recheck(1))
      const rows = (async function* () {
        yield [[1, 'a row that comes back as it was']]
      })()
      return { pieces, tree: await writeTree(rows, (cut, whole) => pieces.store(cut, whole)) }
    }
    const first = await store()
    assert.equal(first.pieces.stored.count, 1)
    const again = await store()
    assert.deepEqual([again.pieces.stored.count, again.pieces.repaired], [0, []])
    const { name } = first.tree.top ?? assert.fail()
    const found = await readdir(path.join(dir, 'pieces'), { recursive: true, withFileTypes: true })
    const [file = assert.fail()] = found.filter((entry) => entry.name === name)
    const at = path.join(file.parentPath, file.name)
    const bytes = await readFile(at)
    bytes[3] = (bytes[3] ?? 0) ^ 1
    await writeFile(at, bytes)
    const healed = await store()
    assert.deepEqual([healed.pieces.stored.count, healed.pieces.repaired], [0, [name]])
    assert.match((await readPiece(place, { name })).toString(), /comes back/)
  })
})
