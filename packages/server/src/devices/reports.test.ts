import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import * as backups from '@holdfast/api/devices/backups'
import {
  getMachineHealth,
  getMachineJob,
  listMachineJobs,
  listStoppedDevices,
  type MachineJob,
  resumeMachine,
  signOutMachine,
} from '@holdfast/api/devices/fleet'
import type { MachineId, MachineJobId, MachineRootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import type { Device } from '@holdfast/server/testkit/people/device'
import { connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`what devices report on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const setting = async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const machine_id = await machineOf(world, ann, 'ann-laptop')
      world.service.ctx.live.pace.checkMs = 50
      const device = await connect(world, ann, machine_id)
      device.answers = () => ({ ok: true })
      return { id, boss, ann, machine_id, device }
    }
    const restoring = async (who: Someone, machine_id: MachineId): Promise<MachineJob> => {
      const { id: root_id } = await who.call(backups.createMachineBackup, { machine_id, path: '/home' })
      await who.call(backups.restoreMachineBackup, { machine_id, root_id, path: '/back' })
      const [job] = (await who.call(listMachineJobs, { machine_id })).results
      return job ?? assert.fail('there is a job')
    }
    const until = <T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> =>
      untilFound(async () => {
        const found = await look()
        return holds(found) ? found : undefined
      })
    const heard = (device: Device, job: MachineJobId, more: object) =>
      device.say({ t: 'progress', job, state: 'running', done: 0, ...more })

    it('shows how far jobs are, until they are done', async () => {
      const { id, boss, ann, machine_id, device } = await setting()
      const job = await restoring(ann, machine_id)
      const look = () => boss.call(getMachineJob, { machine_id, job_id: job.id })
      const problems = [{ path: '/back/a.txt', reason: 'It is open.' }]
      for (let done = 0; done <= 40; done++) heard(device, job.id, { done, total: 100 })
      const half = await until(look, ({ done }) => done === 40)
      assert.deepEqual([half.state, half.total, half.finished], ['running', 100, null])
      heard(device, job.id, { state: 'done', done: 99, total: 100, problems })
      const whole = await until(look, ({ state }) => state === 'done')
      assert.deepEqual(
        [whole.done, whole.finished, whole.problems],
        [99, formatUtc(world.clock.now()), problems],
      )
      await boss.call(updateOrganizationPolicy, { organization_id: id, admin_browse_files: false })
      assert.deepEqual((await look()).problems, [{ path: '', reason: 'It is open.' }])
      assert.deepEqual((await ann.call(getMachineJob, { machine_id, job_id: job.id })).problems, problems)
      heard(device, job.id, { done: 1 })
      const next = await restoring(ann, machine_id)
      heard(device, next.id, { state: 'failed', done: 3 })
      await until(
        () => ann.call(getMachineJob, { machine_id, job_id: next.id }),
        ({ state }) => state === 'failed',
      )
      assert.equal((await look()).done, 99, 'what is finished stays as it is')
      device.cut()
    })

    it('believes a device about its own jobs only, and only what makes sense', async () => {
      const { ann, machine_id, device } = await setting()
      const job = await restoring(ann, machine_id)
      const other = await connect(world, ann, await machineOf(world, ann, 'other'))
      heard(other, job.id, { state: 'done', done: 7 })
      other.say({ t: 'report', health: {} })
      const otherId = other.frames[0]?.machine_id as MachineId
      await until(
        () => ann.call(getMachineHealth, { machine_id: otherId }),
        ({ reported }) => reported !== null,
      )
      assert.deepEqual(await ann.call(getMachineJob, { machine_id, job_id: job.id }), job)
      other.cut()
      device.cut()
      for (const wrong of [
        { t: 'progress', job: 'x', state: 'running', done: 0 },
        { t: 'progress', job: job.id, state: 'waiting', done: 0 },
        { t: 'progress', job: job.id, state: 'running', done: -1 },
        {
          t: 'progress',
          job: job.id,
          state: 'running',
          done: 1,
          problems: Array(101).fill({ path: '/a', reason: 'b' }),
        },
        { t: 'progress', job: job.id, state: 'running', done: 1, problems: [{ path: '/a\0', reason: 'b' }] },
        { t: 'report', health: 7 },
        { t: 'report', health: { free_space: 'much' } },
      ]) {
        const rude = await connect(world, ann, machine_id)
        rude.say(wrong)
        assert.equal((await rude.closed).code, 4400, JSON.stringify(wrong))
      }
    })

    it('tells its person of a device that stopped itself, who decides', async () => {
      const { boss, ann, machine_id, device } = await setting()
      const { roots } = await device.latest('config', (config) => (config.roots as unknown[]).length > 0)
      const [{ rsub_id, root_id } = { rsub_id: 0, root_id: 0 }] = roots as {
        rsub_id: number
        root_id: number
      }[]
      const report = (here: number, there: number) =>
        device.say({ t: 'report', held: [{ rsub_id, here, there }] })
      const look = async () => (await ann.call(listStoppedDevices, {})).results
      report(0, 1234)
      const [stopped] = await until(look, ({ length }) => length === 1)
      assert.deepEqual(
        [stopped?.machine_id, stopped?.machine_name, stopped?.root_id, stopped?.here, stopped?.there],
        [machine_id, 'desk', root_id, 0, 1234],
      )
      assert.deepEqual((await boss.call(listStoppedDevices, {})).results, [], 'it is for its person')
      const resume = { machine_id, rsub_id: rsub_id as MachineRootId, decision: 'bring_back' } as const
      await assert.rejects(boss.call(resumeMachine, resume), { code: 'forbidden' })
      await ann.call(resumeMachine, resume)
      const { args } = await device.heard('command', ({ kind }) => kind === 'resume')
      assert.deepEqual(args, { rsub_id, decision: 'bring_back' })
      report(0, 0)
      await until(look, ({ length }) => length === 0)
      device.cut()
      await assert.rejects(ann.call(resumeMachine, resume), { code: 'temporarily_unavailable' })
    })

    it('tells how a machine is', async () => {
      const { id, boss, machine_id, device } = await setting()
      const look = () => boss.call(getMachineHealth, { machine_id })
      const before = await look()
      assert.deepEqual([before.connected, before.reported, before.free_space], [true, null, null])
      const problems = [{ path: '/home/ann/a.txt', reason: 'The disk is full.' }]
      device.say({ t: 'report', health: { version: '1.2.3', free_space: 5, total_space: 10, problems } })
      const told = await until(look, ({ reported }) => reported !== null)
      assert.deepEqual([told.free_space, told.total_space, told.problems], [5, 10, problems])
      await boss.call(updateOrganizationPolicy, { organization_id: id, admin_browse_files: false })
      assert.doesNotMatch(JSON.stringify(await look()), /txt/, 'names are for those who may see them')
      device.cut()
      await until(look, ({ connected }) => !connected)
    })

    it('ends the sign-in of a device that has removed its files', async () => {
      const { boss, machine_id, device } = await setting()
      const { db } = world.service.ctx
      await device.heard('config')
      await boss.call(signOutMachine, { machine_id, remove_files: true })
      const [job] = (await boss.call(listMachineJobs, { machine_id })).results
      assert.equal(job?.kind, 'remove_files')
      const problems = [{ path: '/a.txt', reason: 'It was changed here.' }]
      heard(device, job?.id as MachineJobId, { state: 'done', done: 2, problems })
      assert.equal((await device.closed).code, 4403)
      const { receipt } = await db.read
        .selectFrom('machine_root')
        .select('receipt')
        .where('machine_id', '=', machine_id)
        .executeTakeFirstOrThrow()
      assert.deepEqual(JSON.parse(receipt ?? ''), { state: 'done', done: 2, problems })
    })
  })
