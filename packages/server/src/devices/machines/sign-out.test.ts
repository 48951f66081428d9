import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as backups from '@holdfast/api/devices/backups'
import * as fleet from '@holdfast/api/devices/fleet'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { createShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { endOtherSessions, listSessions } from '@holdfast/api/sign-in/sessions'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { Device } from '@holdfast/server/testkit/people/device'
import { connect, recordedOn } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { makeConfigs } from '../roots/make-configs.ts'

for (const stack of STACKS)
  describe(`signing machines out on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const setting = async () => {
      const { id, boss } = await company()
      return { id, boss, ann: await world.person({ organizationId: id }) }
    }
    let agents = 0
    /** A machine of someone whose agent is connected. */
    const agentOf = async (owner: Someone) => {
      const { body } = await world.token({
        grant_type: 'password',
        client_id: AGENT_CLIENT,
        username: owner.email,
        password: PASSWORD,
        dns_name: `desk ${++agents}`,
      })
      const { access_token, refresh_token, guid } = body as Record<string, string>
      const headers = { authorization: `Bearer ${access_token}` }
      const device = await Device.open(world.url, headers)
      const machine_id = (await device.hello()).machine_id as MachineId
      const grant = { grant_type: 'refresh_token', client_id: AGENT_CLIENT, guid: guid ?? '' }
      const refresh = () => world.token({ ...grant, refresh_token: refresh_token ?? '' })
      return { machine_id, device, headers, refresh }
    }
    it('ends their sessions and lines at once, machine by machine', async () => {
      const { boss, ann } = await setting()
      const { machine_id, device, headers, refresh } = await agentOf(ann)
      const other = await agentOf(ann)
      await boss.call(fleet.signOutMachine, { machine_id })
      assert.equal((await device.closed).code, 4403)
      await assert.rejects(Device.open(world.url, headers), { status: 401 })
      assert.equal((await refresh()).error, 'invalid_grant')
      assert.equal((await world.request('/api/2/person', { headers: other.headers })).status, 200)
      assert.deepEqual(await recordedOn(world, 'machine_signed_out', machine_id), [
        { actor_person_id: boss.id, data_text: '' },
      ])
      assert.equal((await connect(world, ann, machine_id)).frames[0]?.machine_id, machine_id)
      other.device.cut()
    })

    it('has them remove their copies first, and lets them do nothing else', async () => {
      const { id, boss, ann } = await setting()
      const { machine_id, device, headers, refresh } = await agentOf(ann)
      const team = await boss.call(createShare, {
        organization_id: id,
        name: 'Team',
        subscribers: [[ann.id, 'all', 'EDITOR']],
      })
      await ann.call(backups.createMachineBackup, { machine_id, path: '/home' })
      await device.heard('config', (config) => (config.backups as unknown[]).length === 1)
      device.cut()
      for (const _ of [1, 2]) await boss.call(fleet.signOutMachine, { machine_id, remove_files: true })
      await boss.call(fleet.signOutMachine, { machine_id })
      const { results } = await boss.call(fleet.listMachineJobs, { machine_id })
      assert.deepEqual(
        results.map(({ kind, root_id, state }) => [kind, root_id, state]).sort(),
        [ann.rootId, team.id].map((root) => ['remove_files', root, 'waiting']).sort(),
        'what is backed up is no copy',
      )
      assert.equal((await world.request('/api/2/person', { headers })).status, 401)
      // Anyone who is robbed does this next: it must not keep the device from what it is to do.
      assert.equal((await ann.call(endOtherSessions, {})).count, 0)
      assert.deepEqual(
        (await ann.call(listSessions, {})).results.filter((one) => one.machine_id === machine_id),
        [],
      )
      const { body } = await refresh()
      const renewed = { authorization: `Bearer ${body.access_token}` }
      assert.equal((await world.request('/api/2/person', { headers: renewed })).status, 401)
      const back = await Device.open(world.url, renewed)
      await back.hello()
      const [first, second] = results.map((job) => job.id)
      const cancel = (who: Someone, job_id = first) =>
        who.call(fleet.cancelMachineJob, { machine_id, job_id: job_id as never })
      await assert.rejects(cancel(ann), { code: 'forbidden' })
      await cancel(boss)
      await cancel(boss, second)
      assert.equal((await back.closed).code, 4403, 'nothing is left to do')
    })

    it('holds for one of them while its person is signed in on another', async () => {
      const { boss, ann } = await setting()
      const gone = await agentOf(ann)
      const stays = await agentOf(ann)
      for (const { device } of [gone, stays])
        await device.heard('config', ({ roots }) => (roots as unknown[]).length === 1)
      await boss.call(fleet.signOutMachine, { machine_id: gone.machine_id, remove_files: true })
      // As for all devices that are connected to one server: together.
      const made = await makeConfigs(world.service.ctx, [gone.machine_id, stays.machine_id])
      const rootsOf = ({ machine_id }: { machine_id: MachineId }) =>
        made.get(machine_id)?.config.roots.map(({ root_id }) => root_id)
      assert.deepEqual([rootsOf(gone), rootsOf(stays)], [[], [ann.rootId]])
      const { results } = await boss.call(fleet.listMachineJobs, { machine_id: gone.machine_id })
      assert.deepEqual(
        results.map(({ root_id, state }) => [root_id, state]),
        [[ann.rootId, 'waiting']],
      )
      for (const { device } of [gone, stays]) device.cut()
    })

    it('is taken back by who signs in anew on them, but for what is theirs no longer', async () => {
      const { id, boss, ann } = await setting()
      const { machine_id, device, headers } = await agentOf(ann)
      const team = await boss.call(createShare, {
        organization_id: id,
        name: 'Team',
        subscribers: [[ann.id, 'all', 'EDITOR']],
      })
      await device.heard('config', ({ roots }) => (roots as unknown[]).length === 2)
      await boss.call(fleet.signOutMachine, { machine_id, remove_files: true })
      await boss.call(updateShareSubscribers, { organization_id: id, root_id: team.id, subscribers: [] })
      const again = await connect(world, ann, machine_id)
      assert.ok([4403, 4409].includes((await device.closed).code))
      const told = await again.heard('config', ({ roots }) => (roots as unknown[]).length === 1)
      const leaving = told.leaving as { root_id: RootId; remove_files: boolean }[]
      assert.deepEqual(
        leaving.map(({ root_id, remove_files }) => [root_id, remove_files]),
        [[team.id, true]],
      )
      const { results } = await ann.call(fleet.listMachineJobs, { machine_id })
      const states = new Map(results.map(({ root_id, state }) => [root_id, state]))
      assert.deepEqual([states.get(ann.rootId), states.get(team.id)], ['cancelled', 'waiting'])
      await assert.rejects(Device.open(world.url, headers), { status: 401 })
      again.cut()
    })
  })
