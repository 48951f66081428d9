import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deletePerson } from '@holdfast/api/accounts/people'
import { getMachineHealth, signOutMachine, updateMachine } from '@holdfast/api/devices/fleet'
import type { MachineId, OrganizationId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { formatsOf } from '../../platform/messages/intl/formats.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'
import { checkMachines } from './check-machines.ts'

for (const stack of STACKS)
  describe(`machines that cannot be reached on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)

    const staff = async () => {
      const { id, boss } = await company()
      return { id, boss, ann: await world.person({ organizationId: id }) }
    }
    const health = (who: Someone, machine_id: MachineId) => who.call(getMachineHealth, { machine_id })
    /** A machine whose agent was connected, and went. */
    const gone = async (owner: Someone, name: string): Promise<MachineId> => {
      const machine_id = await machineOf(world, owner, name)
      const device = await connect(world, owner, machine_id)
      await owner.call(updateMachine, { machine_id, nickname: name })
      device.cut()
      await until(async () => !(await health(owner, machine_id)).connected)
      return machine_id
    }
    /** As time goes by while the service runs; its other jobs are not of interest mostly. */
    const pass = async (minutes: number, work = () => checkMachines(world.service.ctx)) => {
      for (let left = minutes; left > 0; left -= 10) {
        world.clock.advance({ minutes: 10 })
        await work()
      }
    }
    const runJobs = () => world.runJobs()
    /** The machines that each mail names. */
    const mailsTo = async ({ email }: Someone) =>
      (await world.sent(email))
        .filter(({ text }) => /^(These devices are|This device is) /m.test(text))
        .map(({ text }) => [...text.matchAll(/^- (.*?)\r?$/gm)].map(([, line]) => line))
    const recorded = async (id: OrganizationId) => {
      const { machine_unreachable, machine_reachable } = ACTIVITY_TYPES
      const rows = await world.service.ctx.db.read
        .selectFrom('activity')
        .select(['activity_type_id', 'acted_on_machine_id'])
        .where('acted_on_company_id', '=', id)
        .where('activity_type_id', 'in', [machine_unreachable.id, machine_reachable.id])
        .orderBy('id')
        .execute()
      return rows.map((row) => [row.activity_type_id, row.acted_on_machine_id])
    }
    const { machine_unreachable: lost, machine_reachable: back } = ACTIVITY_TYPES

    it('are told of once, and once again when they are back', async () => {
      const { id, boss, ann } = await staff()
      await machineOf(world, ann, 'never had an agent')
      const [first, second] = [await gone(ann, 'laptop'), await gone(ann, 'desktop')]
      const at = formatUtc(world.clock.now())
      await pass(50, runJobs)
      assert.deepEqual(await recorded(id), [], 'it may only have been moved')
      await pass(20, runJobs)
      const since = formatsOf('en').moment(at).replace(/\s/g, ' ')
      const both = ['laptop', 'desktop'].map((name) => `${name}, since ${since}`)
      assert.deepEqual(await mailsTo(ann), [both])
      assert.equal((await health(boss, first)).unreachable_since, at)
      await pass(120)
      assert.deepEqual(await recorded(id), [
        [lost.id, first],
        [lost.id, second],
      ])
      world.clock.advance({ minutes: 10 })
      const again = await connect(world, ann, first)
      // The service looks by itself, too, as soon as it is time: then it was too early.
      await checkMachines(world.service.ctx)
      again.cut()
      await pass(10, runJobs)
      const { unreachable_since } = await health(boss, first)
      assert.deepEqual([(await recorded(id)).slice(2), unreachable_since], [[[back.id, first]], null])
      assert.deepEqual(await mailsTo(ann), [both, ['laptop']])
      assert.deepEqual(await mailsTo(boss), [], 'administrators have rules for that')
    })

    it('are given three times the period in which they report', async () => {
      const { id, ann } = await staff()
      const machine_id = await gone(ann, 'seldom')
      await ann.call(updateMachine, { machine_id, health_report_period_minutes: 60 })
      await pass(170)
      assert.deepEqual(await recorded(id), [])
      await pass(20)
      assert.deepEqual(await recorded(id), [[lost.id, machine_id]])
    })

    it('are left alone when they are signed out, deleted, or of a closed organization', async () => {
      const { id, boss, ann } = await staff()
      const bob = await world.person({ organizationId: id })
      const [machine_id] = [await gone(ann, 'signed out'), await gone(bob, 'deleted')]
      await ann.call(signOutMachine, { machine_id })
      await boss.call(deletePerson, { person_id: bob.id })
      const closed = await staff()
      const there = await gone(closed.ann, 'closed')
      await world.changeOrganization(closed.id, { active: 0 })
      await pass(90)
      for (const some of [id, closed.id]) assert.deepEqual(await recorded(some), [])
      await world.changeOrganization(closed.id, { active: 1 })
      world.clock.advance({ hours: 22 })
      await pass(120)
      assert.deepEqual(await recorded(closed.id), [[lost.id, there]], 'once it is open again')
    })

    it('get time to connect when the service was away itself', async () => {
      const { id, ann } = await staff()
      const machine_id = await gone(ann, 'patient')
      world.clock.advance({ hours: 5 })
      await pass(50)
      assert.deepEqual(await recorded(id), [])
      await pass(20)
      assert.deepEqual(await recorded(id), [[lost.id, machine_id]])
    })

    it('are missed too when the server that held their line was killed', async () => {
      const { id, ann } = await staff()
      const machine_id = await machineOf(world, ann, 'orphan')
      const device = await connect(world, ann, machine_id)
      world.clock.advance({ minutes: 2 })
      await checkMachines(world.service.ctx)
      device.cut()
      await until(async () => !(await health(ann, machine_id)).connected)
      await pass(80)
      assert.deepEqual(await recorded(id), [[lost.id, machine_id]])
    })
  })
