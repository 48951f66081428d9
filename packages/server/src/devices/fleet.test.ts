import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import * as backups from '@holdfast/api/devices/backups'
import { MAX_BACKUPS, MAX_MAPPINGS } from '@holdfast/api/devices/device-fields'
import * as fleet from '@holdfast/api/devices/fleet'
import * as api from '@holdfast/api/devices/machines'
import { listChanges } from '@holdfast/api/files/changes'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { DAY_MS } from '@holdfast/api/time'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { agentOf, connect, fileServer, machineOf, recordedOn } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { forgetJobs } from './jobs/forget-jobs.ts'

for (const stack of STACKS)
  describe(`a fleet of machines on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const setting = async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      return { id, boss, ann, machine_id: await machineOf(world, ann, 'ann-laptop') }
    }
    /** Many roots at once, without their tallies. */
    const manyRoots = async (owner: Someone, count: number, root_type: 'share' | 'backup') => {
      const { organization_id } = await world.service.ctx.db.read
        .selectFrom('person')
        .select('organization_id')
        .where('id', '=', owner.id)
        .executeTakeFirstOrThrow()
      const roots = Array.from({ length: count }, (_, n) => ({
        organization_id,
        person_id: root_type === 'backup' ? owner.id : null,
        root_type,
        name: `Root ${n}`,
        description: null,
        created_at: 0,
        deleted_at: null,
        purged_at: null,
      }))
      const rows = await world.service.ctx.db.write((tx) =>
        tx.insertInto('root').values(roots).returning('id').execute(),
      )
      return rows.map(({ id }) => id)
    }

    it('has backups whose runs are told by the device, and are points to restore from', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const agent = await agentOf(world, ann, machine_id)
      const backup = await ann.call(backups.createMachineBackup, { machine_id, path: '/home/ann' })
      const on = { machine_id, root_id: backup.id }
      await agent.call(uploadToRoot, { root_id: backup.id, file: { name: 'a.txt', bytes: new Blob(['a']) } })
      const { epoch } = await agent.call(listChanges, { root_id: backup.id })
      const run = {
        ...on,
        epoch,
        started: '2030-01-01T12:00:00',
        finished: '2030-01-01T12:00:05',
        seq: 1,
        files: 1,
        bytes: 1,
        problem_count: 200,
        problems: [{ path: '/home/ann/secret.txt', reason: 'It may not be read.' }],
      }
      const told = await agent.call(backups.createBackupRun, run)
      assert.deepEqual(await agent.call(backups.createBackupRun, run), told, 'told again, it is the same')
      const { machine_id: _, epoch: __, ...shown } = run
      assert.deepEqual(told, { type: 'backup_run', id: told.id, ...shown })
      const other = await agentOf(world, ann, await machineOf(world, ann, 'ann-desk'))
      for (const who of [ann, boss, other])
        await assert.rejects(who.call(backups.createBackupRun, run), { code: 'forbidden' })
      for (const [wrong, code] of [
        [{ epoch: 'another' }, 'cursor_reset'],
        [{ seq: 2 }, 'invalid_request'],
        [{ root_id: ann.rootId }, 'not_found'],
      ] as const)
        await assert.rejects(agent.call(backups.createBackupRun, { ...run, ...wrong }), { code })

      await agent.call(uploadToRoot, { root_id: backup.id, file: { name: 'b.txt', bytes: new Blob(['b']) } })
      const next = { ...run, started: '2030-01-02T12:00:00', seq: 2, files: 2 }
      await agent.call(backups.createBackupRun, next)
      const seqsFor = async (who: Someone) =>
        (await who.call(backups.listBackupRuns, on)).results.map(({ seq, problems }) => [
          seq,
          problems[0]?.path,
        ])
      const path = '/home/ann/secret.txt'
      assert.deepEqual(await seqsFor(ann), [
        [2, path],
        [1, path],
      ])
      await boss.call(updateOrganizationPolicy, { organization_id: id, admin_browse_files: false })
      assert.deepEqual(await seqsFor(boss), [
        [2, ''],
        [1, ''],
      ])
      const device = await connect(world, ann, machine_id)
      device.answers = () => ({ ok: true })
      for (const as_of of [undefined, '1'])
        await ann.call(backups.restoreMachineBackup, { ...on, path: '/back', ...(as_of && { as_of }) })
      for (const as_of of ['0', '2001-01-01T00:00:00'])
        await assert.rejects(ann.call(backups.restoreMachineBackup, { ...on, path: '/back', as_of }), {
          code: 'invalid_request',
          message: /as_of \(the first backup finished at 2030-01-01T12:00:05\)/,
        })
      const { results: jobs } = await ann.call(fleet.listMachineJobs, { machine_id })
      assert.deepEqual(
        jobs.map(({ as_of_seq }) => as_of_seq),
        [1, 2],
      )
      device.cut()
    })

    it('has names and limits that are changed one by one, within what makes sense', async () => {
      const { boss, ann, machine_id } = await setting()
      const before = await ann.call(api.getMachine, { machine_id })
      const limits = {
        throttled: true,
        bandwidth_throttle: 500,
        throttle_exception_start: '08:00',
        throttle_exception_end: '18:30',
        throttle_exception_dow: [1, 2, 3, 4, 5],
        manual_collisions: true,
        health_report_period_minutes: 30,
        health_report_period_minutes_min: 10,
        health_report_period_minutes_max: 60,
      }
      const changed = await boss.call(fleet.updateMachine, {
        machine_id,
        nickname: ' Front desk ',
        ...limits,
      })
      assert.deepEqual(changed, { ...before, nickname: 'Front desk', ...limits })
      const rest = { bandwidth_throttle: null, nickname: null }
      assert.deepEqual(await ann.call(fleet.updateMachine, { machine_id, ...rest }), { ...changed, ...rest })
      for (const wrong of [
        { nickname: 'a\nb' },
        { nickname: 'x'.repeat(101) },
        { bandwidth_throttle: -1 },
        { throttle_exception_start: '24:00' },
        { throttle_exception_dow: [7] },
        { health_report_period_minutes: 0 },
        { health_report_period_minutes: 61 },
        { health_report_period_minutes_min: 31 },
        { health_report_period_minutes_max: 5 },
      ])
        await assert.rejects(
          ann.call(fleet.updateMachine, { machine_id, ...wrong }),
          { code: 'invalid_request' },
          JSON.stringify(wrong),
        )
      await ann.call(fleet.updateMachine, { machine_id, ...limits, ...rest })
      assert.deepEqual(
        (await recordedOn(world, 'machine_updated', machine_id)).map(
          ({ actor_person_id }) => actor_person_id,
        ),
        [boss.id, ann.id],
        'what is no different is not told',
      )
    })

    it('gets jobs that are listed, newest first, and can be cancelled', async () => {
      const { id, boss, ann, machine_id } = await setting()
      const device = await connect(world, ann, machine_id)
      device.answers = () => ({ ok: true })
      const { id: root_id } = await ann.call(backups.createMachineBackup, { machine_id, path: '/home' })
      for (const path of ['/one', '/two', '/three'])
        await ann.call(backups.restoreMachineBackup, { machine_id, root_id, path })
      const listed = await boss.call(fleet.listMachineJobs, { machine_id, page_size: 2 })
      assert.deepEqual(
        [listed.total, listed.max_page, listed.results.map(({ path }) => path)],
        [3, 2, ['/three', '/two']],
      )
      const [newest] = listed.results
      const job_id = newest?.id as never
      assert.deepEqual([newest?.kind, newest?.state, newest?.person_id], ['restore', 'waiting', ann.id])
      const { hub } = world.service.ctx.live
      const others = hub.size
      const watching = boss.call(fleet.getMachineJob, { machine_id, job_id, wait: 55 })
      await until(() => hub.size > others)
      for (const who of [boss, ann, boss]) {
        const cancelled = await who.call(fleet.cancelMachineJob, { machine_id, job_id })
        assert.deepEqual([cancelled.state, cancelled.finished === null], ['cancelled', false])
        assert.deepEqual(await who.call(fleet.getMachineJob, { machine_id, job_id }), cancelled)
      }
      assert.equal((await watching).state, 'cancelled')
      const known = { known_state: 'waiting', known_done: 0, wait: 55 } as const
      assert.equal((await ann.call(fleet.getMachineJob, { machine_id, job_id, ...known })).state, 'cancelled')
      assert.deepEqual(await recordedOn(world, 'machine_job_cancelled', machine_id), [
        { actor_person_id: boss.id, data_text: '/three' },
      ])
      const other = await machineOf(world, ann, 'other')
      for (const op of [fleet.getMachineJob, fleet.cancelMachineJob])
        await assert.rejects(ann.call(op, { machine_id: other, job_id }), { code: 'not_found' })
      const stranger = await world.person({ organizationId: id })
      await assert.rejects(stranger.call(fleet.listMachineJobs, { machine_id }), { code: 'forbidden' })
      const longAgo = world.clock.now() - 91 * DAY_MS
      await world.service.ctx.db.write((tx) =>
        tx.updateTable('machine_job').set({ finished_at: longAgo }).where('id', '=', job_id).execute(),
      )
      await forgetJobs(world.service.ctx)
      assert.equal((await boss.call(fleet.listMachineJobs, { machine_id })).total, 2)
      device.cut()
    })

    it('restores what a backup held at a time that is named', async () => {
      const { ann, machine_id } = await setting()
      const device = await connect(world, ann, machine_id)
      device.answers = () => ({ ok: true })
      const { id: root_id } = await ann.call(backups.createMachineBackup, { machine_id, path: '/home' })
      await world.changeRoot(root_id, { root_type: 'sync' })
      for (const name of ['one', 'two'])
        await ann.call(uploadToRoot, { root_id, file: { name, bytes: new Blob([name]) } })
      await world.changeRoot(root_id, { root_type: 'backup' })
      const restore = { machine_id, root_id, path: '/back', overwrite: true }
      await ann.call(backups.restoreMachineBackup, { ...restore, as_of: '1' })
      for (const as_of of ['3', 'soon', '2100-01-01T00:00:00'])
        await assert.rejects(ann.call(backups.restoreMachineBackup, { ...restore, as_of }), {
          code: 'invalid_request',
        })
      const { results } = await ann.call(fleet.listMachineJobs, { machine_id })
      assert.deepEqual(
        results.map(({ as_of_seq, overwrite }) => [as_of_seq, overwrite]),
        [[1, true]],
      )
      device.cut()
    })

    it('is backed up when it is told to', async () => {
      const { boss, ann, machine_id } = await setting()
      const { id: root_id } = await ann.call(backups.createMachineBackup, { machine_id, path: '/home' })
      const one = { machine_id, root_id }
      const type = 'backup_schedule' as const
      const free = { type, root_id, every_minutes: null, window_start: null, window_end: null, paused: false }
      assert.deepEqual(await ann.call(backups.getBackupSchedule, one), free)
      const night = { every_minutes: 1440, window_start: '22:00', window_end: '05:00' }
      for (const _ of [1, 2])
        assert.deepEqual(await boss.call(backups.updateMachineBackup, { ...one, ...night }), {
          ...free,
          ...night,
        })
      for (const wrong of [{ every_minutes: 14 }, { window_start: null }, { window_end: '5:00' }])
        await assert.rejects(ann.call(backups.updateMachineBackup, { ...one, ...wrong }), {
          code: 'invalid_request',
        })
      const open = { window_start: null, window_end: null, paused: true }
      await ann.call(backups.updateMachineBackup, { ...one, ...open })
      assert.deepEqual(await boss.call(backups.getBackupSchedule, one), {
        ...free,
        every_minutes: 1440,
        paused: true,
      })
      assert.deepEqual(
        (await recordedOn(world, 'backup_updated', machine_id)).map(({ actor_person_id }) => actor_person_id),
        [boss.id, ann.id],
      )
    })

    it('hands its mappings on, each by the rights of whoever does', async () => {
      const { id, boss, ann } = await setting()
      const [from, to] = [
        await fileServer(world, boss, ann, 'old server'),
        await fileServer(world, boss, ann, 'new server'),
      ]
      const team = await ann.call(createShare, { organization_id: id, name: 'Team' })
      for (const [root_id, path] of [
        [ann.rootId, '/srv/ann'],
        [team.id, '/srv/team'],
      ] as const)
        await ann.call(api.createMachineMapping, { machine_id: from, root_id, path })
      const exported = await boss.call(fleet.exportMachineMappings, { machine_id: from })
      assert.deepEqual(exported, {
        type: 'machine_mappings',
        machine_id: from,
        mappings: [
          { root_id: ann.rootId, path: '/srv/ann', name: exported.mappings[0]?.name, share: false },
          { root_id: team.id, path: '/srv/team', name: 'Team', share: true },
        ],
      })
      const bring = async (who: Someone, mappings: { root_id: RootId; path: string }[]) => {
        const { results } = await who.call(fleet.importMachineMappings, { machine_id: to, mappings })
        return results.map(({ status, error }) => error ?? status)
      }
      const wrong = [
        { root_id: boss.rootId, path: '/srv/boss' },
        { root_id: 987_654 as RootId, path: '/srv/none' },
        { root_id: team.id, path: 'srv' },
        { root_id: team.id, path: '/srv/ann' },
      ]
      assert.deepEqual(await bring(ann, [...exported.mappings, ...wrong]), [
        'created',
        'created',
        'forbidden',
        'not_found',
        'invalid_request',
        'name_conflict',
      ])
      assert.deepEqual(await bring(ann, exported.mappings), ['exists', 'exists'])
      const { results } = await ann.call(api.listMachineMappings, { machine_id: to })
      assert.deepEqual(
        results.map(({ root_id, path }) => ({ root_id, path })),
        exported.mappings.map(({ root_id, path }) => ({ root_id, path })),
      )
      await boss.call(updateOrganizationPolicy, { organization_id: id, admin_browse_remote: false })
      const own = [{ root_id: boss.rootId, path: '/srv/boss' }]
      assert.deepEqual(await bring(boss, own), ['forbidden'], 'no folder of hers comes to his root')
      await boss.call(api.disableFileServer, { machine_id: to })
      assert.deepEqual(await bring(ann, [{ root_id: team.id, path: '/else' }]), ['policy_error'])
    })

    it('has so many mappings and backups of each machine, and no more', async () => {
      const { boss, ann } = await setting()
      const machine_id = await fileServer(world, boss, ann, 'large')
      const mapped = await manyRoots(ann, MAX_MAPPINGS - 1, 'share')
      const kept = await manyRoots(ann, MAX_BACKUPS - 1, 'backup')
      await world.service.ctx.db.write(async (tx) => {
        const common = { machine_id, state: 'ready' as const, created_at: 0 }
        await tx
          .insertInto('machine_mapping')
          .values(mapped.map((root_id) => ({ ...common, root_id, path: `/${root_id}`, created_by: ann.id })))
          .execute()
        await tx
          .insertInto('backup')
          .values(kept.map((root_id) => ({ ...common, root_id, path: `/${root_id}`, created_by: ann.id })))
          .execute()
      })
      const map = (root_id: RootId) =>
        ann.call(api.createMachineMapping, { machine_id, root_id, path: '/last' })
      const backUp = () => ann.call(backups.createMachineBackup, { machine_id, path: '/last' })
      const last = await map(ann.rootId)
      const backup = await backUp()
      await assert.rejects(map(ann.rootId), { code: 'policy_error', message: /up to 500 mappings/ })
      await assert.rejects(backUp(), { code: 'policy_error', message: /up to 100 backups/ })
      await ann.call(api.deleteMachineMapping, { machine_id, mapping_id: last.id })
      await ann.call(backups.deleteMachineBackup, { machine_id, root_id: backup.id })
      await map(ann.rootId)
      await backUp()
    })
  })
