import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/files/changes'
import { moveFile, renameFile } from '@holdfast/api/files/file-places'
import { createFolderInRoot, deleteFile } from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import type { EntryId } from '@holdfast/api/ids'
import { BUILT_IN_CLIENT, revoke } from '@holdfast/api/sign-in/oauth'
import { untilWaiting } from '@holdfast/server/testkit/content/event-source'
import { afterRead } from '@holdfast/server/testkit/database/after-read'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { beginEpoch } from '../../platform/installation/epoch.ts'
import { authenticate } from '../../sign-in/oauth/authenticate.ts'
import { listChanges } from './list-changes.ts'

const INVALID = { status: 400, code: 'invalid_request' }
const RESET = { status: 409, code: 'cursor_reset' }

for (const stack of STACKS)
  describe(`the changes of a root on ${stack.name}`, () => {
    const world = useWorld(stack)
    const list = (who: Someone, params: object = {}) =>
      who.call(api.listChanges, { root_id: who.rootId, ...params })

    it('tell each step of an item in order, with its content', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const folder = await ann.call(createFolderInRoot, { root_id, name: 'Plans' })
      const file = await ann.upload('one.txt', 'one')
      await ann.call(renameFile, { root_id, file_id: file.id, name: 'two.txt' })
      await ann.call(moveFile, { root_id, file_id: file.id, to_folder_id: folder.id })
      await ann.call(deleteFile, { root_id, file_id: file.id })
      const { results, has_more, epoch, cursor } = await list(ann)
      assert.deepEqual(
        results.map(({ seq, op, name, ver, parent_id, is_deleted }) => [
          seq,
          op,
          name,
          ver,
          parent_id,
          is_deleted,
        ]),
        [
          [1, 'create', 'Plans', 1, 0, false],
          [2, 'create', 'one.txt', 1, 0, false],
          [3, 'rename', 'two.txt', 2, 0, false],
          [4, 'move', 'two.txt', 3, folder.id, false],
          [5, 'delete', 'two.txt', 4, folder.id, true],
        ],
      )
      const [made, uploaded] = results
      assert.equal(has_more, false)
      assert.match(epoch, /^[\w-]{11}$/)
      assert.deepEqual([made?.content, made?.modified, made?.kind], [null, null, 'folder'])
      assert.match(uploaded?.content ?? '', /^[0-9a-f]{64}$/)
      assert.deepEqual(
        [uploaded?.entry_id, uploaded?.revision_id, uploaded?.size, uploaded?.modified, uploaded?.person_id],
        [file.id, file.revision_id, 3, file.modified, ann.id],
      )
      assert.deepEqual(await list(ann, { cursor }), { epoch, cursor, has_more: false, results: [] })
    })

    it('come in pages of the asked size, one behind the other', async () => {
      const ann = await world.person()
      for (let n = 0; n < 7; n++) await ann.upload(`${n}.txt`, `${n}`)
      const seen: number[] = []
      let page = await list(ann, { limit: 3 })
      for (const sizes = [3, 3, 1]; ; page = await list(ann, { limit: 3, cursor: page.cursor })) {
        seen.push(...page.results.map(({ seq }) => seq))
        assert.equal(page.results.length, sizes[seen.length / 3 - 1] ?? 1)
        if (!page.has_more) break
      }
      assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7])
      const whole = await list(ann, { limit: 7 })
      assert.deepEqual([whole.results.length, whole.has_more], [7, false])
      for (const limit of [0, 1001, 'x']) await assert.rejects(list(ann, { limit }), INVALID)
      for (const wait of [-1, 56]) await assert.rejects(list(ann, { wait }), INVALID)
    })

    it('end with a whole operation, also when one is committed while they are read', async () => {
      const ann = await world.person({ organizationId: await world.organization({ user_rollback: true }) })
      const root_id = ann.rootId
      const made = []
      for (let n = 0; n < 5; n++) made.push(await ann.upload(`${n}.txt`, `${n}`))
      for (const { id: file_id } of made) await ann.call(deleteFile, { root_id, file_id })
      const { cursor } = await list(ann, { limit: 9 })
      const who = await authenticate(world.service.ctx, ann.session?.accessToken)
      assert.ok(who.kind === 'person')
      const { ctx } = world.service
      afterRead(ctx.db.read, /from "root"/, () => ann.call(restoreState, { root_id, as_of: '5' }))
      const caller = { who, again: async () => who, onGone: () => {} }
      const page = await listChanges(ctx, caller, { rootId: root_id, cursor, limit: 3, wait: 0 })
      assert.deepEqual([page.results.map(({ seq }) => seq), page.has_more], [[10], false])
      const rest = await list(ann, { cursor: page.cursor })
      assert.deepEqual(
        rest.results.map(({ seq, first_seq }) => [seq, first_seq]),
        [11, 12, 13, 14, 15].map((seq) => [seq, 11]),
      )
    })

    it('are told by cursors of their own root only, and by none that were made up', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      await ann.upload('a.txt', 'a')
      await bob.upload('b.txt', 'b')
      const { cursor } = await list(ann)
      const foreign = (await list(bob)).cursor
      const parts = cursor.split('.')
      const forged = [
        foreign,
        'x',
        '0',
        '1.2.3',
        cursor.slice(0, -1),
        `${cursor}.1`,
        [parts[0], parts[1], '0', parts[3]].join('.'),
        [parts[0], parts[1], '9', parts[3]].join('.'),
        'a'.repeat(201),
      ]
      for (const wrong of forged) await assert.rejects(list(ann, { cursor: wrong }), INVALID, wrong)
      await assert.rejects(bob.call(api.listChanges, { root_id: ann.rootId, cursor }), {
        status: 403,
        code: 'forbidden',
      })
      assert.equal((await list(ann, { cursor: '' })).results.length, 1, 'an empty one is none')
    })

    it('are told anew after a restore', async () => {
      const ann = await world.person()
      await ann.upload('a.txt', 'a')
      const before = await list(ann)
      await beginEpoch(world.service.ctx)
      await assert.rejects(list(ann, { cursor: before.cursor }), RESET)
      const now = await list(ann)
      assert.notEqual(now.epoch, before.epoch)
      assert.equal(now.results.length, 1)
    })

    it('cannot be asked for beyond the newest', async () => {
      const ann = await world.person()
      await ann.upload('a.txt', 'a')
      const { cursor } = await list(ann)
      // As a database is that was restored without saying so.
      const { db } = world.service.ctx
      const rewind = (seq: number) =>
        db.write((tx) => tx.updateTable('root').set({ seq }).where('id', '=', ann.rootId).execute())
      await rewind(0)
      await assert.rejects(list(ann, { cursor }), RESET)
      await rewind(1)
      await checkInvariants(db.read)
    })

    it('are waited for, and come as soon as they are there', async () => {
      const ann = await world.person()
      const { cursor } = await list(ann)
      world.service.ctx.live.pace.checkMs = 3_600_000
      const waiting = list(ann, { cursor, wait: 55 })
      await untilWaiting(world.service, 1)
      await ann.upload('a.txt', 'a')
      const page = await waiting
      assert.deepEqual(
        page.results.map(({ name }) => name),
        ['a.txt'],
      )
      world.service.ctx.live.pace.checkMs = 4000
    })

    it('are answered without any when the time is over', async () => {
      const ann = await world.person()
      const { cursor } = await list(ann)
      assert.deepEqual((await list(ann, { cursor, wait: 1 })).results, [])
    })

    it('stop being waited for with the right to them', async () => {
      const losses: [string, (who: Someone) => Promise<unknown>, object][] = [
        ['disabled', ({ id }) => world.changePerson(id, { active: 0 }), { status: 401 }],
        [
          'signed out',
          (who) => who.call(revoke, { client_id: BUILT_IN_CLIENT, token: who.session?.accessToken ?? '' }),
          { status: 401 },
        ],
        [
          'without its root',
          ({ rootId }) =>
            world.service.ctx.db.write((tx) =>
              tx.updateTable('root').set({ deleted_at: 1 }).where('id', '=', rootId).execute(),
            ),
          { status: 410 },
        ],
      ]
      const polls = await Promise.all(
        losses.map(async ([what, lose, expected]) => {
          const who = await world.person()
          const { cursor } = await list(who)
          const path = `/api/2/files/${who.rootId}/changes?wait=55&cursor=${cursor}`
          return {
            what,
            lose: () => lose(who),
            expected,
            waiting: world.request(path, { headers: who.bearer }),
          }
        }),
      )
      await untilWaiting(world.service, losses.length)
      for (const { lose } of polls) await lose()
      for (const { what, expected, waiting } of polls) {
        const { status, body } = await waiting
        assert.deepEqual({ status }, expected, `${what}: ${JSON.stringify(body)}`)
      }
    })

    it('may be waited for a hundred times at once and no more', async () => {
      const ann = await world.person()
      const { cursor } = await list(ann)
      const waiting = Array.from({ length: 101 }, () => list(ann, { cursor, wait: 55 }))
      await assert.rejects(Promise.race(waiting), { status: 503, code: 'temporarily_unavailable' })
      await ann.upload('a.txt', 'a')
      const answers = await Promise.allSettled(waiting)
      assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 100)
      assert.equal((await list(ann, { cursor, wait: 55 })).results.length, 1)
    })

    it('are whole and in order whoever writes at the same time', async () => {
      const ann = await world.person()
      const names = Array.from({ length: 60 }, (_, n) => `${n}.txt`)
      const reader = (async () => {
        const seen: api.Change[] = []
        let cursor: string | undefined
        while (seen.length < names.length) {
          const page = await list(ann, { ...(cursor && { cursor }), wait: 5, limit: 7 })
          seen.push(...page.results)
          cursor = page.cursor
        }
        return seen
      })()
      await Promise.all(names.map((name) => ann.upload(name, name)))
      const seen = await reader
      assert.deepEqual(
        seen.map(({ seq }) => seq),
        names.map((_, n) => n + 1),
      )
      assert.deepEqual(seen.map(({ name }) => name).sort(), names.toSorted())
      assert.equal(new Set(seen.map(({ entry_id }) => entry_id as EntryId)).size, names.length)
    })
  })
