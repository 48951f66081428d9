import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deleteFile, getFile, getRoot } from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import { chunkOf, commit, put } from '@holdfast/server/testkit/content/client-cut'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const MIB = 1024 * 1024

const code = (expected: string) => (error: unknown) => {
  assert.equal((error as { code?: string }).code, expected)
  return true
}

for (const stack of STACKS)
  describe(`chunks made a file on ${stack.name}`, () => {
    const world = useWorld(stack)

    const small = (text: string) => chunkOf(Buffer.from(text))

    it('are held to the rules of uploads', async () => {
      const organizationId = await world.organization({ max_file_size: 1, excluded_extensions: '.exe' })
      const ann = await world.person({ organizationId })
      const chunk = small('rules')
      await put(ann, chunk)
      await commit(ann, [chunk], { name: 'taken.txt' })
      const refusals: [object, string][] = [
        [{ name: 'a/b' }, 'invalid_name'],
        [{ name: 'virus.exe' }, 'invalid_extension'],
        [{ name: 'Taken.txt' }, 'name_conflict'],
        [{ name: 'short.txt', size: 4 }, 'invalid_request'],
        [{ folder_id: 0 }, 'invalid_request'],
        [{ name: 'both.txt', folder_id: 0, file_id: 1 }, 'invalid_request'],
        [{ name: 'far.txt', folder_id: 987_654 }, 'not_found'],
      ]
      for (const [to, expected] of refusals)
        await assert.rejects(commit(ann, [chunk], to), code(expected), JSON.stringify(to))
      await assert.rejects(commit(ann, [{ ...chunk, size: 6 }], { name: 'lie.txt' }), code('invalid_request'))
      const twice = [chunk, { ...chunk, size: 1 }]
      await assert.rejects(commit(ann, twice, { name: 'lie.txt' }), code('invalid_request'))
      const large = chunkOf(sampleBytes(MIB, 'too much'))
      await put(ann, large)
      await assert.rejects(commit(ann, [large, chunk], { name: 'large.bin' }), code('policy_error'))
      const renamed = await commit(ann, [chunk], { name: 'taken.txt', on_conflict: 'rename' })
      assert.equal(renamed.name, 'taken (2).txt')
    })

    it('replace the version that was meant and no other', async () => {
      const ann = await world.person()
      const [one, two, three] = ['one', 'two', 'three'].map(small) as [never, never, never]
      for (const chunk of [one, two, three]) await put(ann, chunk)
      const file = await commit(ann, [one], { name: 'versions.txt' })
      await commit(ann, [two], { file_id: file.id, if_ver: 1 })
      await assert.rejects(commit(ann, [three], { file_id: file.id, if_ver: 1 }), code('ver_conflict'))
      assert.equal((await ann.download(file.id)).toString(), 'two')
    })

    it('make one file or revision when the answer was lost and the request is repeated', async () => {
      const ann = await world.person()
      const [one, two] = ['first content', 'second content'].map(small) as [never, never]
      for (const chunk of [one, two]) await put(ann, chunk)
      for (const on_conflict of ['error', 'rename'] as const) {
        const create = { name: `${on_conflict}.txt`, on_conflict, client_op: `create ${on_conflict}` }
        const made = await commit(ann, [one], create)
        const again = await Promise.all([1, 2, 3].map(() => commit(ann, [one], create)))
        for (const file of again) assert.deepEqual(file, made)
        const update = { file_id: made.id, if_ver: 1, client_op: `update ${on_conflict}` }
        const updated = await commit(ann, [two], update)
        assert.deepEqual(await commit(ann, [two], update), updated)
        const { total } = await ann.call(listFileRevisions, { root_id: ann.rootId, file_id: made.id })
        assert.equal(total, 2)
        // By now the file has another content; what was asked for had been done all the same.
        assert.equal((await commit(ann, [one], create)).revision_id, updated.revision_id)
      }
      const root = await ann.call(getRoot, { root_id: ann.rootId })
      assert.deepEqual((root.children ?? []).map(({ name }) => name).sort(), ['error.txt', 'rename.txt'])
      // The same name for another content is another change.
      const other = { name: 'error.txt', client_op: 'create error' }
      await assert.rejects(commit(ann, [two], other), code('name_conflict'))
      const ops = await world.service.ctx.db.read
        .selectFrom('change')
        .select('client_op')
        .where('root_id', '=', ann.rootId)
        .orderBy('seq')
        .execute()
      assert.deepEqual(
        ops.map(({ client_op }) => client_op),
        ['create error', 'update error', 'create rename', 'update rename'],
      )
    })

    it('are not made one by their names once they are purged, until they are sent again', async () => {
      const boss = await world.person({
        organizationId: await world.organization({ user_purge_deleted: true }),
      })
      const chunk = small('shredded')
      await put(boss, chunk)
      const { id: file_id } = await commit(boss, [chunk], { name: 'secret.txt' })
      const at = { root_id: boss.rootId, file_id }
      await boss.call(deleteFile, at)
      await boss.call(purgeFile, at)
      await assert.rejects(commit(boss, [chunk], { name: 'again.txt' }), code('missing_chunks'))
      await put(boss, chunk)
      await commit(boss, [chunk], { name: 'again.txt' })
    })

    it('are not made one by the same name of someone else', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const chunk = small('of both')
      for (const someone of [ann, bob]) await put(someone, chunk)
      const op = { name: 'mine.txt', client_op: 'op' }
      const files = [await commit(ann, [chunk], op), await commit(bob, [chunk], op)] as const
      assert.notEqual(files[0].id, files[1].id)
      await bob.call(getFile, { root_id: bob.rootId, file_id: files[1].id })
    })

    it('leave nothing that contradicts itself', () => checkInvariants(world.service.ctx.db.read))
  })
