import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ContentAsked,
  type ContentGiven,
  getContents,
  MAX_SMALL_CONTENT,
} from '@holdfast/api/files/contents'
import { createFolderInRoot, deleteFile, deleteFolder, type File } from '@holdfast/api/files/files'
import { decodeFramed } from '@holdfast/api/files/framed'
import { purgeFile } from '@holdfast/api/files/retention'
import { downloadRevision, uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { listOrganizationActivity, listPersonActivity } from '@holdfast/api/oversight/activity'
import { chunkOf, commit, put } from '@holdfast/server/testkit/content/client-cut'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { findFirstChunks } from '../../platform/content/revision-queries.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

const MIB = 1024 * 1024
const DOWNLOADED = ACTIVITY_TYPES.file_downloaded.id
const DAMAGE_FOUND = ACTIVITY_TYPES.content_damaged.id

const asked = ({ id, revision_id }: Pick<File, 'id' | 'revision_id'>): ContentAsked => ({
  id,
  revision: revision_id as RevisionId,
})

/** An answer, with the bytes of each file beside what is said of it. */
async function contentsOf(response: Response): Promise<(ContentGiven & { bytes?: Buffer })[]> {
  const { described, bytes } = decodeFramed(new Uint8Array(await response.arrayBuffer()))
  let at = 0
  const given = (described as ContentGiven[]).map((one) => {
    if ('error' in one) return one
    at += one.size
    return { ...one, bytes: Buffer.from(bytes.subarray(at - one.size, at)) }
  })
  assert.equal(at, bytes.length, 'there are no bytes that belong to nothing')
  return given
}

for (const stack of STACKS)
  describe(`contents of many files on ${stack.name}`, () => {
    const world = useWorld(stack)

    const get = async (who: Someone, files: readonly ContentAsked[], root_id = who.rootId) =>
      contentsOf(await who.open(getContents, { root_id, files: [...files] }))

    it('come in the order that they were asked for, each with its bytes', async () => {
      const ann = await world.person()
      const { id: folder } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'in it' })
      const sizes = [5, 0, 4096, MAX_SMALL_CONTENT, 1]
      const bytes = sizes.map((size) => sampleBytes(size, `of ${size}`))
      const files: File[] = []
      for (const [n, content] of bytes.entries())
        files.push(await ann.upload(`${n}.bin`, content, n % 2 === 0 ? undefined : folder))
      const pieces = ['cut ', 'by ', 'another ', 'client'].map((text) => chunkOf(Buffer.from(text)))
      for (const piece of pieces) await put(ann, piece)
      files.push(await commit(ann, pieces, { name: 'pieces.txt' }))
      bytes.push(Buffer.from('cut by another client'))
      const given = await get(ann, files.map(asked).reverse())
      assert.deepEqual(
        given.map(({ id, revision }) => ({ id, revision })),
        files.map(asked).reverse(),
      )
      for (const [n, one] of given.reverse().entries())
        assert.ok(one.bytes?.equals(bytes[n] ?? assert.fail()), `file ${n}`)
    })

    it('are given or refused as each of the files is by itself', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const root_id = ann.rootId
      const { id: folder_id } = await ann.call(createFolderInRoot, { root_id, name: 'gone' })
      const old = await ann.upload('old.txt', 'old')
      await ann.call(uploadRevision, {
        root_id,
        file_id: old.id,
        file: { name: 'old.txt', bytes: new Blob(['new']) },
      })
      const [here, deleted, inDeleted, purged, large, others] = [
        await ann.upload('here.txt', 'here'),
        await ann.upload('deleted.txt', 'deleted'),
        await ann.upload('in-deleted.txt', 'in deleted', folder_id),
        await ann.upload('purged.txt', 'purged'),
        await ann.upload('large.bin', sampleBytes(MAX_SMALL_CONTENT + 1, 'large')),
        await bob.upload('others.txt', 'of another person'),
      ]
      await ann.call(deleteFile, { root_id, file_id: deleted.id })
      await ann.call(deleteFolder, { root_id, folder_id })
      await ann.call(deleteFile, { root_id, file_id: purged.id })
      await ann.call(purgeFile, { root_id, file_id: purged.id })
      const files = [
        ...[here, old, deleted, inDeleted, purged, others].map(asked),
        { ...asked(here), revision: asked(old).revision },
        { ...asked(here), revision: asked(others).revision },
        { ...asked(here), id: folder_id },
        { id: 987_654_321 as EntryId, revision: 987_654_321 as RevisionId },
      ]
      const alone = await Promise.all(
        files.map(({ id: file_id, revision: revision_id }) =>
          ann.open(downloadRevision, { root_id, file_id, revision_id }).then(
            (response) => response.text(),
            (error: { code: string }) => error.code,
          ),
        ),
      )
      const together = await get(ann, files)
      assert.deepEqual(
        together.map((one) => ('error' in one ? one.error : String(one.bytes))),
        alone,
      )
      assert.deepEqual(alone.slice(0, 3), ['here', 'old', 'deleted'], 'some of both kinds')
      assert.ok(alone.includes('not_found'))
      const [tooLarge] = await get(ann, [asked(large)])
      assert.equal(tooLarge && 'error' in tooLarge && tooLarge.error, 'invalid_request')
      await assert.rejects(get(bob, [asked(here)], root_id), { status: 403, code: 'forbidden' })
      await world.changeRoot(root_id, { deleted_at: world.service.ctx.now() })
      await assert.rejects(get(ann, [asked(here)]), { status: 410, code: 'root_deleted' })
    })

    it('are on record as a download each, and what was left out is not', async () => {
      const ann = await world.person()
      const { id: folder } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'f' })
      const files = [await ann.upload('a', 'a'), await ann.upload('b', 'b', folder)]
      const missing = { ...asked(files[0] as File), revision: 987_654_321 as RevisionId }
      await get(ann, [...files.map(asked), missing])
      await world.service.ctx.downloads.flush()
      const { results } = await ann.call(listPersonActivity, { person_id: ann.id })
      const downloads = results.filter(({ activity_type_id }) => activity_type_id === DOWNLOADED)
      assert.deepEqual(downloads.map(({ data_text }) => data_text).sort(), ['/a', '/f/b'])
    })

    it('leave out what is damaged, say so, and put it on record', async () => {
      const organization_id = await world.organization()
      const ann = await world.person({ organizationId: organization_id })
      const files = [
        await ann.upload('row', 'whole'),
        await ann.upload('damaged row', 'damaged'),
        await ann.upload('damaged blob', sampleBytes(MAX_SMALL_CONTENT, 'damaged blob')),
        await ann.upload('blob', sampleBytes(MAX_SMALL_CONTENT, 'whole blob')),
      ]
      const { db, blobs } = world.service.ctx
      const revisions = files.map((file) => asked(file).revision)
      const chunks = await findFirstChunks(db.read, ann.rootId, revisions)
      const [row, blob] = revisions.slice(1, 3).map((id) => chunks.get(id) ?? assert.fail())
      await db.write((tx) =>
        tx
          .updateTable('chunk')
          .set({ data: Buffer.from('demaged') })
          .where('root_id', '=', ann.rootId)
          .where('id', '=', row?.id ?? assert.fail())
          .execute(),
      )
      const key = blob?.blob_key ?? assert.fail('it lies in a blob')
      await blobs.delete(key)
      await blobs.put(key, [sampleBytes(MAX_SMALL_CONTENT, 'something else')])
      const given = await get(ann, files.map(asked))
      assert.deepEqual(
        given.map((one) => ('error' in one ? [one.error, one.error_reason] : one.size)),
        [
          5,
          ['temporarily_unavailable', 'content_damaged'],
          ['temporarily_unavailable', 'content_damaged'],
          MAX_SMALL_CONTENT,
        ],
      )
      const { results } = await (await world.admin()).call(listOrganizationActivity, { organization_id })
      const found = results.filter(({ activity_type_id }) => activity_type_id === DAMAGE_FOUND)
      assert.deepEqual(found.map(({ data_text }) => data_text).sort(), ['/damaged blob', '/damaged row'])
    })

    it('are refused where they are too many, and while a person has too much under way', async () => {
      const ann = await world.person()
      const file = await ann.upload('much.bin', sampleBytes(MAX_SMALL_CONTENT, 'much'))
      const most = Array.from({ length: (8 * MIB) / MAX_SMALL_CONTENT }, () => asked(file))
      const refused = { status: 400, code: 'invalid_request' }
      await assert.rejects(get(ann, [...most, asked(file)]), refused)
      await assert.rejects(get(ann, []), refused)
      await assert.rejects(
        get(
          ann,
          Array.from({ length: 1001 }, () => asked(file)),
        ),
        refused,
      )
      const { whole } = world.service.ctx.content
      const release = whole.tryHold(ann.id, 9 * MIB) ?? assert.fail('nothing else is held')
      const busy = await ann.open(getContents, { root_id: ann.rootId, files: most }).catch((error) => error)
      assert.deepEqual(
        [busy.status, busy.code, busy.headers.get('retry-after')],
        [503, 'temporarily_unavailable', '1'],
      )
      release()
      assert.equal((await get(ann, most)).length, most.length)
      const all = whole.tryHold(ann.id, 16 * MIB) ?? assert.fail('what was answered is held no longer')
      all()
    })
  })
