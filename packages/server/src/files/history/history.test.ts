import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lockFile } from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as api from '@holdfast/api/files/files'
import { compareStates, type LoggedOperation, listHistory, restoreState } from '@holdfast/api/files/history'
import { getTimeline, listOrganizationActors, listRootActors } from '@holdfast/api/files/history-figures'
import { downloadRevision, uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, MachineId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const INVALID = { status: 400, code: 'invalid_request' }
const NOT_FOUND = { status: 404, code: 'not_found' }

for (const stack of STACKS)
  describe(`looking back on ${stack.name}`, () => {
    const world = useWorld(stack)

    const folder = (who: Someone, name: string) =>
      who.call(api.createFolderInRoot, { root_id: who.rootId, name })
    const names = async (who: Someone, options: object) =>
      (await who.call(api.listRootChildren, { root_id: who.rootId, ...options })).results.map(
        ({ name }) => name,
      )

    it('lists by pages and in every order, by the names, sizes and times of then', async () => {
      const ann = await world.person()
      const sizes = new Map([
        ['Zebra.txt', 3],
        ['äpfel.txt', 1],
        ['Ähre.txt', 7],
        ['b.txt', 2],
        ['C.txt', 5],
      ])
      const files: api.File[] = []
      for (const [name, size] of sizes) {
        world.clock.advance({ seconds: 10 })
        files.push(await ann.upload(name, 'x'.repeat(size)))
      }
      const [zebra, apples] = files as [api.File, api.File]
      await ann.call(api.deleteFile, { root_id: ann.rootId, file_id: zebra.id })
      const before = await ann.call(api.listRootChildren, { root_id: ann.rootId })
      const orders = [{}, { sort_by: 'size' }, { sort_by: 'modified', sort_order: 'desc' }] as const
      const expected = await Promise.all(orders.map((order) => names(ann, order)))

      await ann.call(places.renameFile, { root_id: ann.rootId, file_id: apples.id, name: 'x.txt' })
      for (const { id } of files.slice(2))
        await ann.call(places.renameFile, { root_id: ann.rootId, file_id: id, name: `${id}.txt` })
      await ann.upload('later.txt', 'later')
      for (const [n, order] of orders.entries())
        assert.deepEqual(await names(ann, { ...order, as_of: '6' }), expected[n])

      const then = await ann.call(api.listRootChildren, {
        root_id: ann.rootId,
        as_of: '6',
        page: 2,
        page_size: 2,
      })
      assert.deepEqual(
        { ...then, results: then.results.map(({ name }) => name) },
        { page: 2, page_size: 2, max_page: 3, total: 5, results: expected[0]?.slice(2, 4), as_of_seq: 6 },
      )
      assert.deepEqual(
        await names(ann, { as_of: '6', include_deleted: false }),
        before.results.filter((item) => !item.is_deleted).map(({ name }) => name),
      )
      await assert.rejects(names(ann, { as_of: '6', page: 4, page_size: 2 }), INVALID)
    })

    it('knows nothing of before the beginning, and refuses what has not happened', async () => {
      const ann = await world.person()
      const early = formatUtc(world.clock.now() - 1000)
      const inside = await folder(ann, 'inside')
      const file = await ann.upload('one.txt', 'one', inside.id)
      const now = formatUtc(world.clock.now())
      const root = { root_id: ann.rootId }
      for (const as_of of ['0', early]) {
        assert.deepEqual(await names(ann, { as_of }), [])
        await assert.rejects(
          ann.call(api.listFolderChildren, { ...root, folder_id: inside.id, as_of }),
          NOT_FOUND,
        )
        await assert.rejects(ann.call(api.getFile, { ...root, file_id: file.id, as_of }), NOT_FOUND)
      }
      assert.deepEqual(await names(ann, { as_of: now }), ['inside'])
      const later = formatUtc(world.clock.now() + 6 * 60_000)
      for (const as_of of ['3', '-1', later, '2026-02-30T00:00:00', 'x', '1.5'])
        await assert.rejects(names(ann, { as_of }), INVALID, as_of)
      await assert.rejects(ann.call(compareStates, { ...root, from: '2', to: '1' }), INVALID)
    })

    it('gives a file with its path and revision of then, which can be read', async () => {
      const ann = await world.person()
      const root = { root_id: ann.rootId }
      const outer = await folder(ann, 'outer')
      const file = await ann.upload('one.txt', 'first', outer.id)
      const one = { ...root, file_id: file.id }
      await ann.call(uploadRevision, { ...one, file: { name: 'x', bytes: new Blob(['second']) } })
      await ann.call(places.renameFolder, { ...root, folder_id: outer.id, name: 'renamed' })
      await ann.call(places.moveFile, one)
      await ann.call(api.deleteFolder, { ...root, folder_id: outer.id })
      const then = await ann.call(api.getFile, { ...one, as_of: '2', include_ancestors: true })
      assert.equal(then.path, '/outer/one.txt')
      assert.equal(then.revision_id, file.revision_id)
      assert.deepEqual(
        then.ancestors?.map(({ path }) => path),
        ['/', '/outer'],
      )
      const content = await ann.open(downloadRevision, { ...one, revision_id: then.revision_id })
      assert.equal(await content.text(), 'first')
      assert.equal((await ann.call(api.getFile, { ...one, as_of: '4' })).path, '/renamed/one.txt')
    })

    describe('what was done', () => {
      async function read(who: Someone, options: object): Promise<LoggedOperation[]> {
        const found: LoggedOperation[] = []
        let next: { cursor?: number } | undefined = {}
        while (next) {
          const answer: { results: LoggedOperation[]; cursor: number | null } = await who.call(listHistory, {
            root_id: who.rootId,
            limit: 2,
            ...options,
            ...next,
          })
          found.push(...answer.results)
          next = answer.cursor === null ? undefined : { cursor: answer.cursor }
        }
        return found
      }
      const brief = (found: readonly LoggedOperation[]) => found.map(({ seq, op, path }) => [seq, op, path])

      it('stands there once for each operation, with paths of then, and can be sieved', async () => {
        const organizationId = await world.organization({ user_rollback: true })
        const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
        const root = { root_id: ann.rootId }
        const outer = await folder(ann, 'outer')
        const file = await ann.upload('one.txt', 'first', outer.id)
        await ann.call(places.renameFolder, { ...root, folder_id: outer.id, name: 'renamed' })
        world.clock.advance({ minutes: 1 })
        const begun = formatUtc(world.clock.now())
        await world.changeRoot(ann.rootId, { person_id: bob.id })
        await bob.call(lockFile, { ...root, file_id: file.id })
        await bob.call(places.renameFile, { ...root, file_id: file.id, name: 'two.txt' })
        await bob.call(api.uploadToRoot, { ...root, file: { name: 'top.txt', bytes: new Blob(['top']) } })
        await bob.call(restoreState, { ...root, as_of: '2' })
        await world.changeRoot(ann.rootId, { person_id: ann.id })

        const all = [
          [7, 'rename', '/outer'],
          [6, 'create', '/top.txt'],
          [5, 'rename', '/renamed/two.txt'],
          [4, 'lock', '/renamed/one.txt'],
          [3, 'rename', '/renamed'],
          [2, 'create', '/outer/one.txt'],
          [1, 'create', '/outer'],
        ] as [number, string, string][]
        const found = await read(ann, {})
        assert.deepEqual(brief(found), all)
        assert.deepEqual([found[0]?.changes, found[0]?.last_seq, found[0]?.person_id], [3, 9, bob.id])
        assert.deepEqual(brief(await read(ann, { order: 'asc' })), all.toReversed())
        const byAnn = all.slice(4)
        assert.deepEqual(brief(await read(ann, { person_id: ann.id })), byAnn)
        assert.deepEqual(brief(await read(ann, { person_id: bob.id, from: '5' })), all.slice(0, 3))
        assert.deepEqual(brief(await read(ann, { from: begun })), all.slice(0, 4))
        assert.deepEqual(brief(await read(ann, { to: '3' })), byAnn)
        assert.deepEqual(await read(ann, { machine_id: 987_654_321 }), [])
        const inOuter = await read(ann, { folder_id: outer.id })
        assert.deepEqual(
          inOuter.map(({ seq }) => seq),
          [7, 5, 4, 3, 2, 1],
        )
        assert.deepEqual(brief(await read(ann, { op: 'create' })), [all[1], all[5], all[6]])
        const renames = await read(ann, { op: 'rename', folder_id: outer.id })
        assert.deepEqual(
          renames.map(({ seq }) => seq),
          [7, 5, 3],
        )
        assert.deepEqual(brief(await read(ann, { op: 'purge' })), [])
        assert.deepEqual(brief(await read(ann, { op: 'rename' })), [all[0], all[2], all[4]])
        assert.deepEqual(brief(await read(ann, { op: 'rename', order: 'asc', from: '4' })), [all[2], all[0]])
        assert.deepEqual(brief(await read(ann, { op: 'rename', person_id: ann.id })), [all[4]])
        const ofFile = await read(ann, { file_id: file.id })
        assert.deepEqual(brief(await read(ann, { op: 'lock', file_id: file.id })), [all[3]])
        assert.deepEqual(brief(ofFile), [[7, 'rename', '/outer/one.txt'], all[2], all[3], all[5]])
        await assert.rejects(read(ann, { folder_id: 987_654_321 as EntryId }), NOT_FOUND)
        await assert.rejects(read(ann, { file_id: outer.id }), NOT_FOUND)
        // A number within an operation means all of it.
        for (const as_of of ['7', '8', '9'])
          assert.equal((await ann.call(api.listRootChildren, { ...root, as_of })).as_of_seq, 9)
      })
    })

    it('counts by hours, days and months, and who did how much', async () => {
      const organizationId = await world.organization()
      const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
      const boss = await world.person({ organizationId, siteAdmin: true })
      const root = { root_id: ann.rootId }
      const since = formatUtc(world.clock.now())
      const outer = await folder(ann, 'outer')
      const file = await ann.upload('one.TXT', 'first', outer.id)
      await ann.upload('two.txt', 'second')
      world.clock.advance({ hours: 24 })
      await world.changeRoot(ann.rootId, { person_id: bob.id })
      await bob.call(lockFile, { ...root, file_id: file.id })
      await bob.call(places.renameFile, { ...root, file_id: file.id, name: 'one.locked' })
      await bob.call(api.deleteFile, { ...root, file_id: file.id })
      await world.changeRoot(ann.rootId, { person_id: ann.id })

      const bars = async (options: object) => {
        const { results, cursor } = await ann.call(getTimeline, { ...root, ...options })
        assert.equal(cursor, null)
        return results.map(({ from, to_seq, ...counts }) => [
          from,
          to_seq,
          ...[counts.operations, counts.changes, counts.deleted],
        ])
      }
      const [today, yesterday] = [0, 24].map((hours) => world.clock.now() - hours * 3_600_000) as [
        number,
        number,
      ]
      const day = (at: number) => `${formatUtc(at).slice(0, 10)}T00:00:00`
      assert.deepEqual(await bars({}), [
        [day(today), 6, 2, 2, 1],
        [day(yesterday), 3, 3, 3, 0],
      ])
      assert.deepEqual(await bars({ folder_id: outer.id, unit: 'hour', from: '2' }), [
        [`${formatUtc(today).slice(0, 13)}:00:00`, 6, 2, 2, 1],
        [`${formatUtc(yesterday).slice(0, 13)}:00:00`, 2, 1, 1, 0],
      ])
      const months = await bars({ unit: 'month', utc_offset: 60 })
      assert.equal(
        months.reduce((sum, [, , , changes]) => sum + Number(changes), 0),
        5,
      )
      assert.match(String(months[0]?.[0]), /^\d{4}-\d\d-\d\dT23:00:00$/)
      assert.equal((await bars({ person_id: bob.id })).length, 1)
      // The clocks of those who ask are not the server’s.
      const ahead = (minutes: number) => formatUtc(today + minutes * 60_000)
      assert.deepEqual(await bars({ from: ahead(4) }), [])
      assert.deepEqual(await bars({ to: ahead(4) }), await bars({}))
      await assert.rejects(bars({ from: ahead(6) }), INVALID)
      await assert.rejects(bars({ to: ahead(6) }), INVALID)

      const counts = async (found: Promise<{ results: object[] }>) =>
        (await found).results.map((actor) => {
          const { person_name, extensions, first_seq, last_seq, deleted, created, renamed } = actor as never
          return { person_name, extensions, first_seq, last_seq, deleted, created, renamed }
        })
      const expected = [
        {
          ...{ person_name: `Pat Doe ${bob.email.match(/\d+/)}`, first_seq: 5, last_seq: 6 },
          ...{ extensions: [{ extension: 'locked', files: 1 }], created: 0, renamed: 1, deleted: 1 },
        },
        {
          ...{ person_name: `Pat Doe ${ann.email.match(/\d+/)}`, first_seq: 1, last_seq: 3 },
          ...{ extensions: [{ extension: 'txt', files: 2 }], created: 3, renamed: 0, deleted: 0 },
        },
      ]
      const names = { include_names: true }
      assert.deepEqual(await counts(ann.call(listRootActors, { ...root, ...names })), expected)
      const ofAll = { organization_id: organizationId, since, ...names }
      assert.deepEqual(await counts(boss.call(listOrganizationActors, ofAll)), expected)
      const ofBob = { ...ofAll, person_id: bob.id }
      assert.deepEqual(await counts(boss.call(listOrganizationActors, ofBob)), [expected[0]])
      const onNone = { ...ofAll, machine_id: 1_000_000 as MachineId }
      assert.deepEqual(await counts(boss.call(listOrganizationActors, onNone)), [])
      const few = await boss.call(listOrganizationActors, { ...ofAll, since: formatUtc(today) })
      assert.deepEqual([few.results.length, few.complete], [1, true])
      assert.equal((await ann.call(listRootActors, { ...root, since: '5' })).results.length, 1)
    })

    it('compares within a folder, and what one of them changed', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const root = { root_id: ann.rootId }
      const outer = await folder(ann, 'outer')
      const inside = await ann.upload('in.txt', 'in', outer.id)
      const outside = await ann.upload('out.txt', 'out')
      await world.changeRoot(ann.rootId, { person_id: bob.id })
      await bob.call(places.moveFile, { ...root, file_id: inside.id })
      await world.changeRoot(ann.rootId, { person_id: ann.id })
      await ann.call(places.renameFile, { ...root, file_id: outside.id, name: 'else.txt' })
      const kinds = async (options: object) =>
        (await ann.call(compareStates, { ...root, from: '3', ...options })).results.map(
          ({ item_id, kinds }) => [item_id, ...kinds],
        )
      assert.deepEqual(await kinds({}), [
        [inside.id, 'moved'],
        [outside.id, 'renamed'],
      ])
      assert.deepEqual(await kinds({ folder_id: outer.id }), [[inside.id, 'moved']])
      assert.deepEqual(await kinds({ person_id: bob.id }), [[inside.id, 'moved']])
      assert.deepEqual(await kinds({ person_id: ann.id, folder_id: outer.id }), [])
      await ann.call(places.renameFile, { ...root, file_id: outside.id, name: 'out.txt' })
      assert.deepEqual(await kinds({ person_id: ann.id }), [], 'what ends as it began')
    })
  })
