import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { listChanges } from '@holdfast/api/files/changes'
import { lockFile } from '@holdfast/api/files/file-locks'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { applyBatch, type BatchResult, encodeBatch, getSnapshot } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { beginEpoch } from '../../../platform/installation/epoch.ts'
import { commonFolder } from '../../basics/record-together.ts'

const top = 0 as EntryId
const entryOf = (result: BatchResult | undefined) =>
  result?.entry ?? assert.fail(`${result?.error} ${result?.error_description}`)
const errorsOf = (results: readonly BatchResult[]) => results.map(({ error }) => error)

for (const stack of STACKS)
  describe(`a batch of changes on ${stack.name}`, () => {
    const world = useWorld(stack)
    const sender = (who: Someone) => new BatchSender(who, who.rootId)
    const snapshot = async (who: Someone) => (await who.call(getSnapshot, { root_id: who.rootId })).results

    it('makes, changes, places and deletes items, and answers with them', async () => {
      const ann = await world.person()
      const send = sender(ann)
      const [folder, small, empty, large] = (
        await send.send([
          { op: 'mkdir', folder_id: top, name: 'Plans', meta: 'mode 755' },
          { op: 'put', folder_id: top, name: 'one.txt', ...send.content('one') },
          { op: 'put', folder_id: top, name: 'empty.txt', ...send.content('') },
          { op: 'put', folder_id: top, name: 'large.bin', ...send.content(Buffer.alloc(100_000, 'x')) },
        ])
      ).map(entryOf)
      assert.ok(folder && small && empty && large)
      assert.deepEqual(await snapshot(ann), [folder, small, empty, large])
      assert.deepEqual([folder.meta, folder.ver, small.size, empty.size], ['mode 755', 1, 3, 0])
      assert.equal((await ann.download(large.entry_id)).length, 100_000)
      const [changed, placed, gone] = await send.send([
        {
          op: 'put',
          entry_id: small.entry_id,
          if_ver: 1,
          modified: '2020-02-03T04:05:06',
          ...send.content('two'),
        },
        { op: 'place', entry_id: large.entry_id, if_ver: 1, folder_id: folder.entry_id, name: 'moved.bin' },
        { op: 'delete', entry_id: empty.entry_id, if_ver: 1, op_id: 'gone' },
      ])
      assert.deepEqual([entryOf(changed).ver, entryOf(changed).modified], [2, '2020-02-03T04:05:06'])
      assert.equal(String(await ann.download(small.entry_id)), 'two')
      assert.deepEqual([entryOf(placed).parent_id, entryOf(placed).name], [folder.entry_id, 'moved.bin'])
      assert.equal(entryOf(gone).is_deleted, true)
      const { results: log } = await ann.call(listChanges, { root_id: ann.rootId })
      assert.deepEqual(
        log.map(({ seq, op, name }) => [seq, op, name]),
        [
          [1, 'create', 'Plans'],
          [2, 'create', 'one.txt'],
          [3, 'create', 'empty.txt'],
          [4, 'create', 'large.bin'],
          [5, 'update', 'one.txt'],
          [6, 'move', 'moved.bin'],
          [7, 'delete', 'empty.txt'],
        ],
      )
      assert.equal(log.at(-1)?.client_op, 'gone')
      await checkInvariants(world.service.ctx.db.read)
    })

    it('sent again changes nothing and answers the same', async () => {
      const ann = await world.person()
      const send = sender(ann)
      const ops = () => [
        { op: 'mkdir' as const, op_id: 'a', folder_id: top, name: 'F' },
        { op: 'put' as const, op_id: 'b', folder_id: top, name: 'f.txt', ...send.content('text') },
      ]
      const first = await send.send(ops())
      assert.deepEqual(await send.send(ops()), first)
      const { entry_id, ver: if_ver } = entryOf(first[1])
      const remove = { op: 'delete' as const, op_id: 'c', entry_id, if_ver }
      const deleted = await send.send([remove])
      assert.deepEqual(await send.send([remove]), deleted)
      // Another device of another person may use the same names.
      const bob = await world.person()
      const other = sender(bob)
      await other.send([{ op: 'mkdir', op_id: 'a', folder_id: top, name: 'Mine' }])
      assert.equal((await ann.call(listChanges, { root_id: ann.rootId })).results.length, 3)
      assert.equal((await snapshot(bob)).length, 1)
    })

    it('lets exactly one of two writers win, and tells the other what is there', async () => {
      const ann = await world.person()
      const send = sender(ann)
      const { entry_id } = entryOf(
        (await send.send([{ op: 'put', folder_id: top, name: 'f', ...send.content('0') }]))[0],
      )
      for (let ver = 1; ver < 8; ver++) {
        const writers = [sender(ann), sender(ann)]
        const outcomes = (
          await Promise.all(
            writers.map((one, n) =>
              one.send([{ op: 'put', entry_id, if_ver: ver, ...one.content(`${ver} ${n}`) }]),
            ),
          )
        ).flat()
        assert.deepEqual(errorsOf(outcomes).sort(), ['ver_conflict', undefined].sort())
        assert.deepEqual(outcomes[0]?.entry, outcomes[1]?.entry)
        assert.equal(outcomes[0]?.entry?.ver, ver + 1)
      }
    })

    it('refuses one change without harm to the others', async () => {
      const organizationId = await world.organization({ excluded_extensions: '.exe' })
      const ann = await world.person({ organizationId })
      const bob = await world.person()
      const send = sender(ann)
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Full' })
      const inside = await ann.upload('inside.txt', 'x', folder.id)
      const results = await send.send([
        { op: 'delete', entry_id: folder.id, if_ver: 1 },
        { op: 'delete', entry_id: inside.id, if_ver: 7 },
        { op: 'mkdir', folder_id: top, name: 'FULL' },
        { op: 'mkdir', folder_id: top, name: 'a:b' },
        { op: 'put', folder_id: top, name: 'virus.exe', ...send.content('x') },
        { op: 'put', folder_id: 999_999 as EntryId, name: 'x', ...send.content('x') },
        { op: 'put', folder_id: top, name: 'y', size: 3, chunks: [{ sha256: 'a'.repeat(64), size: 3 }] },
        { op: 'place', entry_id: folder.id, if_ver: 1, folder_id: folder.id, name: 'Full' },
        { op: 'place', entry_id: 999_999 as EntryId, if_ver: 1, folder_id: top, name: 'x' },
        { op: 'put', folder_id: top, name: 'fine.txt', ...send.content('fine') },
      ])
      assert.deepEqual(errorsOf(results), [
        'not_empty',
        'ver_conflict',
        'name_conflict',
        'invalid_name',
        'invalid_extension',
        'not_found',
        'missing_chunks',
        'invalid_request',
        'not_found',
        undefined,
      ])
      assert.deepEqual(
        results.slice(0, 3).map(({ entry }) => entry?.entry_id),
        [folder.id, inside.id, folder.id],
      )
      assert.equal((await ann.call(listChanges, { root_id: ann.rootId })).results.length, 3)
      await assert.rejects(new BatchSender(bob, ann.rootId).send([], 'x'), { status: 403 })
      await checkInvariants(world.service.ctx.db.read)
    })

    it('of five hundred puts few records and keeps every change', async () => {
      const ann = await world.person()
      const send = sender(ann)
      const ops = Array.from({ length: 500 }, (_, n) => ({
        op: 'put' as const,
        folder_id: top,
        name: n === 250 ? 'bad:name' : `${n}.txt`,
        ...send.content(`content ${n % 400}`),
      }))
      const results = await send.send(ops)
      assert.deepEqual(
        results.flatMap(({ error }, n) => (error === undefined ? [] : [[n, error]])),
        [[250, 'invalid_name']],
      )
      assert.equal((await snapshot(ann)).length, 499)
      const { results: records } = await ann.call(listPersonActivity, { person_id: ann.id })
      const ofKind = (id: number) => records.filter(({ activity_type_id }) => activity_type_id === id)
      const mass = ofKind(88)
      const together = mass.reduce((sum, { data_text }) => sum + Number.parseInt(data_text, 10), 0)
      // Of a transaction with a single one it is on record by itself.
      assert.ok(together > 490 && records.length < 100, `${together} of them in ${mass.length} records`)
      assert.match(mass[0]?.data_text ?? '', /^\d+ files in \/$/)
      assert.equal(String(await ann.download(entryOf(results[499]).entry_id)), 'content 99')
      await checkInvariants(world.service.ctx.db.read)
    })

    it('comes to the same as its changes one by one', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const outcomesOf = async (who: Someone, atOnce: number) => {
        const send = sender(who)
        const folder = await who.call(createFolderInRoot, { root_id: who.rootId, name: 'Folder' })
        const { chunks } = sender(who).content('held')
        await who.upload('held.txt', 'held')
        const absent = { size: 3, chunks: [{ sha256: 'a'.repeat(64), size: 3 }] }
        const files: [string, EntryId, (() => object) | object][] = [
          ['a', top, () => send.content('one')],
          ['inside', folder.id, () => send.content('two')],
          ['A', top, () => send.content('three')],
          ['same content', top, () => send.content('one')],
          ['absent', top, absent],
          ['held', top, { size: 4, chunks }],
          ['twice in it', folder.id, { size: 8, chunks: [...chunks, ...chunks] }],
          ['empty', folder.id, { size: 0, chunks: [] }],
          ['large', top, () => send.content(Buffer.alloc(100_000, 'x'))],
          ['bad:name', top, () => send.content('one')],
          ['nowhere', 999_999 as EntryId, () => send.content('one')],
          ['last', top, () => send.content('four')],
          ['LAST', top, () => send.content('five')],
        ]
        const results: BatchResult[] = []
        for (let from = 0; from < files.length; from += atOnce) {
          const ops = files.slice(from, from + atOnce).map(([name, folder_id, content]) => ({
            ...{ op: 'put' as const, folder_id, name, meta: name, modified: '2020-02-03T04:05:06' },
            ...((typeof content === 'function' ? content() : content) as ReturnType<typeof send.content>),
          }))
          results.push(...(await send.send(ops)))
        }
        const live = await snapshot(who)
        return [...results.map(({ error, entry }) => ({ error, ...entry })), ...live].map(
          ({ entry_id: _, parent_id, revision_id: __, ...seen }) => ({ ...seen, inside: parent_id !== 0 }),
        )
      }
      assert.deepEqual(await outcomesOf(ann, 13), await outcomesOf(bob, 1))
      await checkInvariants(world.service.ctx.db.read)
    })

    it('fills the space that is left, change by change', async () => {
      const organizationId = await world.organization()
      const ann = await world.person({ organizationId, spaceQuota: 1000 })
      const send = sender(ann)
      const put = (name: string, bytes: number) => ({
        op: 'put' as const,
        folder_id: top,
        name,
        ...send.content(name.repeat(bytes)),
      })
      const results = await send.send([put('a', 600), put('b', 600), put('c', 300), put('d', 200)])
      assert.deepEqual(errorsOf(results), [undefined, 'policy_error', undefined, 'policy_error'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('waits for nobody’s lock, and leaves locked items as they are', async () => {
      const organizationId = await world.organization()
      const boss = await world.person({ organizationId, siteAdmin: true })
      const ann = await world.person({ organizationId })
      const file = await ann.upload('f.txt', 'x')
      await ann.call(lockFile, { root_id: ann.rootId, file_id: file.id })
      const own = await sender(ann).send([{ op: 'delete', entry_id: file.id, if_ver: 1 }])
      assert.deepEqual(errorsOf(own), [undefined])
      await assert.rejects(new BatchSender(boss, ann.rootId).send([], 'x'), { status: 403 })
    })

    it('of another epoch, or that cannot be read, is refused as a whole', async () => {
      const ann = await world.person()
      const send = sender(ann)
      const epoch = await send.epoch()
      await beginEpoch(world.service.ctx)
      const op = { op: 'mkdir' as const, folder_id: top, name: 'x' }
      await assert.rejects(send.send([op], epoch), { status: 409, code: 'cursor_reset' })
      const now = await send.epoch()
      const raw = (body: Uint8Array<ArrayBuffer>) =>
        ann.call(applyBatch, { root_id: ann.rootId, body: new Blob([body]) })
      const bytes = Buffer.from('bytes')
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const named = { ...op, op_id: 'one' }
      for (const body of [
        new Uint8Array(0),
        new Uint8Array([0, 0, 0, 9, 1]),
        new Uint8Array(Buffer.from('\0\0\0\x02[]')),
        encodeBatch({ epoch: now, inline: [{ sha256, size: 5 }], ops: [] }, [Buffer.from('other')]),
        encodeBatch({ epoch: now, inline: [{ sha256, size: 5 }], ops: [] }, [bytes, bytes]),
        encodeBatch({ epoch: now, inline: [], ops: [named, named] }, []),
        encodeBatch({ epoch: now, inline: [], ops: [{ op: 'chmod' } as never] }, []),
        encodeBatch({ epoch: now, inline: [], ops: [{ op: 'delete', op_id: 'x' } as never] }, []),
      ])
        await assert.rejects(raw(body), { status: 400, code: 'invalid_request' })
      await assert.rejects(raw(new Uint8Array(8 * 1024 * 1024 + 1)), { status: 400 })
      assert.equal((await snapshot(ann)).length, 0)
    })
  })

describe('the folder of many changes', () => {
  it('is the innermost that all of them lie in', () => {
    assert.equal(commonFolder(['/a/b/x', '/a/b/y', '/a/b/c/z']), '/a/b')
    assert.equal(commonFolder(['/a/x', '/b/y']), '/')
    assert.equal(commonFolder(['/x']), '/')
  })
})
