import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listDeleted } from '@holdfast/api/files/deleted-items'
import { deleteFile, listRootChildren } from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import { undoChanges } from '@holdfast/api/files/history-undo'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { createAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { DavProgram } from '@holdfast/server/testkit/webdav/dav-program'

const HOME = '/My files'
const SAVES = 3

for (const stack of STACKS)
  describe(`programs that save by WebDAV on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function begin() {
      // Names that many programs save to first are among those that no file can have.
      const organizationId = await world.organization({
        excluded_extensions: '.tmp, .bak',
        user_rollback: true,
      })
      const ann = await world.person({ organizationId })
      const program = new DavProgram(world, ann.email)
      await program.put(`${HOME}/plan.docx`, 'version 0')
      const id = (await files(ann))[0]?.id as EntryId
      return { ann, program, id }
    }

    const files = async (who: Someone) =>
      (await who.call(listRootChildren, { root_id: who.rootId, include_deleted: false })).results.map(
        ({ id, name }) => ({ id, name }),
      )
    const revisionsOf = async (who: Someone, file_id: EntryId) =>
      (await who.call(listFileRevisions, { root_id: who.rootId, file_id })).results
    const contentOf = async (who: Someone, id: EntryId) => (await who.download(id)).toString()
    const deleted = async (who: Someone) =>
      (await who.call(listDeleted, { root_id: who.rootId })).results.map(({ name }) => name)

    /** Each way of saving must leave one file of one id, with a revision for each save, and nothing else. */
    async function savedBy(save: (program: DavProgram, content: string, n: number) => Promise<void>) {
      const { ann, program, id } = await begin()
      for (let n = 1; n <= SAVES; n++) {
        world.clock.advance({ seconds: 10 })
        await save(program, `version ${n}`, n)
      }
      assert.equal(await contentOf(ann, id), `version ${SAVES}`)
      const revisions = await revisionsOf(ann, id)
      assert.equal(revisions.length, SAVES + 1)
      await checkInvariants(world.service.ctx.db.read)
      return { ann, program, id }
    }

    it('over the file: each time a revision', async () => {
      const { ann, id } = await savedBy(async (program, content) => {
        assert.equal((await program.put(`${HOME}/plan.docx`, content)).status, 204)
      })
      assert.deepEqual(await files(ann), [{ id, name: 'plan.docx' }])
    })

    it('by a new file that is moved over the old one, as many programs do', async () => {
      const { ann, id } = await savedBy(async (program, content, n) => {
        assert.equal((await program.put(`${HOME}/save-${n}`, content)).status, 201)
        assert.equal((await program.move(`${HOME}/save-${n}`, `${HOME}/plan.docx`)).status, 204)
      })
      assert.deepEqual(await files(ann), [{ id, name: 'plan.docx' }])
      assert.deepEqual(await deleted(ann), [])
    })

    it('by a new file of one and the same name, which begins as another file each time', async () => {
      const { ann } = await savedBy(async (program, content) => {
        assert.equal((await program.put(`${HOME}/new copy`, content)).status, 201)
        await program.move(`${HOME}/new copy`, `${HOME}/plan.docx`)
      })
      assert.deepEqual(await deleted(ann), [])
    })

    it('by deleting the file and moving a new one to its name, as Keepass2Android does', async () => {
      const { ann, id } = await savedBy(async (program, content, n) => {
        await program.put(`${HOME}/new-${n}`, content)
        assert.equal((await program.send('DELETE', `${HOME}/plan.docx`)).status, 204)
        assert.equal((await program.move(`${HOME}/new-${n}`, `${HOME}/plan.docx`)).status, 201)
      })
      assert.deepEqual(await files(ann), [{ id, name: 'plan.docx' }])
    })

    it('by deleting the file and writing it again', async () => {
      const { ann, id } = await savedBy(async (program, content) => {
        await program.send('DELETE', `${HOME}/plan.docx`)
        assert.equal((await program.put(`${HOME}/plan.docx`, content)).status, 201)
      })
      assert.deepEqual(await files(ann), [{ id, name: 'plan.docx' }])
      assert.deepEqual(await deleted(ann), [])
    })

    it('by putting the old file aside, as Word does', async () => {
      const { ann, id } = await savedBy(async (program, content, n) => {
        await program.put(`${HOME}/new-${n}`, content)
        assert.equal((await program.move(`${HOME}/plan.docx`, `${HOME}/old-${n}`)).status, 201)
        assert.equal((await program.move(`${HOME}/new-${n}`, `${HOME}/plan.docx`)).status, 201)
        assert.equal((await program.send('GET', `${HOME}/old-${n}`)).body, `version ${n - 1}`)
        await program.send('DELETE', `${HOME}/old-${n}`)
      })
      assert.deepEqual(await files(ann), [{ id, name: 'plan.docx' }])
    })

    it('by a name that no file can have, as KeePass does', async () => {
      const { ann, id } = await savedBy(async (program, content) => {
        assert.equal((await program.put(`${HOME}/plan.docx.tmp`, content)).status, 201)
        assert.equal((await program.send('GET', `${HOME}/plan.docx.tmp`)).body, content)
        await program.send('DELETE', `${HOME}/plan.docx`)
        assert.equal((await program.move(`${HOME}/plan.docx.tmp`, `${HOME}/plan.docx`)).status, 201)
      })
      assert.deepEqual(await files(ann), [{ id, name: 'plan.docx' }])
      assert.deepEqual(await deleted(ann), [])
    })

    it('by such a name for the new file and another for the old one, as Word does on a network drive', async () => {
      const { ann, program, id } = await savedBy(async (program, content, n) => {
        const { answer, token } = await program.lock(`${HOME}/~WRD${n}.tmp`)
        assert.equal(answer.status, 201)
        assert.equal((await program.put(`${HOME}/~WRD${n}.tmp`, content, { if: `(${token})` })).status, 204)
        const unlocked = await program.send('UNLOCK', `${HOME}/~WRD${n}.tmp`, {
          headers: { 'lock-token': token },
        })
        assert.equal(unlocked.status, 204)
        assert.equal((await program.move(`${HOME}/plan.docx`, `${HOME}/~WRL${n}.tmp`)).status, 201)
        assert.equal((await program.move(`${HOME}/~WRD${n}.tmp`, `${HOME}/plan.docx`)).status, 201)
        assert.equal((await program.send('GET', `${HOME}/~WRL${n}.tmp`)).body, `version ${n - 1}`)
        assert.equal((await program.send('DELETE', `${HOME}/~WRL${n}.tmp`)).status, 204)
      })
      assert.deepEqual(await files(ann), [{ id, name: 'plan.docx' }])
      assert.deepEqual(await deleted(ann), [])
      assert.deepEqual(await program.list(HOME), ['/dav/My files/plan.docx'])
    })

    it('to a name that no file can have: seen by this sign-in alone, and gone a day later', async () => {
      const { ann, program } = await begin()
      await program.put(`${HOME}/a.tmp`, 'x'.repeat(100_000))
      await program.move(`${HOME}/a.tmp`, `${HOME}/b.tmp`)
      const here = ['/dav/My files/plan.docx', '/dav/My files/b.tmp']
      assert.deepEqual(await program.list(HOME), here)
      const other = await ann.call(createAppPassword, { person_id: ann.id, name: 'other' })
      const elsewhere = new DavProgram(world, ann.email, other.password)
      assert.deepEqual(await elsewhere.list(HOME), here.slice(0, 1))
      assert.equal((await elsewhere.send('GET', `${HOME}/b.tmp`)).status, 404)
      assert.deepEqual(
        (await files(ann)).map(({ name }) => name),
        ['plan.docx'],
      )
      await checkInvariants(world.service.ctx.db.read)
      world.clock.advance({ hours: 25 })
      await world.runJobs()
      assert.deepEqual(await program.list(HOME), here.slice(0, 1))
      assert.equal((await program.copy(`${HOME}/plan.docx`, `${HOME}/plan.bak`)).status, 201)
      assert.equal((await program.move(`${HOME}/plan.bak`, `${HOME}/second.docx`)).status, 201)
      assert.equal((await program.send('GET', `${HOME}/second.docx`)).body, 'version 0')
      await checkInvariants(world.service.ctx.db.read)
    })

    it('by an empty file that is locked first, as the Finder and Windows do', async () => {
      const ann = await world.person()
      const program = new DavProgram(world, ann.email)
      const { answer, token } = await program.lock(`${HOME}/new.txt`)
      assert.equal(answer.status, 201)
      const shown = { if: `(${token})` }
      assert.equal((await program.put(`${HOME}/new.txt`, 'content', shown)).status, 204)
      assert.equal(
        (await program.send('UNLOCK', `${HOME}/new.txt`, { headers: { 'lock-token': token } })).status,
        204,
      )
      const [file] = await files(ann)
      assert.equal((await revisionsOf(ann, file?.id as EntryId)).length, 1)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('the same bytes again, where another time is all that changes', async () => {
      const { ann, program, id } = await begin()
      const later = { 'x-oc-mtime': '1700000000' }
      const answer = await program.put(`${HOME}/plan.docx`, 'version 0', later)
      assert.equal(answer.headers.get('x-oc-mtime'), 'accepted')
      assert.equal((await revisionsOf(ann, id)).length, 1)
      const listed = await program.send('PROPFIND', `${HOME}/plan.docx`, { headers: { depth: '0' } })
      assert.match(listed.body, /<d:getlastmodified>Tue, 14 Nov 2023 22:13:20 GMT</)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('a name that someone else, or the person itself long ago, took it from, begins a new file', async () => {
      const { ann, program, id } = await begin()
      await program.send('DELETE', `${HOME}/plan.docx`)
      world.clock.advance({ seconds: 61 })
      assert.equal((await program.put(`${HOME}/plan.docx`, 'another')).status, 201)
      const [after] = await files(ann)
      assert.notEqual(after?.id, id)
      await ann.call(deleteFile, { root_id: ann.rootId, file_id: after?.id as EntryId })
      await program.put(`${HOME}/plan.docx`, 'a third')
      const [last] = await files(ann)
      assert.notEqual(last?.id, after?.id)
    })

    it('is one operation, which is on record once and undone as a whole', async () => {
      const { ann, program, id } = await begin()
      await program.put(`${HOME}/save`, 'version 1')
      const seen = async () => ({
        activity: (await ann.call(listPersonActivity, { person_id: ann.id })).results.length,
        operations: (await ann.call(listHistory, { root_id: ann.rootId })).results,
      })
      const before = await seen()
      await program.move(`${HOME}/save`, `${HOME}/plan.docx`)
      const after = await seen()
      assert.equal(after.activity - before.activity, 1)
      assert.equal(after.operations.length - before.operations.length, 1)
      const [newest] = after.operations
      await ann.call(undoChanges, { root_id: ann.rootId, from_seq: newest?.seq as number })
      assert.equal(await contentOf(ann, id), 'version 0')
      assert.deepEqual((await files(ann)).map(({ name }) => name).sort(), ['plan.docx', 'save'])
    })
  })
