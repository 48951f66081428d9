import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup, deleteGroup, updateGroupMembers } from '@holdfast/api/accounts/groups'
import { listOrganizationMachines } from '@holdfast/api/accounts/organizations'
import { deletePerson } from '@holdfast/api/accounts/people'
import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import { listMachineJobs } from '@holdfast/api/devices/fleet'
import { getMachine, getMachineStatus } from '@holdfast/api/devices/machines'
import type { RootId } from '@holdfast/api/ids'
import { createShare, deleteShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { Device, signInDevice } from '@holdfast/server/testkit/people/device'
import { connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { beginEpoch } from '../../platform/installation/epoch.ts'

for (const stack of STACKS)
  describe(`remove_files on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    before(() => {
      world.service.ctx.live.pace.checkMs = 50
    })
    const told = async (device: Device, matches: (config: DeviceConfig) => boolean) =>
      (await device.latest('config', (frame) => matches(frame as never))) as unknown as DeviceConfig
    const leavingOf = async (device: Device, count = 1) =>
      (await told(device, ({ leaving }) => leaving.length === count)).leaving

    /** A team share that a group of a group brings to Ann's device, and another that she has herself. */
    const setting = async () => {
      const { id: organization_id, boss } = await company()
      const ann = await world.person({ organizationId: organization_id })
      const machine_id = await machineOf(world, ann, 'laptop')
      const inner = await boss.call(createGroup, {
        company_id: organization_id,
        name: 'inner',
        members: [ann.id],
      })
      const outer = await boss.call(createGroup, {
        company_id: organization_id,
        name: 'outer',
        member_groups: [inner.id],
      })
      const shared = await boss.call(createShare, {
        organization_id,
        name: 'By group',
        group_subscribers: [[outer.id, 'machines', 'EDITOR']],
      })
      const own = await boss.call(createShare, {
        organization_id,
        name: 'Own',
        subscribers: [[ann.id, 'all', 'EDITOR']],
      })
      const device = await connect(world, ann, machine_id)
      const { roots } = await told(device, (config) => config.roots.length === 3)
      const numberOf = (rootId: RootId) => roots.find(({ root_id }) => root_id === rootId)?.rsub_id
      const jobs = async () =>
        (await boss.call(listMachineJobs, { machine_id })).results.map(
          ({ kind, root_id, state, done, total }) => ({
            kind,
            root_id,
            state,
            done,
            total,
          }),
        )
      return { organization_id, boss, ann, machine_id, inner, outer, shared, own, device, numberOf, jobs }
    }
    type Setting = Awaited<ReturnType<typeof setting>>

    it('reaches the devices that lose a team share, whichever way', async () => {
      const ways: ((at: Setting, remove_files: boolean) => Promise<[unknown, RootId]>)[] = [
        async ({ boss, organization_id, own }, remove_files) => [
          await boss.call(deleteShare, { organization_id, root_id: own.id, remove_files }),
          own.id,
        ],
        async ({ boss, organization_id, own }, remove_files) => [
          await boss.call(updateShareSubscribers, {
            organization_id,
            root_id: own.id,
            subscribers: [],
            remove_files,
          }),
          own.id,
        ],
        async ({ boss, inner, shared }, remove_files) => [
          await boss.call(updateGroupMembers, { group_id: inner.id, members: [], remove_files }),
          shared.id,
        ],
        async ({ boss, inner, shared }, remove_files) => [
          await boss.call(deleteGroup, { group_id: inner.id, remove_files }),
          shared.id,
        ],
      ]
      for (const [n, leave] of ways.entries())
        for (const remove_files of n === 0 ? [true, false] : [true]) {
          const at = await setting()
          const [, root_id] = await leave(at, remove_files)
          const [leaving] = await leavingOf(at.device)
          assert.deepEqual(
            [leaving?.rsub_id, leaving?.root_id, leaving?.remove_files],
            [at.numberOf(root_id), root_id, remove_files],
          )
          assert.equal((await at.jobs()).length, remove_files ? 1 : 0)
          at.device.cut()
        }
    })

    it('ends in a receipt, or with the job', async () => {
      const { boss, ann, machine_id, organization_id, own, shared, device, numberOf, jobs } = await setting()
      const status = async () => (await ann.call(getMachineStatus, { machine_id })).results.leaving
      device.answers = () => ({ ok: true, data: { subscriptions: [], synced: true, transfers: [] } })
      for (const root_id of [own.id, shared.id])
        await boss.call(deleteShare, { organization_id, root_id, remove_files: true })
      const leaving = await leavingOf(device, 2)
      const one = { root_id: own.id, rsub_id: numberOf(own.id) }
      const waiting = { ...one, remove_files: true, left: false }
      assert.deepEqual(
        (await status()).find(({ root_id }) => root_id === own.id),
        waiting,
      )
      const other = await connect(world, boss, await machineOf(world, boss, 'other'))
      other.say({ t: 'report', left: [{ rsub_id: one.rsub_id, removed: 1, kept: 0 }] })
      const mine = await told(device, () => true)
      const home = mine.roots[0]?.rsub_id
      device.say({
        t: 'report',
        roots: [{ rsub_id: home, state: 'synced', folder: '/home/ann' }],
        left: [
          { rsub_id: one.rsub_id, removed: 12, kept: 2 },
          { rsub_id: home, removed: 9, kept: 0 },
        ],
      })
      await leavingOf(device, 1)
      assert.deepEqual(
        (await status()).find(({ root_id }) => root_id === own.id),
        { ...waiting, left: true },
      )
      const job = leaving.find(({ root_id }) => root_id === shared.id)?.job_id
      device.say({ t: 'progress', job, state: 'done', done: 3 })
      await leavingOf(device, 0)
      const done = { kind: 'remove_files', state: 'done' }
      assert.deepEqual(
        (await jobs()).sort((a, b) => b.done - a.done),
        [
          { ...done, root_id: own.id, done: 12, total: 14 },
          { ...done, root_id: shared.id, done: 3, total: null },
        ],
      )
      const rows = await world.service.ctx.db.read
        .selectFrom('machine_root')
        .select(['root_id', 'state', 'folder', 'receipt'])
        .where('machine_id', '=', machine_id)
        .execute()
      const of = (rootId: RootId) => rows.find(({ root_id }) => root_id === rootId)
      assert.deepEqual(of(ann.rootId), {
        root_id: ann.rootId,
        state: 'synced',
        folder: '/home/ann',
        receipt: null,
      })
      assert.deepEqual(JSON.parse(of(own.id)?.receipt ?? ''), { removed: 12, kept: 2 })
      for (const wrong of [
        { roots: 7 },
        { roots: [{ rsub_id: 1, state: 'gone', folder: '/x' }] },
        { left: [{ rsub_id: 1, removed: -1, kept: 0 }] },
        { left: Array(1001).fill({ rsub_id: 1, removed: 1, kept: 0 }) },
      ]) {
        const rude = await connect(world, ann, machine_id)
        rude.say({ t: 'report', ...wrong })
        assert.equal((await rude.closed).code, 4400)
      }
      other.cut()
    })

    it('is over when the root comes back, and after the server was set back', async () => {
      const { boss, ann, organization_id, own, device, numberOf, jobs } = await setting()
      const subscribe = (subscribers: [typeof ann.id, 'all', 'EDITOR'][]) =>
        boss.call(updateShareSubscribers, {
          organization_id,
          root_id: own.id,
          subscribers,
          remove_files: true,
        })
      await subscribe([])
      await leavingOf(device)
      await subscribe([[ann.id, 'all', 'EDITOR']])
      const { roots } = await told(device, (config) => config.roots.length === 3)
      assert.equal(roots.find(({ root_id }) => root_id === own.id)?.rsub_id, numberOf(own.id))
      assert.deepEqual(
        (await jobs()).map(({ state }) => state),
        ['cancelled'],
      )
      await subscribe([])
      const [leaving] = await leavingOf(device)
      assert.equal(leaving?.remove_files, true)
      await beginEpoch(world.service.ctx)
      await boss.call(createShare, { organization_id, name: 'Anything' })
      await told(device, (config) => config.leaving.every(({ remove_files }) => !remove_files))
      device.cut()
    })

    it('asks nothing of devices that keep the team share by another way, or lost it before', async () => {
      const { boss, ann, organization_id, shared, own, outer, inner, device, jobs } = await setting()
      await boss.call(updateShareSubscribers, {
        organization_id,
        root_id: shared.id,
        subscribers: [[ann.id, 'all', 'VIEWER']],
      })
      await boss.call(deleteGroup, { group_id: inner.id, remove_files: true })
      await told(device, ({ roots }) => roots.some(({ read_only }) => read_only))
      device.cut()
      await boss.call(updateShareSubscribers, { organization_id, root_id: own.id, subscribers: [] })
      await boss.call(deleteShare, { organization_id, root_id: own.id, remove_files: true })
      await boss.call(deleteGroup, { group_id: outer.id, remove_files: true })
      assert.deepEqual(await jobs(), [])
    })

    it('of an account that is closed with its files reaches its devices, which can do nothing else', async () => {
      const { boss, ann, machine_id, device, organization_id, jobs } = await setting()
      const { guid } = await ann.call(getMachine, { machine_id })
      const { headers } = await signInDevice(world, ann, { guid })
      const idle = await machineOf(world, ann, 'idle')
      await boss.call(deletePerson, { person_id: ann.id, remove_user_files: true })
      const { roots, leaving } = await told(device, (config) => config.roots.length === 0)
      const removed = leaving.filter(({ remove_files }) => remove_files)
      assert.deepEqual([roots, removed.map(({ root_id }) => root_id)], [[], [ann.rootId]])
      for (const call of ['person', `files/${ann.rootId}`])
        assert.equal((await world.request(`/api/2/${call}`, { headers })).status, 401)
      await assert.rejects(boss.call(getMachine, { machine_id: idle }), { code: 'not_found' })
      assert.equal((await boss.call(getMachine, { machine_id })).id, machine_id)
      await checkInvariants(world.service.ctx.db.read)
      device.cut()
      const back = await Device.open(world.url, headers)
      await back.hello()
      back.say({ t: 'report', left: [{ rsub_id: removed[0]?.rsub_id, removed: 5, kept: 0 }] })
      assert.equal((await back.closed).code, 4403)
      await assert.rejects(Device.open(world.url, headers), { status: 401 })
      await assert.rejects(boss.call(getMachine, { machine_id }), { code: 'not_found' })
      await assert.rejects(jobs(), { code: 'not_found' })
      const { total } = await boss.call(listOrganizationMachines, { organization_id })
      assert.equal(total, 1, 'the one of the boss')
      await checkInvariants(world.service.ctx.db.read)
    })
  })
