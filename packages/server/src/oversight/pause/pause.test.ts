import assert from 'node:assert/strict'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import * as files from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { listAlerts } from '@holdfast/api/oversight/alerts'
import {
  getInstallationRetention,
  resumeInstallationRetention,
} from '@holdfast/api/oversight/installation-retention'
import { DAY_MS } from '@holdfast/api/time'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { keyFileOf } from '@holdfast/server/testkit/database/installation'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { type Service, startService } from '../../service/service.ts'

const BLOB = 80_000
const [PAUSED, RESUMED] = [114, 115]
const KEPT_DAYS = 5

for (const stack of STACKS)
  describe(`a restore on ${stack.name} of what retention has deleted since`, () => {
    // Commands look at the clock of the machine, which is where this one is at the restore.
    const world = useWorld(stack, { clock: new Clock(Date.now() - 18 * DAY_MS) })
    const opened: Place[] = []
    after(async () => {
      for (const place of opened) await place.dispose()
    })
    const done = async (args: string[], place: Place) => {
      const { code, output, errors } = await runCommandHere(args, {
        ...settingsOf(place),
        HOLDFAST_MASTER_KEY_FILE: keyFileOf(world.place),
      })
      assert.deepEqual({ code, errors }, { code: 0, errors: '' }, output)
      return output
    }
    const start = ({ database, blobs }: Place): Promise<Service> =>
      startService(
        { ...world.config, database, blobs },
        { now: world.clock.now, log: pino({ level: 'silent' }) },
      )
    const signIn = async (service: Service, email: string) => {
      const someone = new Someone(service.url, email)
      await someone.signIn(email, PASSWORD)
      return someone
    }
    const later = async (service: Service, by: Parameters<Clock['advance']>[0]) => {
      world.clock.advance(by)
      await service.jobs.runDue()
    }
    const namesOf = async (who: Someone) =>
      (
        await who.call(files.listRootChildren, { root_id: who.rootId, include_deleted: true, page_size: 100 })
      ).results
        .map(({ name }) => name)
        .sort()
    const alertsOf = async (admin: Someone) =>
      (await admin.call(listAlerts, { organization_id: ROOT_ORGANIZATION })).results.filter(
        ({ kind }) => kind === 'retention_paused',
      )
    const recordsOf = async (admin: Someone) =>
      (await admin.call(listOrganizationActivity, { organization_id: ROOT_ORGANIZATION })).results
        .filter(({ activity_type_id: type }) => type === PAUSED || type === RESUMED)
        .map(({ activity_type_id: type, actor_text }) => [type, actor_text])
        .sort()

    const from = async () => path.join(await makeTempDir(), 'kept')
    let email = ''
    let kept = ''

    it('keeps it, with its bytes and for people alike, until an administrator ends that', async () => {
      const organizationId = await world.organization({
        purge_deleted: true,
        purge_deleted_frequency: KEPT_DAYS,
        trim_revisions: true,
        trim_revisions_x: KEPT_DAYS,
        deactivate_token_frequency: 365,
      })
      await world.runJobs()
      const ann = await world.person({ organizationId, siteAdmin: true })
      email = ann.email
      const file_id = (await ann.upload('Changed', sampleBytes(BLOB, 'first'))).id
      const file = { name: 'x', bytes: new Blob([sampleBytes(BLOB, 'second')]) }
      await ann.call(uploadRevision, { root_id: ann.rootId, file_id, file })
      for (const name of ['Gone', 'Unwanted']) {
        const { id } = await ann.upload(name, sampleBytes(BLOB, name))
        await ann.call(files.deleteFile, { root_id: ann.rootId, file_id: id })
      }
      const bob = await world.person({ organizationId })
      await bob.upload('Of Bob', sampleBytes(BLOB, 'of Bob'))
      await world.changeRoot(bob.rootId, { deleted_at: world.clock.now() })
      kept = await from()
      await done(['backup', kept], world.place)
      await world.service.close()

      world.clock.advance({ days: 18 })
      const there = await stack.open()
      opened.push(there)
      assert.match(await done(['restore', kept], there), /\nRetention is paused for 30 days: .+$/)
      const blobs = await listBlobs(there.blobs)
      const service = await start(there)
      try {
        await service.jobs.runDue()
        const admin = await signIn(service, 'admin@localhost')
        const again = await signIn(service, email)
        assert.deepEqual(await namesOf(again), ['Changed', 'Gone', 'Unwanted'])
        const { results } = await again.call(files.listRootChildren, {
          root_id: again.rootId,
          include_deleted: true,
        })
        const unwanted = results.find(({ name }) => name === 'Unwanted')?.id as EntryId
        await again.call(purgeFile, { root_id: again.rootId, file_id: unwanted })
        await later(service, { days: 4 })
        assert.deepEqual(await namesOf(again), ['Changed', 'Gone'], 'what a person purges is gone')
        assert.deepEqual(await listBlobs(there.blobs), blobs, 'its bytes are not')
        assert.equal(await countEntries(service, bob.rootId), 1, 'nor what a deleted root held')

        const [alert, ...more] = await alertsOf(admin)
        assert.deepEqual(more, [])
        const told = await admin.call(getInstallationRetention, {})
        assert.ok(told.paused && told.paused_until === alert?.at)
        assert.deepEqual([told.due_items, told.due_revisions, told.due_roots], [1, 1, 1])
        await assert.rejects(again.call(getInstallationRetention, {}), { status: 403 })
        await assert.rejects(again.call(resumeInstallationRetention, {}), { status: 403 })
        const { paused } = await admin.call(resumeInstallationRetention, {})
        assert.equal(paused, false)
        assert.deepEqual(await alertsOf(admin), [])
        await later(service, { hours: 1 })
        assert.deepEqual(await namesOf(again), ['Changed'])
        await later(service, { days: 4 })
        assert.equal(await countEntries(service, bob.rootId), 0)
        assert.ok((await listBlobs(there.blobs)).length < blobs.length)
        const { due_items, due_revisions, due_roots } = await admin.call(getInstallationRetention, {})
        assert.deepEqual([due_items, due_revisions, due_roots], [0, 0, 0])
        assert.deepEqual(await recordsOf(admin), [
          [PAUSED, 'Holdfast'],
          [RESUMED, 'System Administrator'],
        ])
      } finally {
        await service.close()
        world.clock.advance({ days: -8, hours: -1 })
      }
    })

    it('ends that by itself after 30 days, and tells administrators a week before', async () => {
      // By other means than ours: the database is what it was.
      assert.match(await done(['restored'], world.place), /\nRetention is paused for 30 days: .+$/)
      await world.start()
      await later(world.service, { days: 22 })
      const told = async () =>
        (await world.sent('admin@localhost')).filter(({ text }) => /automatic deletion .* paused/s.test(text))
      assert.equal((await told()).length, 0)
      await later(world.service, { days: 1, hours: 1 })
      assert.match((await told())[0]?.text ?? '', /holdfast resume-retention/)
      await later(world.service, { days: 6 })
      assert.equal((await told()).length, 1, 'once')
      assert.deepEqual(await namesOf(await world.signIn(email)), ['Changed', 'Gone', 'Unwanted'])
      assert.match(
        (await runCommandHere(['verify', '--remove-orphans'], settingsOf(world.place))).errors,
        /^Retention has been paused since the restore\. /,
      )
      await later(world.service, { days: 1 })
      assert.deepEqual(await namesOf(await world.signIn(email)), ['Changed'])
      assert.deepEqual(await recordsOf(await world.admin()), [
        [PAUSED, 'Holdfast'],
        [RESUMED, 'Holdfast'],
      ])
      await world.service.close()
    })

    it('ends that by a command, which says so when there is nothing to end', async () => {
      const there = await stack.open()
      opened.push(there)
      await done(['restore', kept], there)
      assert.match(await done(['resume-retention'], there), /^Retention is running again\. /)
      assert.match(await done(['resume-retention'], there), /^Retention is not paused\.$/)
      const service = await start(there)
      await service.jobs.runDue()
      assert.deepEqual(await namesOf(await signIn(service, email)), ['Changed'])
      await service.close()
    })
  })

async function countEntries(service: Service, rootId: RootId): Promise<number> {
  const [row] = await rawSql<{ count: number }>(
    service.ctx.db,
    `select count(*) as count from entry where root_id = ${rootId}`,
  )
  return Number(row?.count)
}
