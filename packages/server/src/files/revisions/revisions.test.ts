import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { updateMachine } from '@holdfast/api/devices/fleet'
import { listChanges } from '@holdfast/api/files/changes'
import * as api from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import * as revisions from '@holdfast/api/files/revisions'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const MIB = 1024 * 1024
const CONFLICT = { status: 409, code: 'name_conflict' }

for (const stack of STACKS)
  describe(`revisions on ${stack.name}`, () => {
    const world = useWorld(stack)

    const replace = (who: Someone, file_id: EntryId, content: string | Uint8Array<ArrayBuffer>, more = {}) =>
      who.call(revisions.uploadRevision, {
        root_id: who.rootId,
        file_id,
        file: { name: 'ignored.exe', bytes: new Blob([content]) },
        ...more,
      })
    const add = (who: Someone, name: string, content: string, on_conflict?: api.OnConflict) =>
      who.call(api.uploadToRoot, {
        root_id: who.rootId,
        file: { name, bytes: new Blob([content]) },
        ...(on_conflict && { on_conflict }),
      })
    const list = (who: Someone, file_id: EntryId, more = {}) =>
      who.call(revisions.listFileRevisions, { root_id: who.rootId, file_id, ...more })
    const read = async (who: Someone, file_id: EntryId, revision_id: RevisionId) => {
      const path = { root_id: who.rootId, file_id, revision_id }
      return (await who.open(revisions.downloadRevision, path)).text()
    }

    it('are listed with the names of who made them, as is what else happened, where that is asked for', async () => {
      const ann = await world.person()
      const { id: file_id } = await ann.upload('plan.txt', 'one')
      const on = { root_id: ann.rootId, file_id }
      const { display_name } = await ann.call(getOwnPerson, {})
      const plain = (await ann.call(revisions.listFileRevisions, on)).results
      const named = (await ann.call(revisions.listFileRevisions, { ...on, include_names: true })).results
      const machine_id = named[0]?.machine_id
      assert.ok(machine_id)
      const names = { person_name: display_name, machine_name: null }
      assert.deepEqual(named, [{ ...plain[0], person_id: ann.id, machine_id, ...names }])
      const root = { root_id: ann.rootId }
      const [bare] = (await ann.call(listHistory, root)).results
      const [told] = (await ann.call(listHistory, { ...root, include_names: true })).results
      assert.deepEqual(told, { ...bare, ...names })
      assert.equal('person_name' in (bare ?? {}), false)
      await ann.call(updateMachine, { machine_id, nickname: 'Desk' })
      const [change] = (await ann.call(listChanges, { ...root, include_names: true })).results
      assert.deepEqual([change?.person_name, change?.machine_name], [display_name, 'Desk'])
    })

    it('keep every content of a file, newest first, by pages', async () => {
      const ann = await world.person()
      const file = await ann.upload('plan.txt', 'one')
      world.clock.advance({ seconds: 1 })
      const second = await replace(ann, file.id, 'two!')
      assert.deepEqual([second.id, second.name, second.size], [file.id, 'plan.txt', 4])
      assert.notEqual(second.revision_id, file.revision_id)
      assert.notEqual(second.modified, file.modified)
      assert.equal(second.created, file.created)
      await replace(ann, file.id, 'three')
      assert.equal((await ann.download(file.id)).toString(), 'three')
      const all = await list(ann, file.id)
      assert.deepEqual(
        all.results.map(({ file_id, root_id, file_size, file_size_formatted }) => [
          file_id,
          root_id,
          file_size,
          file_size_formatted,
        ]),
        [5, 4, 3].map((size) => [file.id, ann.rootId, size, `${size} B`]),
      )
      const contents = await Promise.all(all.results.map(({ id }) => read(ann, file.id, id)))
      assert.deepEqual(contents, ['three', 'two!', 'one'])
      const page = await list(ann, file.id, { page: 2, page_size: 2 })
      assert.deepEqual([page.max_page, page.total, page.results.length], [2, 3, 1])
      assert.deepEqual(page.results[0], all.results[2])
      await assert.rejects(list(ann, file.id, { page: 3, page_size: 2 }), { code: 'invalid_request' })
      const path = { root_id: ann.rootId, file_id: file.id, revision_id: file.revision_id }
      assert.deepEqual(await ann.call(revisions.getRevision, path), all.results[2])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('count what they share with the one before', async () => {
      const ann = await world.person()
      const bytes = sampleBytes(6 * MIB, 'one')
      const file = await ann.upload('big.bin', bytes)
      const changed = Uint8Array.from(bytes)
      changed[3 * MIB] = (changed[3 * MIB] as number) ^ 1
      await replace(ann, file.id, changed)
      await replace(ann, file.id, 'small and new')
      const [small, delta, full] = (await list(ann, file.id)).results
      assert.deepEqual([full?.full_size, full?.delta_size], [6 * MIB, 0])
      assert.equal(delta?.full_size, 0)
      assert.ok((delta?.delta_size ?? 0) > 0 && (delta?.delta_size ?? 0) <= 4 * MIB)
      assert.deepEqual([small?.full_size, small?.delta_size], [13, 0])
      const root = await ann.call(api.getRoot, { root_id: ann.rootId })
      assert.equal(root.revision_space_used, 6 * MIB + (delta?.delta_size ?? 0) + 13)
      assert.equal(root.space_used, 13)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are not made by the same content again', async () => {
      const ann = await world.person()
      const file = await ann.upload('plan.txt', 'one')
      world.clock.advance({ seconds: 5 })
      const before = await ann.call(api.getRoot, { root_id: ann.rootId })
      assert.deepEqual(await replace(ann, file.id, 'one'), file)
      assert.deepEqual(await ann.call(api.getRoot, { root_id: ann.rootId }), before)
      const dated = await replace(ann, file.id, 'one', { modified: '2020-02-02T02:02:02' })
      assert.equal(dated.modified, '2020-02-02T02:02:02')
      assert.equal((await list(ann, file.id)).total, 2)
    })

    it('come about by an upload to a taken name that asks for it', async () => {
      const ann = await world.person()
      const file = await add(ann, 'plan.txt', 'one')
      await assert.rejects(add(ann, 'PLAN.txt', 'two'), CONFLICT)
      await assert.rejects(add(ann, 'plan.txt', 'two', 'error'), CONFLICT)
      const same = await add(ann, 'PLAN.txt', 'two', 'revision')
      assert.deepEqual([same.id, same.name], [file.id, 'plan.txt'])
      const renamed = await Promise.all(['a', 'b', 'c'].map((text) => add(ann, 'plan.txt', text, 'rename')))
      assert.deepEqual(renamed.map(({ name }) => name).sort(), [
        'plan (2).txt',
        'plan (3).txt',
        'plan (4).txt',
      ])
      assert.equal((await add(ann, 'fresh.txt', 'x', 'revision')).name, 'fresh.txt')
      await ann.call(api.createFolderInRoot, { root_id: ann.rootId, name: 'taken' })
      await assert.rejects(add(ann, 'taken', 'x', 'revision'), CONFLICT)
      assert.equal((await add(ann, 'taken', 'x', 'rename')).name, 'taken (2)')
      await assert.rejects(
        ann.call(api.uploadToRoot, {
          root_id: ann.rootId,
          file: { name: 'x', bytes: new Blob(['x']) },
          on_conflict: 'whatever' as api.OnConflict,
        }),
        { status: 400, code: 'invalid_request' },
      )
    })

    it('hold long names that are given a number', async () => {
      const ann = await world.person()
      const name = `${'ä'.repeat(125)}.txt`
      await add(ann, name, 'one')
      const { name: second } = await add(ann, name, 'two', 'rename')
      assert.match(second, /^ä+ \(2\)\.txt$/)
      assert.ok(Buffer.byteLength(second) <= 255)
    })

    it('are made only of the version that was named', async () => {
      const ann = await world.person()
      const file = await ann.upload('plan.txt', 'one')
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => replace(ann, file.id, `try ${n}`, { if_ver: 1 })),
      )
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const one of tries) if (one.status === 'rejected') assert.equal(one.reason.code, 'ver_conflict')
      assert.equal((await list(ann, file.id)).total, 2)
      await replace(ann, file.id, 'later', { if_ver: 2 })
      await checkInvariants(world.service.ctx.db.read)
    })

    it('mind what stands in the address as they mind fields of the form', async () => {
      const ann = await world.person()
      const file = await ann.upload('plan.txt', 'one')
      const at = `${world.url}/api/2/files/${ann.rootId}`
      const send = async (address: string, fields: Record<string, string> = {}) => {
        const body = new FormData()
        for (const [name, value] of Object.entries(fields)) body.set(name, value)
        body.set('file', new Blob(['another']), 'plan.txt')
        const answer = await fetch(address, { method: 'POST', headers: ann.bearer, body })
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      }
      assert.equal((await send(`${at}/${file.id}/upload?if_ver=7`)).body.error, 'ver_conflict')
      assert.equal((await send(`${at}/${file.id}/upload?if_ver=7`, { if_ver: '1' })).status, 200)
      assert.equal((await send(`${at}/upload?on_conflict=rename`)).body.name, 'plan (2).txt')
      assert.equal((await send(`${at}/upload?on_conflict=whatever`)).body.error, 'invalid_request')
      const { body } = await send(`${at}/upload?on_conflict=rename&modified=2020-01-02T03:04:05`)
      assert.equal(body.modified, '2020-01-02T03:04:05')
    })

    it('of others at the same path are listed with include_related', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const build = async (text: string) => {
        const folder = await ann.call(api.createFolderInRoot, { root_id, name: 'Docs' })
        const file = await ann.upload('plan.txt', text, folder.id)
        return { folder, file }
      }
      const first = await build('first')
      await ann.call(api.deleteFolder, { root_id, folder_id: first.folder.id })
      const second = await build('second')
      await ann.call(api.deleteFile, { root_id, file_id: second.file.id })
      const third = await ann.upload('PLAN.txt', 'third', second.folder.id)
      await ann.upload('plan.txt', 'elsewhere')
      assert.equal((await list(ann, third.id)).total, 1)
      const related = await list(ann, third.id, { include_related: true })
      assert.deepEqual(
        related.results.map(({ file_id }) => file_id),
        [third.id, second.file.id, first.file.id],
      )
      const oldest = related.results[2]?.id as RevisionId
      await assert.rejects(read(ann, third.id, oldest), { status: 404 })
      assert.equal(await read(ann, first.file.id, oldest), 'first')
    })

    it('become the newest again, as new ones', async () => {
      const ann = await world.person()
      const file = await ann.upload('plan.txt', sampleBytes(2 * MIB, 'two'))
      await replace(ann, file.id, 'two')
      const path = { root_id: ann.rootId, file_id: file.id, revision_id: file.revision_id }
      const stored = (await ann.call(api.getRoot, { root_id: ann.rootId })).revision_space_used
      const restored = await ann.call(revisions.restoreRevision, path)
      assert.deepEqual([restored.size, restored.modified], [2 * MIB, file.modified])
      assert.ok((await ann.download(file.id)).equals(sampleBytes(2 * MIB, 'two')))
      assert.equal((await list(ann, file.id)).total, 3)
      const after = await ann.call(api.getRoot, { root_id: ann.rootId })
      assert.deepEqual([after.revision_space_used, after.space_used], [stored, 2 * MIB])
      const again = { ...path, revision_id: restored.revision_id }
      assert.deepEqual(await ann.call(revisions.restoreRevision, again), restored)
      assert.equal((await list(ann, file.id)).total, 3)
      const other = await ann.upload('other.txt', 'other')
      await assert.rejects(ann.call(revisions.restoreRevision, { ...path, file_id: other.id }), {
        status: 404,
      })
      await ann.call(api.deleteFile, { root_id: ann.rootId, file_id: file.id })
      await assert.rejects(ann.call(revisions.restoreRevision, path), { status: 404 })
      assert.equal((await list(ann, file.id)).total, 3, 'a deleted file keeps them')
      await checkInvariants(world.service.ctx.db.read)
    })

    it('count against the space, and keep nothing when there is none', async () => {
      const poor = await world.person({ spaceQuota: 100_000 })
      const file = await poor.upload('a.txt', 'a'.repeat(60_000))
      await assert.rejects(replace(poor, file.id, 'b'.repeat(60_000)), { code: 'policy_error' })
      assert.equal((await poor.download(file.id)).length, 60_000)
      assert.equal((await list(poor, file.id)).total, 1)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
