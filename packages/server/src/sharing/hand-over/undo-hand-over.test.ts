import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import * as people from '@holdfast/api/accounts/people'
import { createMachineMapping, listMachineMappings } from '@holdfast/api/devices/machines'
import * as files from '@holdfast/api/files/files'
import { listStarred, starItem } from '@holdfast/api/files/preferences'
import { purgeFile } from '@holdfast/api/files/retention'
import type { PersonId, RootId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { undoHandOver } from '@holdfast/api/sharing/hand-over'
import * as links from '@holdfast/api/sharing/links'
import { deleteShare, updateShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { rawCall } from '@holdfast/server/testkit/content/raw-http'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { connect, fileServer, machineOf } from '@holdfast/server/testkit/people/devices'
import { leaving } from '@holdfast/server/testkit/people/hand-over'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { makeConfigs } from '../../devices/roots/make-configs.ts'

for (const stack of STACKS)
  describe(`undoing a hand-over on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { lettersTo, later, put } = useNotices(world)
    const check = () => checkInvariants(world.service.ctx.db.read)
    const undo = (by: Someone, person_id: PersonId) => by.call(undoHandOver, { person_id })
    const rootOf = async (by: Someone, { id }: Someone) =>
      (await by.call(people.getPerson, { person_id: String(id) })).root_id as RootId

    it('returns the files as they are by then, and lets nobody else keep them', async () => {
      const { id: organization_id, boss, ann, bob, handOver } = await leaving(world)
      const root_id = ann.rootId
      const { id: file_id } = await ann.upload('plan.txt', 'the plan')
      await ann.call(starItem, { person_id: ann.id, root_id, item_id: file_id })
      const link = await ann.call(links.shareFile, { root_id, file_id, download_notify: true })
      await handOver()
      const fresh = await rootOf(boss, ann)
      world.clock.advance({ minutes: 1 })
      const added = await put(bob, root_id, 'added.txt')
      const his = await bob.call(links.shareFile, { root_id, file_id: added.id })
      const eve = await world.person()
      const carl = await world.person({ organizationId: organization_id })
      const { id: group } = await boss.call(createGroup, {
        ...{ company_id: organization_id, name: 'Heirs', members: [carl.id] },
      })
      await bob.call(updateShareSubscribers, {
        ...{ organization_id, root_id, group_subscribers: [[group, 'web', 'EDITOR']] },
        external_subscribers: [[eve.email, 'EDITOR']],
      })
      await bob.call(updateShare, { organization_id, root_id, auto_lock: true, description: 'Of Ann' })
      await rawCall(world.url, { path: `/api/2/sharelinks/${link.hash}/download` })

      await undo(boss, ann.id)
      assert.equal(await rootOf(boss, ann), root_id)
      assert.match((await ann.call(files.getRoot, { root_id })).name, /^Pat Doe \d+$/)
      assert.equal(String(await ann.download(file_id)), 'the plan')
      assert.equal((await ann.call(files.getFile, { root_id, file_id: added.id })).name, 'added.txt')
      assert.equal((await ann.call(listStarred, { person_id: ann.id })).results.length, 1)
      for (const other of [bob, carl, eve])
        assert.equal(await refusal(other.call(files.getRoot, { root_id })), 'forbidden')
      const returned = await ann.call(links.getSharelink, { sharelink_id: String(link.id) })
      assert.equal(returned.creator_id, ann.id)
      const answers = await Promise.all(
        [link, his].map(({ hash }) => rawCall(world.url, { path: `/api/2/sharelinks/${hash}/download` })),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 404],
      )
      assert.equal(await refusal(boss.call(files.getRoot, { root_id: fresh })), 'root_deleted')
      await later()
      assert.equal((await lettersTo(ann)).length, 1, 'of what was downloaded before')
      assert.deepEqual(await lettersTo(bob), [])
      const { results } = await boss.call(listPersonActivity, { person_id: ann.id })
      assert.ok(results.some(({ activity_type_id }) => activity_type_id === 120))
      await check()
      assert.equal(await refusal(undo(boss, ann.id)), 'not_found')

      await handOver()
      assert.equal(
        String(await (await bob.open(files.downloadFile, { root_id, file_id })).text()),
        'the plan',
      )
      await check()
    })

    it('is refused once something else took their place', async () => {
      const { id: organization_id, boss, ann, handOver } = await leaving(world)
      await ann.upload('plan.txt', 'the plan')
      assert.equal(await refusal(undo(boss, ann.id)), 'not_found')
      await handOver()
      const fresh = await rootOf(boss, ann)
      const { id: file_id } = await put(ann, fresh, 'new.txt')
      assert.equal(await refusal(undo(boss, ann.id)), 'not_empty')
      await ann.call(files.deleteFile, { root_id: fresh, file_id })
      assert.equal(await refusal(undo(boss, ann.id)), 'not_empty', 'it can still be restored')
      await boss.call(purgeFile, { root_id: fresh, file_id })

      const root_id = ann.rootId
      const admin = await world.admin()
      const other = await world.organization()
      await admin.call(updateShare, { organization_id, root_id, company_id: other })
      assert.equal(await refusal(undo(boss, ann.id)), 'ver_conflict')
      await admin.call(updateShare, { organization_id: other, root_id, company_id: organization_id })
      for (const by of [ann, await world.person({ siteAdmin: true, organizationId: other })])
        assert.equal(await refusal(undo(by, ann.id)), 'forbidden')
      await undo(boss, ann.id)
      assert.equal(await rootOf(boss, ann), root_id)

      await handOver()
      await boss.call(deleteShare, { organization_id, root_id })
      assert.equal(await refusal(undo(boss, ann.id)), 'root_deleted')
      await check()
    })

    it('is refused once the account was deleted', async () => {
      const { boss, ann, bob, handOver } = await leaving(world)
      const { id: file_id } = await ann.upload('plan.txt', 'the plan')
      await handOver()
      await boss.call(people.deletePerson, { person_id: ann.id })
      assert.equal(await refusal(undo(boss, ann.id)), 'not_found')
      assert.equal((await bob.call(files.getFile, { root_id: ann.rootId, file_id })).name, 'plan.txt')
      await check()
    })

    it('leaves nothing half done, however many ask at the same time', async () => {
      const { boss, ann, handOver } = await leaving(world)
      const { id: file_id } = await ann.upload('plan.txt', 'the plan')
      const codes = async (asking: readonly Promise<unknown>[]) =>
        (await Promise.allSettled(asking)).map((one) =>
          one.status === 'fulfilled' ? 'done' : String(one.reason.code),
        )
      const crowd = [1, 2, 3, 4]
      const handed = await codes(crowd.map(() => handOver()))
      assert.ok(handed.includes('done'))
      const undone = await codes(crowd.map(() => undo(boss, ann.id)))
      assert.ok(undone.includes('done'))
      for (const code of [...handed, ...undone])
        assert.ok(['done', 'not_found', 'not_empty', 'ver_conflict'].includes(code), code)
      assert.equal((await boss.call(files.getFile, { root_id: ann.rootId, file_id })).name, 'plan.txt')
      await check()
    })

    it('brings devices what they had, and takes it away from others, with its copies', async () => {
      const { boss, ann, bob, handOver } = await leaving(world)
      const root_id = ann.rootId
      const [hers, his] = [await machineOf(world, ann, 'hers'), await machineOf(world, bob, 'his')]
      const server = await fileServer(world, boss, ann, 'server')
      await ann.call(createMachineMapping, { machine_id: server, root_id, path: '/srv' })
      const configOf = async (machine: typeof hers) => {
        const { config } = (await makeConfigs(world.service.ctx, [machine])).get(machine) ?? assert.fail()
        return {
          roots: config.roots.map((one) => [one.root_id, one.source]),
          leaving: config.leaving.map((one) => [one.root_id, one.remove_files]),
          mappings: config.mappings.map((one) => one.root_id),
        }
      }
      const none = { leaving: [], mappings: [] }
      const before = { ...none, roots: [[root_id, 'own']] }
      assert.deepEqual(await configOf(hers), before)
      assert.deepEqual((await configOf(server)).mappings, [root_id])
      assert.equal((await handOver(ann.id, { dry_run: true })).devices, 2)
      const device = await connect(world, ann, hers)
      await device.latest('config', ({ roots }) => (roots as unknown[]).length === 1)

      await handOver()
      const fresh = await rootOf(boss, ann)
      await device.latest('config', ({ leaving }) => (leaving as unknown[]).length === 1)
      device.cut()
      assert.deepEqual(await configOf(hers), {
        ...{ roots: [[fresh, 'own']], leaving: [[root_id, false]], mappings: [] },
      })
      assert.deepEqual((await configOf(his)).roots, [
        [root_id, 'share'],
        [bob.rootId, 'own'],
      ])
      assert.deepEqual(await configOf(server), { roots: [], mappings: [], leaving: [[root_id, false]] })
      assert.deepEqual((await boss.call(listMachineMappings, { machine_id: server })).results, [])
      const servers = await fileServer(world, boss, bob, 'his server')
      await bob.call(createMachineMapping, { machine_id: servers, root_id, path: '/srv' })
      assert.deepEqual((await configOf(servers)).mappings, [root_id])

      await undo(boss, ann.id)
      assert.deepEqual(await configOf(hers), { ...before, leaving: [[fresh, false]] })
      assert.deepEqual(await configOf(his), {
        ...{ roots: [[bob.rootId, 'own']], leaving: [[root_id, false]], mappings: [] },
      })
      assert.deepEqual((await configOf(servers)).mappings, [])
      await check()
    })
  })
