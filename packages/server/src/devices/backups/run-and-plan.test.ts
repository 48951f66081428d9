import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import * as api from '@holdfast/api/devices/backups'
import { listChanges } from '@holdfast/api/files/changes'
import {
  createFolderInFolder,
  createFolderInRoot,
  uploadToFolder,
  uploadToRoot,
} from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { listMachineActivity } from '@holdfast/api/oversight/activity'
import { tableMachines } from '@holdfast/api/oversight/machine-table'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import type { Frame } from '@holdfast/server/testkit/people/device'
import { agentOf, connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`a backup that is looked after from afar on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const setting = async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const machine_id = await machineOf(world, ann, 'ann-laptop')
      const { id: root_id } = await ann.call(api.createMachineBackup, { machine_id, path: '/home/ann' })
      return { id, boss, ann, machine_id, on: { machine_id, root_id } }
    }
    type Setting = Awaited<ReturnType<typeof setting>>

    /** Two runs, of one and of two files. */
    async function backUpTwice({ ann, machine_id, on }: Setting): Promise<void> {
      const agent = await agentOf(world, ann, machine_id)
      const { root_id } = on
      for (const n of [1, 2]) {
        await agent.call(uploadToRoot, { root_id, file: { name: `${n}.txt`, bytes: new Blob(['123']) } })
        const { epoch } = await agent.call(listChanges, { root_id })
        const times = { started: `2030-01-0${n}T12:00:00`, finished: `2030-01-0${n}T12:00:05` }
        await agent.call(api.createBackupRun, {
          ...{ ...on, ...times, epoch, seq: n, files: n, bytes: 3 * n, problem_count: 0 },
        })
      }
    }

    it('begins a run at once where the device is connected and backups are allowed, and says who wanted it', async () => {
      const given = await setting()
      const { id, boss, ann, machine_id, on } = given
      await assert.rejects(boss.call(api.runMachineBackup, on), { code: 'temporarily_unavailable' })
      const device = await connect(world, ann, machine_id)
      const asked: Frame[] = []
      device.answers = (command) => {
        asked.push(command)
        return { ok: true }
      }
      await boss.call(api.runMachineBackup, on)
      assert.deepEqual(
        asked.map(({ kind, args }) => [kind, args]),
        [['run_backup', { root_id: on.root_id }]],
      )
      const { results } = await boss.call(listMachineActivity, { machine_id })
      assert.deepEqual(
        [results[0]?.action_text, results[0]?.data_text, results[0]?.actor_person_id],
        ['started a backup of the machine', '/home/ann', boss.id],
      )
      device.answers = () => ({ ok: false, error: 'Nobody allowed it.', refused: 'forbidden' })
      await assert.rejects(ann.call(api.runMachineBackup, on), {
        code: 'forbidden',
        message: /The device does not allow this/,
      })
      await boss.call(updateOrganizationPolicy, { organization_id: id, backups_enabled: false })
      await assert.rejects(boss.call(api.runMachineBackup, on), { code: 'policy_error' })
      device.cut()
    })

    it('is restored a folder at a time, as that was then, and not one that was not there', async () => {
      const given = await setting()
      const { boss, ann, machine_id, on } = given
      const { root_id } = on
      const agent = await agentOf(world, ann, machine_id)
      const folder = (name: string) => agent.call(createFolderInRoot, { root_id, name })
      const [old, later] = [await folder('old'), await folder('later')]
      const put = (folder_id: EntryId, text: string) =>
        agent.call(uploadToFolder, { root_id, folder_id, file: { name: text, bytes: new Blob([text]) } })
      await put(old.id, '1')
      const { id: deep } = await agent.call(createFolderInFolder, {
        root_id,
        folder_id: old.id,
        name: 'deep',
      })
      await put(deep, '22')
      await put(later.id, '333')
      const { results } = await agent.call(listChanges, { root_id })
      const seq = results.at(-1)?.seq ?? 0
      const { epoch } = await agent.call(listChanges, { root_id })
      const times = { started: '2030-01-01T12:00:00', finished: '2030-01-01T12:00:05' }
      await agent.call(api.createBackupRun, {
        ...{ ...on, ...times, epoch, seq, files: 3, bytes: 6, problem_count: 0 },
      })
      const { id: unborn } = await folder('after the run')
      const plan = (folder_id: EntryId) =>
        boss.call(api.planMachineRestore, { ...on, path: '/back', folder_id })
      const planned = await plan(old.id)
      assert.deepEqual([planned.files, planned.bytes], [2, 3])
      assert.deepEqual([(await plan(later.id)).files, (await plan(deep)).bytes], [1, 2])
      await assert.rejects(plan(unborn), { code: 'invalid_request' })
      await assert.rejects(plan(999_999 as EntryId), { code: 'invalid_request' })
      const device = await connect(world, ann, machine_id)
      const asked: Frame[] = []
      device.answers = (command) => {
        asked.push(command)
        return { ok: true, data: { newer: 0 } }
      }
      assert.equal((await plan(deep)).newer_there, 0)
      assert.deepEqual(Object(asked[0]?.args).plan, { as_of_seq: seq, folder_id: deep })
      await assert.rejects(boss.call(api.restoreMachineBackup, { ...on, path: '/back', folder_id: unborn }), {
        code: 'invalid_request',
      })
      await boss.call(api.restoreMachineBackup, { ...on, path: '/back', folder_id: old.id })
      const { restores } = await device.latest(
        'config',
        (config) => (config.restores as unknown[]).length > 0,
      )
      const [job] = restores as { folder_id?: EntryId; as_of_seq: number }[]
      assert.deepEqual([job?.folder_id, job?.as_of_seq], [old.id, seq])
      device.cut()
    })

    it('is planned to be restored as of any run, and the device is asked about the folder', async () => {
      const given = await setting()
      const { boss, ann, machine_id, on } = given
      const plan = (more: object = {}) => boss.call(api.planMachineRestore, { ...on, path: '/back', ...more })
      const none = await plan()
      assert.deepEqual(
        [none.connected, none.run, none.files, none.newer_there],
        [false, null, 0, null],
        'before the first run',
      )
      await backUpTwice(given)
      const away = await plan()
      assert.deepEqual([away.connected, away.files, away.bytes, away.newer_there], [false, 2, 6, null])
      const device = await connect(world, ann, machine_id)
      const asked: Frame[] = []
      device.answers = (command) => {
        asked.push(command)
        return { ok: true, data: { newer: 4 } }
      }
      const first = await plan({ as_of: '1' })
      assert.deepEqual(
        [first.machine_id, first.connected, first.run, first.files, first.bytes, first.newer_there],
        [machine_id, true, '2030-01-01T12:00:05', 1, 3, 4],
      )
      const { asked_by: _, ...args } = Object(asked[0]?.args)
      const { root_id } = on
      assert.deepEqual(args, { root_id, path: '/back', plan: { as_of_seq: 1 } })
      assert.equal(asked[0]?.kind, 'restore')
      for (const data of [undefined, null, 'nonsense', { newer: -1 }]) {
        device.answers = () => ({ ok: true, data })
        assert.equal((await plan()).newer_there, null, 'an agent that says nothing of it')
      }
      device.answers = () => ({ ok: false, error: 'Type this.', refused: 'forbidden' })
      await assert.rejects(plan(), { code: 'forbidden' })
      await assert.rejects(plan({ path: 'back' }), { code: 'invalid_request' })
      await assert.rejects(plan({ as_of: '0' }), { code: 'invalid_request' })
      const { results } = await boss.call(listMachineActivity, { machine_id })
      assert.ok(!results.some(({ action_text }) => action_text.startsWith('restored')), 'nothing was done')
      device.cut()
    })

    it('has a machine that is found by its number, with what was done with it and by it', async () => {
      const { id, boss, ann, machine_id, on } = await setting()
      const other = await machineOf(world, ann, 'ann-desk')
      const agent = await agentOf(world, ann, machine_id)
      const file = { name: 'mine.txt', bytes: new Blob(['x']) }
      await agent.call(uploadToRoot, { root_id: ann.rootId, file })
      await boss.call(api.deleteMachineBackup, on)
      for (const who of [boss, ann]) {
        const { results, total } = await who.call(listMachineActivity, { machine_id })
        assert.equal(total, results.length)
        assert.deepEqual(
          results.slice(0, 2).map(({ action_text }) => action_text),
          ['deleted a backup of the machine', 'uploaded a file to the root'],
        )
      }
      const elsewhere = await boss.call(listMachineActivity, { machine_id: other })
      assert.ok(!elsewhere.results.some(({ action_text }) => action_text.includes('backup')))
      const found = (machine: number) =>
        boss.call(tableMachines, { organization_id: id, machine: machine as typeof machine_id })
      assert.deepEqual(
        (await found(machine_id)).results.map(({ id: one }) => one),
        [machine_id],
      )
      const { boss: stranger, id: away } = await company()
      const theirs = await stranger.call(tableMachines, { organization_id: away, machine: machine_id })
      assert.deepEqual(theirs.results, [])
      await assert.rejects(stranger.call(listMachineActivity, { machine_id }), { code: 'forbidden' })
    })
  })
