import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { downloadRoot } from '@holdfast/api/files/file-zips'
import { deleteFile, type File } from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import { testZip, unzip } from '@holdfast/server/testkit/content/unzip'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`a zip of what is purged meanwhile, on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** Runs `work` when the bytes of the first file are read: then everything is listed, and little is read ahead. */
    async function zipDuring(who: Someone, work: () => Promise<void>): Promise<Buffer> {
      const { blobs } = world.service.ctx
      const { get } = blobs
      let working: Promise<void> | undefined
      blobs.get = async (...asked) => {
        working ??= work()
        await working
        return get.apply(blobs, asked)
      }
      try {
        const response = await who.open(downloadRoot, { root_id: who.rootId })
        return Buffer.from(await response.arrayBuffer())
      } finally {
        blobs.get = get
      }
    }

    it('holds the rest, and names it in a last entry whose name nothing else has', async () => {
      const ann = await world.person()
      const bytes = randomBytes(300_000)
      await ann.upload('a first.bin', new Uint8Array(bytes))
      const large = await ann.upload('large.bin', new Uint8Array(randomBytes(400_000)))
      for (let n = 1; n < 10; n++) await ann.upload(`m ${n}.txt`, 'm')
      await ann.upload('Not Included.txt', 'of ann')
      const small = await ann.upload('späti.txt', 'small')
      await ann.upload('z last.txt', 'last')
      const zip = await zipDuring(ann, async () => {
        for (const { id } of [large, small] as File[]) {
          await ann.call(deleteFile, { root_id: ann.rootId, file_id: id })
          await ann.call(purgeFile, { root_id: ann.rootId, file_id: id })
        }
      })
      assert.match(await testZip(zip), /No errors detected/)
      const found = new Map((await unzip(zip)).map((entry) => [entry.path, entry.bytes]))
      const left = found.get('NOT INCLUDED (2).txt')?.toString()
      assert.match(left ?? '', /permanently deleted.*\n\nlarge\.bin\nspäti\.txt\n$/)
      assert.equal(found.get('Not Included.txt')?.toString(), 'of ann')
      assert.ok(found.get('a first.bin')?.equals(bytes))
      assert.equal(found.get('z last.txt')?.toString(), 'last')
      assert.equal(found.size, 13)
    })

    it('breaks off where bytes are missing for another reason', async () => {
      const ann = await world.person()
      await ann.upload('a first.bin', new Uint8Array(randomBytes(300_000)))
      const torn = await ann.upload('torn.bin', new Uint8Array(randomBytes(300_000)))
      const { db } = world.service.ctx
      const tear = async () => {
        await db.write((tx) =>
          tx
            .deleteFrom('revision_chunk')
            .where('root_id', '=', ann.rootId)
            .where('revision_id', '=', torn.revision_id)
            .execute(),
        )
      }
      await assert.rejects(zipDuring(ann, tear), /terminated|aborted|closed/)
    })
  })
