import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deleteOrganization } from '@holdfast/api/accounts/organizations'
import { getMachineHealth, signOutMachine, updateMachine } from '@holdfast/api/devices/fleet'
import type { BrakeId, MachineId, OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { type DeviceState, tableMachines } from '@holdfast/api/oversight/machine-table'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { connect, fileServer, machineOf } from '@holdfast/server/testkit/people/devices'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { insertMachine } from '../../records/machines.ts'
import { addCounts } from '../../records/organizations.ts'
import { checkMachines } from '../reachability/check-machines.ts'

type Wish = Partial<Omit<ParamsOf<typeof tableMachines>, 'organization_id'>>

for (const stack of STACKS)
  describe(`the list of devices on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const setting = async () => {
      const { id, boss } = await company()
      return { id, boss, ann: await world.person({ organizationId: id }) }
    }
    const list = (who: Someone, organization_id: OrganizationId, wish: Wish = {}) =>
      who.call(tableMachines, { organization_id, ...wish })
    const namesOf = async (who: Someone, id: OrganizationId, wish: Wish = {}) =>
      (await list(who, id, wish)).results.map(({ name }) => name)
    /** Machines that nobody is on, as they would have come by sign-ins. */
    const add = (owner: Someone, organization_id: OrganizationId, names: readonly (string | null)[]) =>
      world.service.ctx.db.write(async (tx) => {
        for (const [n, dns_name] of names.entries())
          await insertMachine(tx, {
            organization_id,
            person_id: owner.id,
            client_id: 'script',
            guid: `${organization_id}-${String(n).padStart(3, '0')}`,
            dns_name,
            machine_type: 'agent',
            seen_at: (n * 7) % 5,
            created_at: n,
          })
      })

    it('has the same in pages as in all, there and back, by every sort', async () => {
      const { id, boss, ann } = await setting()
      const below = await world.organization({}, id)
      const gone = await world.organization({}, id)
      const names = ['desk', 'Desk', 'Änne', '🦄', 'laptop', null, 'a', 'Z', '=1+1', 'desk', 'laptop']
      for (const organization of [id, below, gone]) await add(ann, organization, names)
      await boss.call(deleteOrganization, { organization_id: gone })
      const of: Record<string, string> = { name: 'name_key', seen: 'seen_at', created: 'id' }
      for (const [name, column] of Object.entries(of))
        for (const way of ['', '-'] as const)
          for (const wide of [false, true]) {
            const rows = await world.service.ctx.db.read
              .selectFrom('machine')
              .select('id')
              .where('organization_id', 'in', wide ? [id, below] : [id])
              .where('deleted_at', 'is', null)
              .orderBy(column as 'id', way === '-' ? 'desc' : 'asc')
              .orderBy('id', way === '-' ? 'desc' : 'asc')
              .execute()
            const whole = rows.map((row) => row.id)
            const wish = { sort: `${way}${name}` as NonNullable<Wish['sort']>, below: wide, limit: 5 }
            const there: number[] = []
            let at = await list(boss, id, wish)
            assert.deepEqual([at.total, at.back], [whole.length, null])
            for (;;) {
              there.push(...at.results.map((row) => row.id))
              if (at.cursor === null) break
              at = await list(boss, id, { ...wish, cursor: at.cursor })
            }
            assert.deepEqual(there, whole, `${way}${name} ${wide}`)
            const back = at.results.map((row) => row.id)
            while (at.back !== null) {
              at = await list(boss, id, { ...wish, cursor: at.back })
              back.unshift(...at.results.map((row) => row.id))
            }
            assert.deepEqual(back, whole, `${way}${name} ${wide} back`)
          }
    })

    it('is searched by the words of both names, the newest ones', async () => {
      const { id, boss, ann } = await setting()
      const machine_id = await machineOf(world, ann, 'plot-server.lan')
      await machineOf(world, ann, 'kwame-laptop')
      const found = (q: string) => namesOf(boss, id, { q })
      assert.deepEqual(await found('server'), ['plot-server.lan'])
      await boss.call(updateMachine, { machine_id, nickname: 'Drawings' })
      assert.deepEqual([await found('draw'), await found('plot')], [['Drawings'], ['Drawings']])
      await boss.call(updateMachine, { machine_id, nickname: 'Zeichnungen' })
      assert.deepEqual([await found('draw'), await found('zei')], [[], ['Zeichnungen']])
      assert.deepEqual(await namesOf(boss, id, { start: 'z' }), ['Zeichnungen'])
      await boss.call(updateMachine, { machine_id, nickname: null })
      assert.deepEqual([await found('zei'), await found('plot')], [[], ['plot-server.lan']])
    })

    it('tells of each how it is', async () => {
      const { id, boss, ann } = await setting()
      const machine_id = await machineOf(world, ann, 'desk')
      const row = async () => (await list(boss, id, { q: 'desk' })).results[0]
      const comesTo = (state: DeviceState) =>
        untilFound(async () => {
          const now = await row()
          return now?.state === state ? now : undefined
          // Reports are noted a few seconds later.
        }, 200)
      await comesTo('away')
      const device = await connect(world, ann, machine_id, { agent_version: '1.2.3' })
      const { roots } = await device.latest('config', (config) => (config.roots as unknown[]).length > 0)
      const [{ rsub_id } = { rsub_id: 0 }] = roots as { rsub_id: number }[]
      await comesTo('syncing')
      device.say({ t: 'report', roots: [{ rsub_id, state: 'synced', folder: '/home/ann/Holdfast' }] })
      const fine = await comesTo('up_to_date')
      assert.deepEqual(
        [fine?.version, fine?.system, fine?.owner?.id, fine?.organization.id, fine?.kind],
        ['1.2.3', 'linux 12', ann.id, id, 'agent'],
      )
      const problems = [
        { path: '/home/ann/secret.txt', reason: 'The disk is full.' },
        { path: '/home/ann/b.txt', reason: 'The disk is full.' },
      ]
      device.say({ t: 'report', health: { version: '0.0.9', free_space: 5, total_space: 10, problems } })
      const troubled = await comesTo('attention')
      assert.deepEqual(
        [troubled?.problems, troubled?.free_space, troubled?.total_space, troubled?.version],
        [2, 5, 10, '0.0.9'],
      )
      assert.deepEqual([fine?.outdated, troubled?.outdated], [false, true])
      assert.doesNotMatch(JSON.stringify(troubled), /secret/, 'what it names is for those who may see names')
      assert.deepEqual(await namesOf(boss, id, { view: 'attention' }), ['desk'])
      device.say({ t: 'report', health: { problems: [] } })
      await comesTo('up_to_date')
      assert.deepEqual(await namesOf(boss, id, { view: 'attention' }), [])
      device.say({ t: 'report', held: [{ rsub_id, here: 0, there: 900 }] })
      await comesTo('stopped')
      assert.deepEqual(await namesOf(boss, id, { view: 'attention' }), ['desk'])
      device.say({ t: 'report', held: [{ rsub_id, here: 0, there: 0 }] })
      await comesTo('up_to_date')
      const left = world.clock.now()
      device.cut()
      await comesTo('away')
      assert.deepEqual(await namesOf(boss, id, { view: 'unreachable' }), [])
      world.clock.advance({ minutes: 70 })
      await checkMachines(world.service.ctx)
      const lost = await comesTo('unreachable')
      assert.equal(Date.parse(`${lost?.seen_at}Z`), left - (left % 1000))
      assert.deepEqual(await namesOf(boss, id, { view: 'unreachable' }), ['desk'])
      await boss.call(signOutMachine, { machine_id })
      await comesTo('signed_out')
      assert.deepEqual(await namesOf(boss, id, { view: 'signed_out' }), ['desk'])
    })

    it('says that one is paused until somebody decides about what it did', async () => {
      const { id, boss, ann } = await setting()
      const machine_id = await machineOf(world, ann, 'wild-desk')
      await machineOf(world, ann, 'calm-desk')
      await world.service.ctx.db.write((tx) =>
        tx
          .updateTable('session')
          .set({ paused_by: 1 as BrakeId })
          .where('machine_id', '=', machine_id)
          .execute(),
      )
      const { results } = await list(boss, id, { q: 'desk' })
      assert.deepEqual(
        results.map(({ name, state }) => [name, state]),
        [
          ['calm-desk', 'away'],
          ['wild-desk', 'paused'],
        ],
      )
    })

    it('is filtered by person, kind and when they were connected', async () => {
      const { id, boss, ann } = await setting()
      const bob = await world.person({ organizationId: id })
      await machineOf(world, ann, 'ann-desk')
      world.clock.advance({ days: 3 })
      await machineOf(world, bob, 'bob-desk')
      await fileServer(world, boss, boss, 'files')
      const q = 'desk'
      assert.deepEqual(await namesOf(boss, id, { q, person: ann.id }), ['ann-desk'])
      assert.deepEqual(await namesOf(boss, id, { view: 'servers' }), ['files'])
      const day = new Date(world.clock.now()).toISOString().slice(0, 10)
      assert.deepEqual(await namesOf(boss, id, { q, seen_before: day }), ['ann-desk'])
      assert.equal(await refusal(list(boss, id, { seen_before: 'soon' })), 'invalid_date_format')
      assert.equal(await refusal(list(ann, id)), 'forbidden')
    })

    it('gives nobody a hold on the devices of a system administrator', async () => {
      const { id, boss, ann } = await setting()
      const chief = await world.person({ organizationId: id })
      await world.service.ctx.db.write(async (tx) => {
        await tx.updateTable('person').set({ system_admin: 1 }).where('id', '=', chief.id).execute()
        await addCounts(tx, id, { admins: 1 })
      })
      await machineOf(world, chief, 'chief-desk')
      await machineOf(world, ann, 'ann-desk')
      const mayOf = async (who: Someone) =>
        (await list(who, id, { q: 'desk' })).results.map(({ name, may }) => [
          name,
          may.includes('devices.change'),
        ])
      assert.deepEqual(await mayOf(boss), [
        ['ann-desk', true],
        ['chief-desk', false],
      ])
      assert.deepEqual(await mayOf(chief), [
        ['ann-desk', true],
        ['chief-desk', true],
      ])
      const [chiefs] = (await list(boss, id, { q: 'chief' })).results
      assert.equal(
        await refusal(boss.call(getMachineHealth, { machine_id: chiefs?.id as MachineId })),
        'forbidden',
      )
      await checkInvariants(world.service.ctx.db.read)
    })
  })
