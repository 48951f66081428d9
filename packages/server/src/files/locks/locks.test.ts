import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import * as locks from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as api from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { createShare, type PersonSubscription } from '@holdfast/api/sharing/shares'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const LOCKED = { status: 409, code: 'resource_locked' }
const FORBIDDEN = { status: 403, code: 'forbidden' }

for (const stack of STACKS)
  describe(`locks on ${stack.name}`, () => {
    const world = useWorld(stack)

    const folder = (who: Someone, name: string, folder_id?: EntryId, root_id = who.rootId) =>
      folder_id === undefined
        ? who.call(api.createFolderInRoot, { root_id, name })
        : who.call(api.createFolderInFolder, { root_id, folder_id, name })

    /** A root in which Bob holds locks, handed over to Ann: two who may write there. */
    async function shared(
      lock: (bob: Someone, ids: { file: EntryId; inner: EntryId; outer: EntryId }) => unknown,
    ) {
      const [ann, bob] = [await world.person(), await world.person()]
      const root_id = bob.rootId
      const outer = await folder(bob, 'outer')
      const inner = await folder(bob, 'inner', outer.id)
      const file = await bob.upload('file.txt', 'one', inner.id)
      const ids = { file: file.id, inner: inner.id, outer: outer.id }
      await lock(bob, ids)
      await world.changeRoot(root_id, { person_id: ann.id })
      return { ann, bob, root_id, ...ids }
    }

    /** Everything that changes the file, the folder it is in or the one above. */
    const changes = ({ ann, root_id, file, inner, outer }: Awaited<ReturnType<typeof shared>>) => ({
      upload: () =>
        ann.call(uploadRevision, { root_id, file_id: file, file: { name: 'x', bytes: new Blob(['two']) } }),
      replace: () =>
        ann.call(api.uploadToFolder, {
          root_id,
          folder_id: inner,
          on_conflict: 'revision',
          file: { name: 'FILE.txt', bytes: new Blob(['two']) },
        }),
      rename: () => ann.call(places.renameFile, { root_id, file_id: file, name: 'other.txt' }),
      move: () => ann.call(places.moveFile, { root_id, file_id: file }),
      delete: () => ann.call(api.deleteFile, { root_id, file_id: file }),
      lock: () => ann.call(locks.lockFile, { root_id, file_id: file }),
      lockAbove: () => ann.call(locks.lockFolder, { root_id, folder_id: outer }),
      lockRoot: () => ann.call(locks.lockRoot, { root_id }),
      renameAbove: () => ann.call(places.renameFolder, { root_id, folder_id: outer, name: 'else' }),
      deleteAbove: () => ann.call(api.deleteFolder, { root_id, folder_id: outer }),
    })
    const additions = ({ ann, root_id, inner }: Awaited<ReturnType<typeof shared>>) => ({
      upload: () =>
        ann.call(api.uploadToFolder, {
          root_id,
          folder_id: inner,
          file: { name: 'new.txt', bytes: new Blob(['x']) },
        }),
      folder: () => folder(ann, 'new', inner, root_id),
    })

    it('on a file keep others from changing it and what it lies in, not from reading and adding', async () => {
      const place = await shared((bob, { file }) =>
        bob.call(locks.lockFile, { root_id: bob.rootId, file_id: file }),
      )
      const { ann, root_id, file } = place
      for (const [name, change] of Object.entries(changes(place))) await assert.rejects(change, LOCKED, name)
      const seen = await ann.call(api.getFile, { root_id, file_id: file })
      assert.equal(seen.is_locked, true)
      assert.deepEqual(
        seen.locks?.map(({ locked_type, locked_id, name, expires }) => [
          locked_type,
          locked_id,
          name,
          expires,
        ]),
        [['file', file, 'Pat Doe 2', null]],
      )
      await ann.open(api.downloadFile, { root_id, file_id: file })
      for (const add of Object.values(additions(place))) await add()
    })

    it('on a folder or root hold for all below it', async () => {
      for (const lock of [
        (bob: Someone, { outer }: { outer: EntryId }) =>
          bob.call(locks.lockFolder, { root_id: bob.rootId, folder_id: outer }),
        (bob: Someone) => bob.call(locks.lockRoot, { root_id: bob.rootId }),
      ]) {
        const place = await shared(lock)
        const all = { ...changes(place), ...additions(place) }
        for (const [name, change] of Object.entries(all)) await assert.rejects(change, LOCKED, name)
        const seen = await place.ann.call(api.getFile, { root_id: place.root_id, file_id: place.file })
        assert.equal(seen.is_locked, true)
        assert.notEqual(seen.locks?.[0]?.locked_type, 'file')
      }
    })

    it('let their holder work on', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const outer = await folder(ann, 'outer')
      const file = await ann.upload('file.txt', 'one', outer.id)
      await ann.call(locks.lockRoot, { root_id })
      await ann.call(locks.lockFolder, { root_id, folder_id: outer.id })
      await ann.call(locks.lockFile, { root_id, file_id: file.id, duration: 5 })
      const added = await ann.upload('new.txt', 'x', outer.id)
      assert.deepEqual(
        added.locks?.map(({ locked_type }) => locked_type),
        ['root', 'folder'],
      )
      await ann.call(places.renameFile, { root_id, file_id: file.id, name: 'other.txt' })
      await ann.call(api.deleteFolder, { root_id, folder_id: outer.id })
      const gone = await ann.call(api.getFolder, { root_id, folder_id: outer.id })
      assert.deepEqual(
        gone.locks?.map(({ locked_type }) => locked_type),
        ['root'],
        'a deleted folder has no lock of its own',
      )
      await checkInvariants(world.service.ctx.db.read)
    })

    it('end by themselves, which the hash of the folder shows', async () => {
      const place = await shared((bob, { file }) =>
        bob.call(locks.lockFile, { root_id: bob.rootId, file_id: file, duration: 5 }),
      )
      const { ann, root_id, inner, file } = place
      const before = await ann.call(api.getFolder, { root_id, folder_id: inner })
      world.clock.advance({ minutes: 4, seconds: 59 })
      const known = { root_id, folder_id: inner, hash: String(before.hash) }
      assert.deepEqual(await ann.callUnlessKnown(api.getFolder, known), { status: 'not_modified' })
      await assert.rejects(changes(place).rename, LOCKED)
      world.clock.advance({ seconds: 1 })
      const after = await ann.call(api.getFolder, known)
      assert.notEqual(after.hash, before.hash)
      assert.equal(after.children?.[0]?.is_locked, false)
      await changes(place).rename()
      assert.equal((await ann.call(api.getFile, { root_id, file_id: file })).is_locked, false)
    })

    it('can be taken again by their holder to last longer or shorter', async () => {
      const ann = await world.person()
      const path = { root_id: ann.rootId, file_id: (await ann.upload('a.txt', 'a')).id }
      const expires = async () => (await ann.call(api.getFile, path)).locks?.map((lock) => lock.expires)
      await ann.call(locks.lockFile, path)
      assert.deepEqual(await expires(), [null])
      await ann.call(locks.lockFile, { ...path, duration: 1 })
      assert.notDeepEqual(await expires(), [null])
      await ann.call(locks.lockFile, path)
      assert.deepEqual(await expires(), [null])
    })

    it('are ended by their holder, those who manage the root and administrators, nobody else', async () => {
      const place = await shared((bob, { file }) =>
        bob.call(locks.lockFile, { root_id: bob.rootId, file_id: file }),
      )
      const { ann, bob, root_id, file } = place
      const path = { root_id, file_id: file }
      const locked = async () => (await ann.call(api.getFile, path)).is_locked
      await assert.rejects(bob.call(locks.unlockFile, path), FORBIDDEN)
      assert.equal(await locked(), true)
      await ann.call(locks.unlockFile, path)
      assert.equal(await locked(), false)
      await ann.call(locks.unlockFile, path)
      await ann.call(locks.lockFile, path)
      await (await world.admin()).call(locks.unlockFile, path)
      assert.equal(await locked(), false)
    })

    it('can be ended by administrators who may not look at files, but not through privacy mode', async () => {
      const organizationId = await world.organization({ admin_browse_files: false })
      const ann = await world.person({ organizationId })
      const path = { root_id: ann.rootId, file_id: (await ann.upload('a.txt', 'a')).id }
      const admin = await world.admin()
      await ann.call(locks.lockFile, path)
      await assert.rejects(admin.call(api.getFile, path), FORBIDDEN)
      await admin.call(locks.unlockFile, path)
      assert.equal((await ann.call(api.getFile, path)).is_locked, false)
      await world.changeOrganization(organizationId, { privacy_mode: 1 })
      await ann.call(locks.lockFile, path)
      await assert.rejects(admin.call(locks.unlockFile, path), FORBIDDEN)
    })

    it('are for those who manage a root whatever user_lock_files says', async () => {
      const ann = await world.person({ organizationId: await world.organization({ user_lock_files: false }) })
      await ann.call(locks.lockRoot, { root_id: ann.rootId })
      assert.equal((await ann.call(api.getRoot, { root_id: ann.rootId })).is_locked, true)
    })

    it('are for others where user_lock_files lets them', async () => {
      const organization_id = await world.organization({ user_lock_files: false })
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      const ann = await world.person({ organizationId: organization_id })
      const subscribers: [PersonSubscription] = [[ann.id, 'web', 'EDITOR']]
      const { id: root_id } = await boss.call(createShare, { organization_id, name: 'Plans', subscribers })
      const { id: folder_id } = await folder(ann, 'a', undefined, root_id)
      const lock = () => ann.call(locks.lockFolder, { root_id, folder_id })
      await assert.rejects(lock(), { ...FORBIDDEN, message: /user_lock_files/ })
      await boss.call(updateOrganizationPolicy, { organization_id, user_lock_files: true })
      await lock()
    })

    it('refuse what is not there, deleted, or a duration that is none', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const file = await ann.upload('a.txt', 'a')
      const path = { root_id, file_id: file.id }
      await assert.rejects(ann.call(locks.lockFile, { ...path, duration: 0 }), {
        status: 400,
        code: 'invalid_request',
      })
      await ann.call(api.deleteFile, path)
      await assert.rejects(ann.call(locks.lockFile, path), { status: 404 })
      await assert.rejects(ann.call(locks.lockFolder, { root_id, folder_id: file.id }), { status: 404 })
    })

    it('that come many at once leave one lock and a whole log', async () => {
      const ann = await world.person()
      const path = { root_id: ann.rootId, file_id: (await ann.upload('a.txt', 'a')).id }
      const calls = Array.from({ length: 24 }, (_, n) => [
        () => ann.call(locks.lockFile, { ...path, duration: n + 1 }),
        () => ann.call(locks.unlockFile, path),
        () => ann.call(locks.lockRoot, { root_id: ann.rootId }),
      ])
      await Promise.all(calls.flat().map((call) => call()))
      await ann.call(locks.lockFile, path)
      assert.equal((await ann.call(api.getFile, path)).locks?.length, 2)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
