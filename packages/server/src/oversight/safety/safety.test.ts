import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { createFolderInRoot, deleteFolder, type File } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { type CopyState, getFileSafety, getFolderSafety, type Safety } from '@holdfast/api/oversight/safety'
import { shareFile } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import type { Device } from '@holdfast/server/testkit/people/device'
import { connect, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { listRevisionChunks } from '../../platform/content/revision-queries.ts'
import { beginEpoch } from '../../platform/installation/epoch.ts'
import { expectInstallationBackup, updateInstallationBackup } from '../../records/installation-backup.ts'
import { runVerify } from '../../service/cli/verify.ts'
import { scrubContent } from '../damage/scrub-content.ts'

for (const stack of STACKS)
  describe(`how safe an item is on ${stack.name}`, () => {
    const world = useWorld(stack, { config: { scrubPercentPerDay: 0 } })
    const { company } = useCompanies(world)
    const of = (who: Someone, { id: file_id }: Pick<File, 'id'>) =>
      who.call(getFileSafety, { root_id: who.rootId, file_id })
    const ofFolder = (who: Someone, folder_id: EntryId) =>
      who.call(getFolderSafety, { root_id: who.rootId, folder_id })
    const change = (who: Someone, { id: file_id }: File, content: string) =>
      who.call(uploadRevision, {
        root_id: who.rootId,
        file_id,
        file: { name: 'x', bytes: new Blob([content]) },
      })
    const ago = (ms: number) => formatUtc(world.clock.now() - ms)

    it('says which versions there are, and until when they are kept by the policy', async () => {
      const { id: organization_id, boss } = await company()
      const ann = await world.person({ organizationId: organization_id })
      const file = await ann.upload('plan.txt', 'one')
      const created = ago(0)
      world.clock.advance({ days: 2 })
      await change(ann, file, 'two')
      const none = { replaced_days: null, next_removal: null, deleted_days: null, removal: null }
      const before = (await of(ann, file)).versions
      assert.deepEqual(before, { count: 2, oldest: created, ...none, paused_until: null })
      const kept = { trim_revisions: true, trim_revisions_x: 10, purge_deleted: true }
      await boss.call(updateOrganizationPolicy, { organization_id, ...kept })
      world.clock.advance({ days: 1 })
      const { versions } = await of(ann, file)
      assert.deepEqual([versions.replaced_days, versions.next_removal], [10, ago(-9 * DAY_MS)])
      assert.deepEqual([versions.deleted_days, versions.removal], [30, null])
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Old' })
      const inside = await ann.upload('inside.txt', 'x', folder.id)
      await ann.call(deleteFolder, { root_id: ann.rootId, folder_id: folder.id })
      const gone = await of(ann, inside)
      assert.equal(gone.versions.removal, ago(-30 * DAY_MS), 'it goes with its folder')
      assert.deepEqual([gone.access, gone.devices], [null, []])
      const whole = (await ofFolder(ann, 0 as EntryId)).versions
      assert.deepEqual([whole.count, whole.oldest, whole.replaced_days], [null, null, 10])
    })

    it('shows who has access to those only who may see that, and devices to nobody but their owner', async () => {
      const { id, boss } = await company()
      const [ann, bob] = [
        await world.person({ organizationId: id }),
        await world.person({ organizationId: id }),
      ]
      const { id: root_id } = await boss.call(createShare, {
        organization_id: id,
        name: 'Plans',
        subscribers: [
          [ann.id, 'all', 'CO_OWNER'],
          [bob.id, 'all', 'VIEWER'],
        ],
      })
      const folder = await ann.call(createFolderInRoot, { root_id, name: 'Open' })
      await machineOf(world, bob, 'bob-laptop')
      const asked = { root_id, folder_id: folder.id }
      const shown = await ann.call(getFolderSafety, asked)
      assert.ok((shown.access?.total ?? 0) >= 2)
      assert.ok(shown.access?.results.some(({ who }) => who?.id === bob.id))
      assert.deepEqual(shown.devices, [])
      const less = await bob.call(getFolderSafety, asked)
      assert.equal(less.access, null)
      const stranger = await world.person()
      await assert.rejects(stranger.call(getFolderSafety, asked), { code: 'forbidden' })
      const own = await ann.upload('own.txt', 'x')
      await ann.call(shareFile, { root_id: ann.rootId, file_id: own.id })
      const [first] = (await of(ann, own)).access?.results ?? []
      assert.equal(first?.who_type, 'anyone', 'what is open to anyone comes first')
    })

    it('says on which own devices it is up to date, and as of when', async () => {
      const { id } = await company()
      const ann = await world.person({ organizationId: id })
      const machine_id = await machineOf(world, ann, 'ann-laptop')
      world.service.ctx.live.pace.checkMs = 50
      const device = await connect(world, ann, machine_id)
      const file = await ann.upload('plan.txt', 'one')
      world.clock.advance({ minutes: 1 })
      const reaches = (state: CopyState): Promise<Safety> =>
        untilFound(async () => {
          const found = await of(ann, file)
          return found.devices[0]?.state === state ? found : undefined
        })
      await reaches('unknown')
      const rsub_id = await rootOn(device)
      const say = (state: string) =>
        device.say({ t: 'report', roots: [{ rsub_id, state, folder: '/home/ann' }] })
      say('syncing')
      await reaches('syncing')
      say('attention')
      await reaches('attention')
      say('synced')
      const { devices } = await reaches('up_to_date')
      assert.deepEqual(devices, [
        { machine_id, machine_name: 'desk', rsub_id, state: 'up_to_date', connected: true, as_of: ago(0) },
      ])
      await change(ann, file, 'two')
      await reaches('behind')
      assert.equal((await ofFolder(ann, 0 as EntryId)).devices[0]?.state, 'behind')
      world.clock.advance({ minutes: 1 })
      await reaches('up_to_date')
      const left = world.clock.now()
      device.cut()
      await untilFound(async () => ((await of(ann, file)).devices[0]?.connected === false ? true : undefined))
      world.clock.advance({ hours: 2 })
      const away = (await reaches('up_to_date')).devices[0]
      assert.equal(away?.as_of, formatUtc(left), 'of its last contact')
      await change(ann, file, 'three')
      await reaches('behind')
    })

    it('says when all stored bytes were verified last, and which parts are damaged', async () => {
      const { id } = await company()
      const ann = await world.person({ organizationId: id })
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Docs' })
      const file = await ann.upload('plan.txt', 'what is to be damaged', folder.id)
      const beside = await ann.upload('beside.txt', 'what is not')
      const { ctx } = world.service
      const look = async () => (await of(ann, file)).content_check
      // By hand, and not by the service as well.
      const scrub = () => scrubContent({ ...ctx, config: { ...ctx.config, scrubPercentPerDay: 100 } })
      const none = await look()
      assert.deepEqual(none, { percent_per_day: 0, last_started: null, last_finished: null, progress: null })
      await scrub()
      const begun = ago(0)
      const first = await look()
      assert.equal(first.last_finished, null)
      assert.ok(first.progress !== null && first.progress < 100, 'it is under way')
      for (let hour = 0; hour < 24 && (await look()).last_finished === null; hour++) {
        world.clock.advance({ hours: 1 })
        await scrub()
      }
      const { last_started, last_finished } = await look()
      assert.equal(last_started, begun)
      assert.equal(last_finished, ago(0))
      assert.deepEqual((await of(ann, file)).damaged, [])

      assert.match((await flip(ann, file)) ?? '', /damaged/)
      await change(ann, file, 'another content')
      const part = { file_id: file.id, path: '/Docs/plan.txt', revision_id: file.revision_id }
      const known = (await of(ann, file)).damaged
      assert.deepEqual(known, [
        { ...part, created: known[0]?.created, current: false, position: 0, size: 21 },
      ])
      assert.deepEqual((await ofFolder(ann, folder.id)).damaged, known)
      assert.deepEqual((await ofFolder(ann, 0 as EntryId)).damaged, known)
      assert.deepEqual((await of(ann, beside)).damaged, [])
      assert.equal(await flip(ann, file), undefined)
      assert.deepEqual((await of(ann, file)).damaged, [])
    })

    it('shows the last backup of the service to those who run it, and to all where the settings say so', async () => {
      const ann = await world.person()
      const admin = await world.admin()
      const { ctx } = world.service
      const folder = { root_id: admin.rootId, folder_id: 0 as EntryId }
      const off = (await admin.call(getFolderSafety, folder)).backup
      assert.deepEqual(off, { every_hours: null, newest_complete: null, overdue: false, contains: null })
      const file = await ann.upload('plan.txt', 'one')
      world.clock.advance({ hours: 1 })
      const at = world.clock.now()
      await ctx.db.write(async (tx) => {
        await expectInstallationBackup(tx, at)
        await updateInstallationBackup(tx, { begun_at: at, ended_at: at, complete_at: at })
      })
      assert.equal((await of(ann, file)).backup, null)
      assert.equal((await admin.call(getFolderSafety, folder)).backup?.newest_complete, formatUtc(at))
      ctx.config.showBackups = true
      try {
        const shown = (await of(ann, file)).backup
        assert.deepEqual([shown?.newest_complete, shown?.contains], [formatUtc(at), true])
        world.clock.advance({ hours: 1 })
        await change(ann, file, 'two')
        assert.equal((await of(ann, file)).backup?.contains, false, 'it is newer than the backup')
      } finally {
        ctx.config.showBackups = false
      }
    })

    it('counts a verification by hand that found nothing, but none of before a restore', async () => {
      const { id } = await company()
      const ann = await world.person({ organizationId: id })
      const file = await ann.upload('plan.txt', 'one')
      const { ctx } = world.service
      world.clock.advance({ hours: 3 })
      const given = { activity: false, content: true, repair: false, root: undefined }
      assert.equal(await runVerify(ctx, given), 0)
      assert.equal((await of(ann, file)).content_check.last_finished, ago(0))
      // As a restore ends: what is there then was not looked at.
      await beginEpoch(ctx)
      assert.equal((await of(ann, file)).content_check.last_finished, null)
      assert.notEqual((await of(ann, file)).versions.paused_until, null)
    })

    const rootOn = async (device: Device): Promise<number> => {
      const { roots } = await device.latest('config', (config) => (config.roots as unknown[]).length > 0)
      const [first] = roots as { rsub_id: number }[]
      return first?.rsub_id ?? assert.fail('the device has a root')
    }

    /** Changes what is stored behind the back of the service, and has it looked at. */
    async function flip(who: Someone, { revision_id, size }: File): Promise<string | undefined> {
      const { db, content } = world.service.ctx
      const revision = { rootId: who.rootId, revisionId: revision_id as RevisionId }
      const [chunk] = await listRevisionChunks(db.read, { ...revision, start: 0, end: size, limit: 1 })
      assert.ok(chunk?.data)
      const data = Buffer.from(chunk.data)
      data[0] = (data[0] as number) ^ 1
      await db.write(async (tx) => {
        const changed = tx.updateTable('chunk').set({ data })
        await changed.where('root_id', '=', chunk.root_id).where('id', '=', chunk.id).execute()
      })
      return content.checks.inspect({ ...chunk, data })
    }
  })
