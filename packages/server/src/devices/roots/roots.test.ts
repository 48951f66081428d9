import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { updateOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import * as backups from '@holdfast/api/devices/backups'
import * as api from '@holdfast/api/devices/machines'
import { listChanges } from '@holdfast/api/files/changes'
import { createFolderInRoot, getFile, uploadToRoot } from '@holdfast/api/files/files'
import type { MachineId, OrganizationId, RootId } from '@holdfast/api/ids'
import {
  createShare,
  deleteShare,
  type PersonSubscription,
  updateShare,
  updateShareSubscribers,
} from '@holdfast/api/sharing/shares'
import { countReads } from '@holdfast/server/testkit/database/count-reads'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import type { Device } from '@holdfast/server/testkit/people/device'
import { agentOf, connect, fileServer, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { makeConfigs } from './make-configs.ts'
import { settleRoots } from './settle-roots.ts'

for (const stack of STACKS)
  describe(`what a device is told to do on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    before(() => {
      world.service.ctx.live.pace.checkMs = 50
    })
    const configOf = async (machine_id: MachineId): Promise<DeviceConfig> =>
      (await makeConfigs(world.service.ctx, [machine_id])).get(machine_id)?.config ??
      assert.fail('it has nothing to do')
    const rootsOf = async (machine_id: MachineId) =>
      (await configOf(machine_id)).roots.map(({ name, source, read_only }) => [name, source, read_only])
    const told = async (device: Device, matches: (config: DeviceConfig) => boolean) =>
      (await device.latest('config', (frame) => matches(frame as never))) as unknown as DeviceConfig

    const setting = async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      return { id, boss, ann, machine_id: await machineOf(world, ann, 'laptop') }
    }
    const share = (
      boss: Someone,
      organization_id: OrganizationId,
      name: string,
      subscribers: PersonSubscription[],
    ) => boss.call(createShare, { organization_id, name, subscribers })

    it('lets backups rest while the policy has none, and says so', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const backup = await ann.call(backups.createMachineBackup, { machine_id, path: '/home/ann' })
      const agent = await agentOf(world, ann, machine_id)
      const write = (name: string) =>
        agent.call(uploadToRoot, { root_id: backup.id, file: { name, bytes: new Blob(['a']) } })
      const { epoch } = await agent.call(listChanges, { root_id: backup.id })
      const run = {
        started: '2030-01-01T12:00:00',
        finished: '2030-01-01T12:00:05',
        seq: 1,
        files: 1,
        bytes: 1,
      }
      const tell = () =>
        agent.call(backups.createBackupRun, {
          ...run,
          machine_id,
          root_id: backup.id,
          epoch,
          problem_count: 0,
        })
      const turn = (backups_enabled: boolean) =>
        boss.call(updateOrganizationPolicy, { organization_id: id, backups_enabled })
      const file = await write('before')
      const device = await connect(world, ann, machine_id)
      const before = await told(device, ({ backups: [one] }) => one !== undefined)
      await turn(false)
      const resting = await told(device, ({ policy }) => !policy.backups_enabled)
      assert.deepEqual([resting.backups, resting.leaving], [[], []])
      await assert.rejects(write('meanwhile'), { code: 'forbidden' })
      await assert.rejects(tell(), { code: 'policy_error' })
      const path = { root_id: backup.id, file_id: file.id }
      assert.equal((await agent.call(getFile, path)).name, 'before', 'what it has can be restored')
      await turn(true)
      const after = await told(device, ({ policy }) => policy.backups_enabled)
      assert.deepEqual(after.backups, before.backups)
      await write('after')
      await tell()
      device.cut()
    })

    it('locks files where the team share asks for it', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const subscribers: PersonSubscription[] = [[ann.id, 'all', 'EDITOR']]
      const { id: root_id } = await boss.call(createShare, {
        organization_id: id,
        name: 'Drawings',
        auto_lock: true,
        subscribers,
      })
      const locks = async () =>
        (await configOf(machine_id)).roots.map(({ name, auto_lock }) => [name === 'Drawings', auto_lock])
      assert.deepEqual(await locks(), [
        [false, false],
        [true, true],
      ])
      await boss.call(updateShare, { organization_id: id, root_id, auto_lock: false })
      assert.deepEqual((await locks())[1], [true, false])
    })

    it('has the own root of its person, and the team shares that are for this machine', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const other = await machineOf(world, ann, 'other')
      await share(boss, id, 'All', [[ann.id, 'all', 'COLLABORATOR']])
      await share(boss, id, 'Other', [[ann.id, other, 'EDITOR']])
      await share(boss, id, 'Future', [[ann.id, 'future', 'EDITOR']])
      await share(boss, id, 'Web', [[ann.id, 'web', 'EDITOR']])
      await share(boss, id, 'Viewed', [[ann.id, 'all', 'VIEWER']])
      await share(boss, id, 'Both', [
        [ann.id, 'all', 'VIEWER'],
        [ann.id, other, 'EDITOR'],
      ])
      for (const role of ['WEB_EDITOR', 'PREVIEWER', 'UPLOADER'] as const)
        await share(boss, id, role, [[ann.id, 'all', role]])
      const inner = await boss.call(createGroup, { company_id: id, name: 'inner', members: [ann.id] })
      const outer = await boss.call(createGroup, { company_id: id, name: 'outer', member_groups: [inner.id] })
      for (const [name, target] of [
        ['Group', 'machines'],
        ['Group in the browser', 'web'],
      ] as const)
        await boss.call(createShare, {
          organization_id: id,
          name,
          group_subscribers: [[outer.id, target, 'EDITOR']],
        })
      world.clock.advance({ minutes: 1 })
      const younger = await machineOf(world, ann, 'younger')
      const own = ['', 'own', false]
      const common = [
        ['All', 'share', false],
        ['Group', 'share', false],
        ['Viewed', 'share', true],
      ]
      const sorted = async (machine: MachineId) =>
        (await rootsOf(machine)).map(([name, ...rest]) => [rest[0] === 'own' ? '' : name, ...rest]).sort()
      assert.deepEqual(await sorted(machine_id), [own, ...common, ['Both', 'share', true]].sort())
      assert.deepEqual(
        await sorted(other),
        [own, ...common, ['Both', 'share', false], ['Other', 'share', false]].sort(),
      )
      assert.deepEqual(
        await sorted(younger),
        [own, ...common, ['Both', 'share', true], ['Future', 'share', false]].sort(),
      )
      const bert = await world.person({ organizationId: id })
      assert.deepEqual(await sorted(await machineOf(world, bert, 'bert')), [own])
      const agent = await agentOf(world, ann, machine_id)
      for (const { root_id, name, read_only } of (await configOf(machine_id)).roots) {
        const adding = agent.call(createFolderInRoot, { root_id, name: 'new' })
        // What is read only here is so by the subscription for this machine, whatever else its person may.
        if (read_only && name !== 'Both') await assert.rejects(adding, { code: 'forbidden' }, name)
        else await adding
      }
    })

    it('has what a file server maps and backs up, and nothing else', async () => {
      const { id, boss, ann, machine_id } = await setting()
      await share(boss, id, 'All', [[ann.id, 'all', 'EDITOR']])
      await ann.call(backups.createMachineBackup, { machine_id, path: '/home' })
      const before = await configOf(machine_id)
      assert.deepEqual([before.roots.length, before.mappings, before.backups.length], [2, [], 1])
      await boss.call(api.enableFileServer, { machine_id })
      const { id: mapping_id } = await ann.call(api.createMachineMapping, {
        machine_id,
        root_id: ann.rootId,
        path: '/srv',
      })
      const now = await configOf(machine_id)
      assert.deepEqual([now.roots, now.backups], [[], before.backups])
      const [mapped] = now.mappings
      assert.deepEqual([mapped?.mapping_id, mapped?.root_id, mapped?.path], [mapping_id, ann.rootId, '/srv'])
      assert.equal(mapped?.rsub_id, before.roots.find(({ source }) => source === 'own')?.rsub_id)
      assert.deepEqual(
        now.leaving.map(({ rsub_id, remove_files }) => [rsub_id, remove_files]),
        [[before.roots.find(({ source }) => source === 'share')?.rsub_id, false]],
      )
      await boss.call(updateOrganizationPolicy, { organization_id: id, file_server_enabled: false })
      const resting = await configOf(machine_id)
      assert.deepEqual([resting.mappings, resting.leaving], [[], now.leaving], 'it rests, and does not leave')
      await boss.call(updateOrganizationPolicy, { organization_id: id, file_server_enabled: true })
      assert.deepEqual(await configOf(machine_id), now)
      await ann.call(api.deleteMachineMapping, { machine_id, mapping_id })
      assert.equal((await configOf(machine_id)).leaving.length, 2)
    })

    it('is told after its welcome, unless it knows, and again when it is something else', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const device = await connect(world, ann, machine_id)
      const first = await told(device, () => true)
      assert.deepEqual(
        [first.roots.length, first.policy.max_file_size, first.throttle.map((one) => one.bandwidth_throttle)],
        [1, 300, [null, null]],
      )
      const backup = await ann.call(backups.createMachineBackup, { machine_id, path: '/home' })
      const [backedUp] = (await told(device, (config) => config.backups.length === 1)).backups
      assert.deepEqual([backedUp?.root_id, backedUp?.path, backedUp?.sealed], [backup.id, '/home', null])
      const team = await share(boss, id, 'Team', [[ann.id, 'all', 'EDITOR']])
      const second = await told(device, (config) => config.roots.length === 2)
      await boss.call(updateOrganization, { organization_id: id, bandwidth_throttle: 70 })
      const third = await told(device, (config) => config.throttle[0]?.bandwidth_throttle === 70)
      assert.deepEqual({ ...third, throttle: [], ver: '' }, { ...second, throttle: [], ver: '' })

      device.answers = () => ({ ok: true })
      await ann.call(backups.restoreMachineBackup, { machine_id, root_id: backup.id, path: '/back' })
      const [job] = (await told(device, (config) => config.restores.length === 1)).restores
      assert.deepEqual([job?.root_id, job?.path, job?.overwrite], [backup.id, '/back', false])

      const { ver } = await told(device, () => true)
      const again = await connect(world, ann, machine_id, { config_ver: ver })
      await boss.call(deleteShare, { organization_id: id, root_id: team.id })
      await told(again, (config) => config.roots.length === 1)
      const configs = again.frames.filter(({ t }) => t === 'config')
      assert.ok(
        configs.every((config) => config.ver !== ver),
        'it knew that one',
      )
      for (const each of [device, again]) each.cut()
    })

    it('is told of changes in its roots, by their numbers', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const team = await share(boss, id, 'Team', [
        [ann.id, 'all', 'VIEWER'],
        [boss.id, 'web', 'EDITOR'],
      ])
      const device = await connect(world, ann, machine_id)
      const bert = await world.person({ organizationId: id })
      const other = await connect(world, bert, await machineOf(world, bert, 'bert'))
      for (const each of [device, other]) await told(each, () => true)
      const change = (who: Someone, root_id: RootId, name: string) =>
        who.call(createFolderInRoot, { root_id, name })
      await change(boss, team.id, 'one')
      await change(boss, boss.rootId, 'hidden')
      await change(ann, ann.rootId, 'own')
      await change(bert, bert.rootId, 'own')
      const newsOf = (from: Device) =>
        from.frames
          .filter(({ t }) => t === 'news')
          .map(({ t: _, ...news }) => news)
          .sort((a, b) => Number(a.root_id) - Number(b.root_id))
      await device.heard('news', ({ root_id }) => root_id === team.id)
      await device.heard('news', ({ root_id }) => root_id === ann.rootId)
      await other.heard('news', ({ root_id }) => root_id === bert.rootId)
      assert.deepEqual(newsOf(device), [
        { root_id: ann.rootId, seq: 1 },
        { root_id: team.id, seq: 1 },
      ])
      assert.deepEqual(newsOf(other), [{ root_id: bert.rootId, seq: 1 }])
      await boss.call(updateShareSubscribers, {
        organization_id: id,
        root_id: team.id,
        subscribers: [[boss.id, 'web', 'EDITOR']],
      })
      await told(device, (config) => config.roots.length === 1)
      await change(boss, team.id, 'two')
      await change(ann, ann.rootId, 'more')
      await device.heard('news', ({ seq }) => seq === 2)
      assert.equal(newsOf(device).length, 3)
      for (const each of [device, other]) each.cut()
    })

    it('is worked out for many together', async () => {
      const { id, boss, ann, machine_id } = await setting()
      await share(boss, id, 'All', [[ann.id, 'all', 'EDITOR']])
      const machines = [machine_id]
      const cost = async () => {
        const settle = () => settleRoots(world.service.ctx, machines)
        await settle()
        // What the service does beside it may be counted as well.
        const counts: number[] = []
        for (let n = 0; n < 5; n++) counts.push(await countReads(world, settle))
        return Math.min(...counts)
      }
      const one = await cost()
      while (machines.length < 8) {
        const bert = await world.person({ organizationId: id })
        const server = await fileServer(world, boss, bert, 'server')
        await boss.call(api.createMachineMapping, { machine_id: server, root_id: bert.rootId, path: '/srv' })
        machines.push(server, await machineOf(world, bert, 'laptop'))
      }
      machines.length = 8
      assert.equal(await cost(), one)
    })
  })
