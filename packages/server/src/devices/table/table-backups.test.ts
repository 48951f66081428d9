import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as backups from '@holdfast/api/devices/backups'
import { updateMachine } from '@holdfast/api/devices/fleet'
import { getMachine, type Machine } from '@holdfast/api/devices/machines'
import { listChanges } from '@holdfast/api/files/changes'
import type { MachineId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { type BackupTableRow, tableBackups } from '@holdfast/api/oversight/backup-table'
import {
  applyBackupsBulk,
  applyMachinesBulk,
  planBackupsBulk,
  planMachinesBulk,
} from '@holdfast/api/oversight/device-bulk'
import type { Frame } from '@holdfast/server/testkit/people/device'
import { agentOf, connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

type Wish = Partial<Omit<ParamsOf<typeof tableBackups>, 'organization_id'>>

for (const stack of STACKS)
  describe(`the list of backups on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let customer: OrganizationId
    let boss: Someone
    let ann: Someone
    let bob: Someone
    let desk: MachineId
    let plot: MachineId
    let docs: RootId
    let pictures: RootId
    let projects: RootId

    before(async () => {
      home = await world.organization()
      customer = await world.organization({}, home)
      boss = await world.person({ organizationId: home, siteAdmin: true })
      ann = await world.person({ organizationId: home })
      bob = await world.person({ organizationId: customer })
      // Agents that connect say how they are called: a name that somebody gave stays.
      const machine = async (who: Someone, nickname: string) => {
        const machine_id = await machineOf(world, who, nickname)
        await boss.call(updateMachine, { machine_id, nickname })
        return machine_id
      }
      desk = await machine(ann, 'ann-desk')
      plot = await machine(bob, 'plot-server')
      const backUp = async (who: Someone, machine_id: MachineId, path: string) =>
        (await who.call(backups.createMachineBackup, { machine_id, path })).id
      docs = await backUp(ann, desk, '/home/ann/docs')
      pictures = await backUp(ann, desk, '/home/ann/pictures')
      projects = await backUp(bob, plot, '/srv/projects')
    })

    const list = async (wish: Wish = {}, who = boss, organization_id = home) =>
      (await who.call(tableBackups, { organization_id, ...wish })).results
    const idsOf = async (wish: Wish = {}) => (await list(wish)).map(({ id }) => id)
    const row = async (id: RootId) =>
      (await list({ below: true })).find((one) => one.id === id) as BackupTableRow
    const stateOf = async (id: RootId) => (await row(id)).state

    let runs = 0
    async function run(who: Someone, machine_id: MachineId, root_id: RootId, given: object = {}) {
      const agent = await agentOf(world, who, machine_id)
      const { epoch } = await agent.call(listChanges, { root_id })
      const finished = new Date(world.clock.now()).toISOString().slice(0, 19)
      const started = new Date(world.clock.now() - 60_000 - ++runs * 1000).toISOString().slice(0, 19)
      await agent.call(backups.createBackupRun, {
        ...{ machine_id, root_id, epoch, started, finished, seq: 0, files: 7, bytes: 70, problem_count: 0 },
        ...given,
      })
      return finished
    }

    it('has first what was backed up longest ago, and says how each is', async () => {
      assert.deepEqual(await idsOf(), [docs, pictures])
      assert.deepEqual(await idsOf({ below: true }), [docs, pictures, projects])
      assert.equal(await stateOf(docs), 'never')
      const at = await run(ann, desk, docs)
      assert.deepEqual(await idsOf({ below: true }), [pictures, projects, docs])
      const fine = await row(docs)
      assert.deepEqual(
        [fine.name, fine.path, fine.state, fine.last_run, fine.files, fine.owner?.id, fine.connected],
        ['ann-desk', '/home/ann/docs', 'fine', at, 7, ann.id, false],
      )
      world.clock.advance({ hours: 1 })
      await run(ann, desk, pictures, { problem_count: 2, problems: [] })
      assert.deepEqual([await stateOf(pictures), (await row(pictures)).unread], ['unread', 2])
      assert.deepEqual(await idsOf({ view: 'unread', below: true }), [pictures])
      // Its clock is ahead: else it would look well for a year.
      await run(bob, plot, projects, { finished: '2199-01-01T00:00:00' })
      assert.equal(Date.parse(`${(await row(projects)).last_run}Z`) <= world.clock.now(), true)
      assert.deepEqual(await idsOf({ view: 'late', below: true }), [])
      world.clock.advance({ days: 4 })
      assert.deepEqual(await idsOf({ view: 'late', below: true }), [docs, pictures, projects])
      assert.equal(await stateOf(projects), 'late')
      await boss.call(backups.updateMachineBackup, { machine_id: desk, root_id: docs, paused: true })
      assert.deepEqual(await idsOf({ view: 'late', below: true }), [pictures, projects])
      assert.deepEqual([await idsOf({ view: 'paused' }), await stateOf(docs)], [[docs], 'paused'])
      await boss.call(backups.updateMachineBackup, { machine_id: desk, root_id: docs, paused: false })
      assert.deepEqual(await idsOf({ view: 'paused' }), [])
    })

    it('is searched by device and owner, filtered, and paged there and back', async () => {
      assert.deepEqual(await idsOf({ q: 'plot', below: true }), [projects])
      assert.deepEqual(new Set(await idsOf({ q: 'ann', below: true })), new Set([docs, pictures]))
      assert.deepEqual(await idsOf({ q: 'pat plot', below: true }), [projects])
      assert.deepEqual(await idsOf({ q: 'ann plot', below: true }), [])
      assert.deepEqual(await idsOf({ machine: plot, below: true }), [projects])
      assert.deepEqual(new Set(await idsOf({ person: ann.id })), new Set([docs, pictures]))
      const whole = await idsOf({ below: true, sort: '-created' })
      assert.deepEqual(whole, [projects, pictures, docs])
      const there: number[] = []
      let page = await boss.call(tableBackups, {
        organization_id: home,
        below: true,
        sort: '-created',
        limit: 1,
      })
      assert.deepEqual([page.total, page.total_is], [3, 'exact'])
      for (;;) {
        there.push(...page.results.map(({ id }) => id))
        if (page.cursor === null) break
        const { cursor } = page
        page = await boss.call(tableBackups, {
          organization_id: home,
          below: true,
          sort: '-created',
          limit: 1,
          cursor,
        })
      }
      assert.deepEqual(there, whole)
    })

    it('says that a device cannot make one, as it reports', async () => {
      const device = await connect(world, ann, desk)
      const { backups: configured } = await device.latest(
        'config',
        (config) => (config.backups as unknown[]).length > 0,
      )
      const [{ rsub_id } = { rsub_id: 0 }] = (configured as { rsub_id: number; root_id: RootId }[]).filter(
        ({ root_id }) => root_id === pictures,
      )
      device.say({ t: 'report', roots: [{ rsub_id, state: 'failed', folder: '/home/ann/pictures' }] })
      await until(async () => (await stateOf(pictures)) === 'failing', 200)
      assert.deepEqual(await idsOf({ view: 'failing', below: true }), [pictures])
      device.cut()
      await until(async () => !(await row(pictures)).connected, 200)
    })

    it('is run, paused and resumed for many at once', async () => {
      const plan = (action: 'run' | 'pause' | 'resume', wish: object = {}) =>
        boss.call(planBackupsBulk, { organization_id: home, below: true, action, ...wish })
      const apply = async (action: 'run' | 'pause' | 'resume', ids: RootId[]) =>
        (await boss.call(applyBackupsBulk, { organization_id: home, below: true, action, ids })).results.map(
          ({ id, outcome, reason }) => [id, reason ?? outcome],
        )
      const device = await connect(world, ann, desk)
      const asked: Frame[] = []
      device.answers = (command) => {
        asked.push(command)
        return { ok: true }
      }
      await until(async () => (await row(docs)).connected, 200)
      const planned = await plan('run')
      assert.deepEqual(new Set(planned.ids), new Set([docs, pictures]))
      assert.deepEqual(
        planned.left_out.map(({ reason, count, first }) => [reason, count, first]),
        [['not_connected', 1, ['plot-server']]],
      )
      assert.deepEqual(await apply('run', [docs, projects]), [
        [docs, 'done'],
        [projects, 'not_connected'],
      ])
      assert.deepEqual(
        asked.map(({ kind, args }) => [kind, args]),
        [['run_backup', { root_id: docs }]],
      )
      assert.deepEqual((await plan('pause', { view: 'late', q: 'plot' })).ids, [projects])
      assert.deepEqual(await apply('pause', [docs, projects]), [
        [docs, 'done'],
        [projects, 'done'],
      ])
      const again = await plan('pause')
      assert.deepEqual([again.ids, again.same], [[pictures], 2])
      assert.deepEqual(await apply('resume', [docs, projects, pictures]), [
        [docs, 'done'],
        [projects, 'done'],
        [pictures, 'same'],
      ])
      device.cut()
    })

    it('hides folders by privacy mode, and is for administrators', async () => {
      await world.changeOrganization(customer, { privacy_mode: 1 })
      const hidden = await row(projects)
      assert.deepEqual([hidden.path, hidden.hidden, hidden.name], ['', true, 'plot-server'])
      await world.changeOrganization(customer, { privacy_mode: 0 })
      assert.equal((await row(projects)).path, '/srv/projects')
      assert.equal(await refusal(list({}, ann)), 'forbidden')
      const theirs = await world.person({ organizationId: customer, siteAdmin: true })
      assert.deepEqual(
        (await list({}, theirs, customer)).map(({ id }) => id),
        [projects],
      )
      const outside = await theirs.call(applyBackupsBulk, {
        organization_id: customer,
        action: 'pause',
        ids: [docs],
      })
      assert.deepEqual(
        outside.results.map(({ outcome }) => outcome),
        ['gone'],
      )
      assert.equal((await row(docs)).paused, false)
    })

    it('forgets what was deleted', async () => {
      await boss.call(backups.deleteMachineBackup, { machine_id: plot, root_id: projects })
      assert.equal((await idsOf({ below: true })).includes(projects), false)
      assert.deepEqual(await idsOf({ machine: plot, below: true }), [])
    })

    it('limits and signs out many devices at once', async () => {
      const machine = (machine_id: MachineId): Promise<Machine> => boss.call(getMachine, { machine_id })
      const apply = async (ids: MachineId[], wish: object) =>
        (await boss.call(applyMachinesBulk, { organization_id: home, below: true, ids, ...wish } as never))
          .results
      const limited = await apply([desk, plot], { action: 'limit_speed', bandwidth_throttle: 500 })
      assert.deepEqual(
        limited.map(({ outcome, bandwidth_before }) => [outcome, bandwidth_before]),
        [
          ['done', 0],
          ['done', 0],
        ],
      )
      const { throttled, bandwidth_throttle } = await machine(plot)
      assert.deepEqual([throttled, bandwidth_throttle], [true, 500])
      const [back] = await apply([plot], { action: 'limit_speed', bandwidth_throttle: 0 })
      assert.deepEqual([back?.bandwidth_before, (await machine(plot)).throttled], [500, false])
      assert.equal(await refusal(apply([plot], { action: 'limit_speed' })), 'invalid_request')
      await boss.call(updateMachine, {
        machine_id: plot,
        throttled: true,
        bandwidth_throttle: null,
        throttle_exception_throttle: 5,
        throttle_exception_start: '08:00',
        throttle_exception_end: '17:00',
      })
      const [sometimes] = await apply([plot], { action: 'limit_speed', bandwidth_throttle: 500 })
      assert.equal(sometimes?.bandwidth_before, null)
      await apply([plot], { action: 'limit_speed', bandwidth_throttle: null })
      const backThen = await machine(plot)
      assert.deepEqual(
        [backThen.throttled, backThen.bandwidth_throttle, backThen.throttle_exception_throttle],
        [true, null, 5],
        'limited at certain times only, as before',
      )
      const plan = await boss.call(planMachinesBulk, {
        organization_id: home,
        below: true,
        action: 'sign_out',
        q: 'plot',
      })
      assert.deepEqual(plan.ids, [plot])
      assert.deepEqual(
        (await apply([plot, desk], { action: 'sign_out' })).map(({ outcome }) => outcome),
        ['done', 'done'],
      )
      const again = await boss.call(planMachinesBulk, {
        organization_id: home,
        below: true,
        action: 'sign_out',
        ids: [plot],
      })
      assert.deepEqual([again.ids, again.same], [[], 1])
    })
  })
