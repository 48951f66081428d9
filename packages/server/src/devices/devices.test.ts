import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listOrganizationMachines, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { deletePerson } from '@holdfast/api/accounts/people'
import * as backups from '@holdfast/api/devices/backups'
import * as api from '@holdfast/api/devices/machines'
import { getRoot } from '@holdfast/api/files/files'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { createShare, deleteShare } from '@holdfast/api/sharing/shares'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { connect, fileServer, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const NOT_CONNECTED = { code: 'temporarily_unavailable', message: /The device is not connected\./ }

for (const stack of STACKS)
  describe(`devices on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const setting = async (policy = {}) => {
      const { id, boss } = await company(policy)
      const ann = await world.person({ organizationId: id })
      return { id, boss, ann, machine_id: await machineOf(world, ann, 'ann-laptop') }
    }
    const map = (who: Someone, machine_id: MachineId, root_id: RootId, path: string) =>
      who.call(api.createMachineMapping, { machine_id, root_id, path })
    const backUp = (who: Someone, machine_id: MachineId, path: string) =>
      who.call(backups.createMachineBackup, { machine_id, path })

    it('are shown as in the list of their organization', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const machine = await ann.call(api.getMachine, { machine_id })
      assert.deepEqual([machine.dns_name, machine.machine_type], ['ann-laptop', 'agent'])
      const { results } = await boss.call(listOrganizationMachines, { organization_id: id })
      assert.deepEqual(
        results.find((listed) => listed.id === machine_id),
        machine,
      )
    })

    it('that are not connected are asked in vain', async () => {
      const { ann, machine_id } = await setting()
      await assert.rejects(ann.call(api.getMachineStatus, { machine_id }), NOT_CONNECTED)
      for (const path of [undefined, '/srv', 'C:\\', '\\\\nas\\files'])
        await assert.rejects(
          ann.call(api.listMachinePath, { machine_id, ...(path && { path }) }),
          NOT_CONNECTED,
        )
    })

    it('become file servers and end as such, twice as well as once, where the policy allows it', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const typeNow = async () => (await ann.call(api.getMachine, { machine_id })).machine_type
      await assert.rejects(ann.call(api.enableFileServer, { machine_id }), { code: 'forbidden' })
      await assert.rejects(map(ann, machine_id, ann.rootId, '/srv'), { code: 'policy_error' })
      for (const _ of [1, 2]) await boss.call(api.enableFileServer, { machine_id })
      assert.equal(await typeNow(), 'server')
      const mapping = await map(ann, machine_id, ann.rootId, '/srv')
      for (const _ of [1, 2]) await boss.call(api.disableFileServer, { machine_id })
      assert.equal(await typeNow(), 'agent')
      assert.deepEqual((await ann.call(api.listMachineMappings, { machine_id })).results, [mapping], 'kept')
      await boss.call(updateOrganizationPolicy, { organization_id: id, file_server_enabled: false })
      await assert.rejects(boss.call(api.enableFileServer, { machine_id }), {
        code: 'policy_error',
        message: /file_server_enabled/,
      })
    })

    it('are mapped to roots, each folder and each root once', async () => {
      const { id, boss, ann } = await setting()
      const machine_id = await fileServer(world, boss, ann, 'server')
      const team = await ann.call(createShare, { organization_id: id, name: 'Team' })
      const own = await map(ann, machine_id, ann.rootId, '/srv/ann/')
      const { person_id, root_id, share, path } = own
      assert.deepEqual([person_id, root_id, share, path], [ann.id, ann.rootId, false, '/srv/ann'])
      const shared = await map(ann, machine_id, team.id, 'D:\\Team')
      assert.deepEqual([shared.person_id, shared.name, shared.share], [null, 'Team', true])
      for (const [root, at] of [
        [team.id, '/other'],
        [(await ann.call(createShare, { organization_id: id, name: 'More' })).id, 'D:\\Team\\'],
      ] as const)
        await assert.rejects(map(ann, machine_id, root, at), { code: 'name_conflict' })
      for (const at of ['srv', '~/x', '/a/../b', 'C:', '/a\nb', `/${'a'.repeat(4096)}`])
        await assert.rejects(map(ann, machine_id, ann.rootId, at), { code: 'invalid_request' })
      assert.deepEqual((await boss.call(api.listMachineMappings, { machine_id })).results, [own, shared])
      await boss.call(deleteShare, { organization_id: id, root_id: team.id })
      await assert.rejects(ann.call(api.getMachineMapping, { machine_id, mapping_id: shared.id }), {
        code: 'not_found',
      })
      await ann.call(api.deleteMachineMapping, { machine_id, mapping_id: own.id })
      assert.deepEqual((await ann.call(api.listMachineMappings, { machine_id })).results, [])
      const again = await map(ann, machine_id, ann.rootId, 'D:\\Team')
      assert.notEqual(again.id, own.id, 'what is over stands in nobody’s way')
    })

    it('are mapped by those only who may look at both sides', async () => {
      const { id, boss, ann } = await setting()
      const machine_id = await fileServer(world, boss, ann, 'server')
      const team = await boss.call(createShare, {
        organization_id: id,
        name: 'Team',
        subscribers: [[ann.id, 'all', 'WEB_EDITOR']],
      })
      const headers = await webHeaders(world, ann.email)
      const inBrowser = await world.post(
        `/api/2/machine/${machine_id}/mappings/create`,
        { root_id: String(team.id), path: '/srv' },
        headers,
      )
      assert.equal(inBrowser.error, 'forbidden', 'a role for the browser gives devices nothing')
      await assert.rejects(map(ann, machine_id, boss.rootId, '/srv'), { code: 'forbidden' })
      await assert.rejects(map(ann, machine_id, 987_654 as RootId, '/srv'), { code: 'not_found' })
      const backup = await backUp(ann, machine_id, '/home')
      await assert.rejects(map(ann, machine_id, backup.id, '/srv'), { code: 'forbidden' })
      await assert.rejects(map(boss, machine_id, backup.id, '/srv'), { code: 'invalid_request' })
      await boss.call(updateOrganizationPolicy, { organization_id: id, admin_browse_remote: false })
      await assert.rejects(map(boss, machine_id, boss.rootId, '/srv'), { message: /admin_browse_remote/ })
      await assert.rejects(boss.call(api.listMachinePath, { machine_id }), { message: /admin_browse_remote/ })
      await assert.rejects(ann.call(api.listMachinePath, { machine_id }), NOT_CONNECTED)
    })

    it('are backed up to roots of their persons, until the backups are deleted', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const backup = await backUp(boss, machine_id, '/home/ann')
      assert.deepEqual(backup, { type: 'backup', id: backup.id, machine_id, path: '/home/ann' })
      const root = await ann.call(getRoot, { root_id: backup.id })
      assert.deepEqual([root.root_type, root.name], ['backup', 'ann-laptop home-ann'])
      const one = { machine_id, root_id: backup.id }
      assert.deepEqual((await ann.call(backups.listMachineBackups, { machine_id })).results, [backup])
      const other = await machineOf(world, ann, 'another')
      await assert.rejects(ann.call(backups.getMachineBackup, { ...one, machine_id: other }), {
        code: 'not_found',
      })
      await ann.call(backups.deleteMachineBackup, one)
      await assert.rejects(ann.call(getRoot, { root_id: backup.id }), { code: 'root_deleted' })
      for (const op of [backups.getMachineBackup, backups.deleteMachineBackup])
        await assert.rejects(ann.call(op, one), { code: 'not_found' })
      assert.deepEqual((await ann.call(backups.listMachineBackups, { machine_id })).results, [])
      await boss.call(updateOrganizationPolicy, { organization_id: id, user_create_backups: false })
      await assert.rejects(backUp(ann, machine_id, '/home'), {
        code: 'forbidden',
        message: /user_create_backups/,
      })
      await backUp(boss, machine_id, '/home')
      await boss.call(updateOrganizationPolicy, { organization_id: id, backups_enabled: false })
      await assert.rejects(backUp(boss, machine_id, '/home'), {
        code: 'policy_error',
        message: /backups_enabled/,
      })
      await checkInvariants(world.service.ctx.db.read)
    })

    it('get backups of others only by who may read them, and what can be read there', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const mine = await machineOf(world, boss, 'boss')
      const { id: root_id } = await backUp(ann, machine_id, '/home')
      const restore = (who: Someone, to_machine_id?: MachineId) =>
        who.call(backups.restoreMachineBackup, {
          machine_id,
          root_id,
          path: '/back',
          ...(to_machine_id && { to_machine_id }),
        })
      for (const to of [undefined, machine_id, mine]) await assert.rejects(restore(boss, to), NOT_CONNECTED)
      await assert.rejects(restore(ann, mine), { code: 'forbidden' })
      await assert.rejects(restore(boss, 987_654 as MachineId), { code: 'not_found' })
      await boss.call(updateOrganizationPolicy, { organization_id: id, admin_browse_files: false })
      await assert.rejects(restore(boss, mine), { code: 'forbidden' })
      await assert.rejects(restore(boss), NOT_CONNECTED)
    })

    it('that are connected are asked, and what they say is checked', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const { ctx } = world.service
      const status = {
        subscriptions: [
          {
            rsub_id: 1,
            synced: false,
            synced_folder: '/home/ann/Files',
            excl_files: [{ path: '/a.txt', reason: 'It is open.' }],
          },
        ],
        synced: false,
        transfers: [{ root_id: 1, path: '/b.txt', direction: 'up', size: 2, done: 1 }],
      }
      let data: unknown = status
      const device = await connect(world, ann, machine_id)
      device.answers = () => ({ ok: true, data })
      assert.deepEqual((await ann.call(api.getMachineStatus, { machine_id })).results, {
        ...status,
        leaving: [],
      })
      await boss.call(updateOrganizationPolicy, { organization_id: id, admin_browse_files: false })
      const { results } = await boss.call(api.getMachineStatus, { machine_id })
      assert.doesNotMatch(JSON.stringify(results), /txt|home/, 'names are for those who may see them')
      data = ['Documents', 'Pictures']
      const { results: names } = await ann.call(api.listMachinePath, { machine_id, path: '/home/ann/' })
      assert.deepEqual(names, data)
      const asked = await device.heard('command', ({ kind }) => kind === 'ls')
      const { asked_by, ...args } = asked.args as { asked_by: Record<string, unknown> }
      assert.deepEqual(args, { path: '/home/ann' })
      assert.deepEqual([asked_by.person_id, asked_by.own], [ann.id, true])
      assert.match(String(asked_by.name), new RegExp(`^Pat Doe.* <${ann.email}>$`))
      const wrong = [{}, [{}], null, 'x'.repeat(5000), Array(10_001).fill('a'), ['\0']]
      for (data of wrong)
        await assert.rejects(ann.call(api.listMachinePath, { machine_id }), {
          code: 'temporarily_unavailable',
          message: /an invalid answer/,
        })
      for (data of [...wrong, { ...status, transfers: [{ path: '/b' }] }])
        await assert.rejects(ann.call(api.getMachineStatus, { machine_id }), {
          code: 'temporarily_unavailable',
        })
      const { id: root_id } = await backUp(ann, machine_id, '/home')
      const restore = { machine_id, root_id, path: '/back', overwrite: true }
      assert.equal((await ann.call(backups.restoreMachineBackup, restore)).id, root_id)
      const job = await ctx.db.read
        .selectFrom('machine_job')
        .selectAll()
        .where('root_id', '=', root_id)
        .executeTakeFirstOrThrow()
      assert.deepEqual(
        [job.kind, job.machine_id, job.path, job.overwrite, job.state, job.created_by],
        ['restore', machine_id, '/back', 1, 'waiting', ann.id],
      )
      device.cut()
    })

    it('of system administrators are for nobody below them', async () => {
      const admin = await world.admin()
      const machine_id = await machineOf(world, admin, 'console')
      const below = await world.person({ siteAdmin: true })
      await assert.rejects(below.call(api.getMachine, { machine_id }), { code: 'forbidden' })
      await assert.rejects(below.call(api.enableFileServer, { machine_id }), { code: 'forbidden' })
      assert.equal((await admin.call(api.getMachine, { machine_id })).id, machine_id)
    })

    it('go with their persons; backups stay with the organization unless told otherwise', async () => {
      const { id, boss } = await company()
      for (const remove_server_files of [false, true]) {
        const ann = await world.person({ organizationId: id })
        const machine_id = await fileServer(world, boss, ann, 'server')
        const team = await ann.call(createShare, { organization_id: id, name: 'Team' })
        await map(ann, machine_id, team.id, '/srv')
        const { id: root_id } = await backUp(ann, machine_id, '/home')
        await boss.call(deletePerson, { person_id: ann.id, remove_server_files })
        for (const op of [api.getMachine, api.listMachineMappings, backups.listMachineBackups])
          await assert.rejects(boss.call(op, { machine_id }), { code: 'not_found' })
        if (remove_server_files)
          await assert.rejects(boss.call(getRoot, { root_id }), { code: 'root_deleted' })
        else assert.equal((await boss.call(getRoot, { root_id })).root_type, 'backup')
        const left = await world.service.ctx.db.read
          .selectFrom('machine_mapping')
          .select('id')
          .where('machine_id', '=', machine_id)
          .where('deleted_at', 'is', null)
          .execute()
        assert.deepEqual(left, [])
      }
      await world.runJobs()
      await checkInvariants(world.service.ctx.db.read)
    })
  })
