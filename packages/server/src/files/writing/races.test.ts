import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import * as places from '@holdfast/api/files/file-places'
import * as tree from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import { type RestoreReport, restoreState } from '@holdfast/api/files/history'
import { purgeFile } from '@holdfast/api/files/retention'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { atOnce, type Becoming, type Entrance, WAYS_IN } from '@holdfast/server/testkit/content/ways-in'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const CROWD = rounds(10, 50)
const SIZE = 1000
/** So many of the crowd have room below a quota. */
const ROOM = 5

/** Over which the crowd is spread, so that they meet at the quota and not before. */
const ROOTS = 10

const crowd = <T>(make: (n: number) => T): T[] => Array.from({ length: CROWD }, (_, n) => make(n))

/** Made when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

for (const stack of STACKS)
  describe(`${CROWD} at once on ${stack.name}`, () => {
    const world = useWorld(stack)
    const check = () => checkInvariants(world.service.ctx.db.read)
    const countOf = (rootId: RootId) =>
      world.service.ctx.db.read
        .selectFrom('root')
        .select(['seq', 'live_files', 'live_size', 'deleted_files', 'stored_size', 'pending_size'])
        .where('id', '=', rootId)
        .executeTakeFirstOrThrow()
    const childrenOf = async (who: Someone, root_id: RootId) =>
      (await who.call(api.getRoot, { root_id, include_deleted: false })).children ?? []

    /** A root that someone owns beside the own one, of another organization. */
    async function anotherRoot(who: Someone): Promise<RootId> {
      const other = await world.person({ organizationId: await world.organization() })
      await world.changeRoot(other.rootId, { person_id: who.id })
      return other.rootId
    }
    const entrance = async (who: Someone): Promise<Entrance> => ({
      ...{ url: world.url, who, rootId: who.rootId, elsewhere: await anotherRoot(who) },
    })

    /** Who has a quota, where content can go to within it, and what counts. */
    interface Space {
      ends: Entrance[]
      counted: RootId[]
      setQuota(bytes: number): Promise<unknown>
    }
    const spaces: Record<string, () => Promise<Space>> = {
      'a person with many roots': once(async () => {
        const ann = await world.person()
        const { elsewhere, ...own } = await entrance(ann)
        const others = await Promise.all(Array.from({ length: ROOTS - 1 }, () => anotherRoot(ann)))
        const counted = [ann.rootId, ...others]
        const admin = await world.admin()
        return {
          ends: counted.map((rootId) => ({ ...own, rootId, elsewhere })),
          counted: [...counted, elsewhere],
          setQuota: (space_quota) => admin.call(updatePerson, { person_id: ann.id, space_quota }),
        }
      }),
      'an organization': once(async () => {
        const organization_id = await world.organization()
        const people = Array.from({ length: ROOTS }, () => world.person({ organizationId: organization_id }))
        const ends = await Promise.all((await Promise.all(people)).map(entrance))
        const admin = await world.admin()
        return {
          ends,
          counted: ends.map(({ rootId }) => rootId),
          setQuota: (space_quota) => admin.call(updateOrganizationPolicy, { organization_id, space_quota }),
        }
      }),
    }

    for (const [way, prepare] of Object.entries(WAYS_IN)) {
      const contents = crowd((n) => sampleBytes(SIZE, `${way} ${n}`))

      it(`one ${way} gets a name, and the others are told`, async () => {
        const to = await entrance(await world.person())
        const name = 'race.bin'
        const asks = await Promise.all(contents.map((bytes) => prepare(to, bytes, { name })))
        const { answers, winners } = await atOnce(asks)
        assert.deepEqual(answers, { done: 1, '409 name_conflict': CROWD - 1 })
        const [file, ...others] = await childrenOf(to.who, to.rootId)
        assert.deepEqual(others, [])
        const bytes = await to.who.download(file?.id as EntryId)
        assert.equal(digestOf(bytes), digestOf(contents[winners[0] ?? -1] as Buffer))
        const { seq, live_files, stored_size } = await countOf(to.rootId)
        assert.deepEqual([seq, live_files, stored_size], [1, 1, SIZE])
        await check()
      })

      if (way !== 'copy from another root')
        it(`one ${way} replaces a version, and the others are told`, async () => {
          const to = await entrance(await world.person())
          const { id: file_id } = await to.who.upload('versions.bin', 'first')
          const becoming: Becoming = { file_id, if_ver: 1 }
          const asks = await Promise.all(contents.map((bytes) => prepare(to, bytes, becoming)))
          const { answers, winners } = await atOnce(asks)
          assert.deepEqual(answers, { done: 1, '409 ver_conflict': CROWD - 1 })
          const bytes = await to.who.download(file_id)
          assert.equal(digestOf(bytes), digestOf(contents[winners[0] ?? -1] as Buffer))
          const { total } = await to.who.call(listFileRevisions, { root_id: to.rootId, file_id })
          const { seq, live_size } = await countOf(to.rootId)
          assert.deepEqual([total, seq, live_size], [2, 2, SIZE])
          await check()
        })

      for (const [whose, open] of Object.entries(spaces))
        it(`no ${way} goes over the quota of ${whose}`, async () => {
          const { ends, counted, setQuota } = await open()
          const sumOf = async (size: 'stored_size' | 'pending_size') =>
            (await Promise.all(counted.map(countOf))).reduce((sum, root) => sum + root[size], 0)
          const stored = () => sumOf('stored_size')
          const files = async () =>
            (await Promise.all(ends.map(({ rootId }) => countOf(rootId)))).reduce(
              (sum, { live_files }) => sum + live_files,
              0,
            )
          // Of those that were refused before.
          const waiting = await sumOf('pending_size')
          await setQuota((await stored()) + waiting + 2 * CROWD * SIZE)
          const asks = await Promise.all(
            contents.map((bytes, n) =>
              prepare(ends[n % ends.length] as Entrance, bytes, { name: `${way} ${n}` }),
            ),
          )
          const before = { stored: await stored(), files: await files() }
          // What is on its way has its room already, and only files count against it.
          const beside = (await sumOf('pending_size')) === waiting ? waiting : 0
          await setQuota(before.stored + beside + (ROOM + 1) * SIZE - 1)
          const { answers } = await atOnce(asks)
          assert.deepEqual(answers, { done: ROOM, '409 policy_error': CROWD - ROOM })
          assert.deepEqual(
            [await stored(), await files()],
            [before.stored + ROOM * SIZE, before.files + ROOM],
          )
          await check()
        })
    }

    const onFile = ({ id, root_id }: api.File) => ({ root_id, file_id: id })
    const deleted = async (who: Someone, name: string) => {
      const file = await who.upload(name, sampleBytes(SIZE, name))
      await who.call(api.deleteFile, onFile(file))
      return file
    }
    async function withTwoRoots() {
      const organizationId = await world.organization({ user_rollback: true, user_purge_deleted: true })
      const ann = await world.person({ organizationId })
      return { ann, second: await anotherRoot(ann) }
    }

    it('restore one file once', async () => {
      const { ann } = await withTwoRoots()
      const file = await deleted(ann, 'gone.bin')
      const { answers } = await atOnce(crowd(() => () => ann.call(tree.restoreFile, onFile(file))))
      assert.deepEqual(answers, { done: CROWD })
      const { seq, live_files, live_size, deleted_files } = await countOf(ann.rootId)
      assert.deepEqual([seq, live_files, live_size, deleted_files], [3, 1, SIZE, 0])
      await check()
    })

    it('restore one of many files that had the same name', async () => {
      const { ann } = await withTwoRoots()
      const files: api.File[] = []
      for (let n = 0; n < CROWD; n++) files.push(await deleted(ann, 'same.bin'))
      const { answers, winners } = await atOnce(
        files.map((file) => () => ann.call(tree.restoreFile, onFile(file))),
      )
      assert.deepEqual(answers, { done: 1, '409 name_conflict': CROWD - 1 })
      const listed = await childrenOf(ann, ann.rootId)
      assert.deepEqual(
        listed.map(({ id }) => id),
        [files[winners[0] ?? -1]?.id],
      )
      await check()
    })

    it('purge one file once', async () => {
      const { ann } = await withTwoRoots()
      const file = await deleted(ann, 'gone.bin')
      const { answers } = await atOnce(crowd(() => () => ann.call(purgeFile, onFile(file))))
      assert.deepEqual(answers, { done: 1, '404 not_found': CROWD - 1 })
      const { seq, deleted_files, stored_size } = await countOf(ann.rootId)
      assert.deepEqual([seq, deleted_files, stored_size], [3, 0, 0])
      await check()
    })

    it('set a root back once', async () => {
      const { ann } = await withTwoRoots()
      await deleted(ann, 'gone.bin')
      const reports: RestoreReport[] = []
      const setBack = async () =>
        reports.push(await ann.call(restoreState, { root_id: ann.rootId, as_of: '1' }))
      const { answers } = await atOnce(crowd(() => setBack))
      assert.deepEqual(answers, { done: CROWD })
      assert.equal(
        reports.reduce((sum, { restored }) => sum + restored, 0),
        1,
      )
      const { seq, live_files } = await countOf(ann.rootId)
      assert.deepEqual([seq, live_files], [3, 1])
      await check()
    })

    it('move one file to another root once', async () => {
      const { ann, second } = await withTwoRoots()
      const file = await ann.upload('moved.bin', sampleBytes(SIZE, 'moved'))
      const to_root_id = second
      const { answers } = await atOnce(
        crowd(() => () => ann.call(places.moveFile, { ...onFile(file), to_root_id })),
      )
      assert.deepEqual(answers, { done: 1, '404 not_found': CROWD - 1 })
      const [here, there] = [await countOf(ann.rootId), await countOf(second)]
      assert.deepEqual([here.live_files, here.deleted_files, here.live_size], [0, 1, 0])
      assert.deepEqual([there.live_files, there.deleted_files, there.live_size], [1, 0, SIZE])
      await check()
    })

    it('move files between two roots in both directions', async () => {
      const { ann, second } = await withTwoRoots()
      const roots = [ann.rootId, second] as const
      const files = await Promise.all(
        crowd((n) =>
          ann.call(api.uploadToRoot, {
            root_id: roots[n % 2] as RootId,
            file: { name: `${n}.bin`, bytes: new Blob([sampleBytes(SIZE, `${n}`)]) },
          }),
        ),
      )
      const { answers } = await atOnce(
        files.map((file, n) => () => {
          const to_root_id = roots[(n + 1) % 2] as RootId
          return ann.call(places.moveFile, { ...onFile(file), to_root_id })
        }),
      )
      assert.deepEqual(answers, { done: CROWD })
      for (const root of roots) {
        const { live_files, deleted_files, live_size } = await countOf(root)
        assert.deepEqual([live_files, deleted_files, live_size], [CROWD / 2, CROWD / 2, (CROWD / 2) * SIZE])
      }
      await check()
    })
  })
