import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { applyBulk } from '@holdfast/api/files/file-bulk'
import * as files from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import { undoChanges } from '@holdfast/api/files/history-undo'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { listAlerts } from '@holdfast/api/oversight/alerts'
import * as api from '@holdfast/api/oversight/brakes'
import { listBrakes } from '@holdfast/api/oversight/brakes'
import type { DeviceBrake } from '@holdfast/api/policy'
import { createShare, type PersonSubscription } from '@holdfast/api/sharing/shares'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { recordTree } from '@holdfast/server/testkit/content/recorded-tree'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { agentOf, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'
import { BrakeWatch } from './brake-watch.ts'

interface Item {
  id: EntryId
  name: string
  folder_id: EntryId
  ver: number
}

for (const stack of STACKS)
  describe(`a device gone wild on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const noticed = () => world.service.brakes.flush()
    const brakes = async (who: Someone, open_only = false) =>
      (await who.call(listBrakes, { open_only })).results

    /** Ann's root with files that she made on her desk, and her laptop. */
    async function scene(device_brake: DeviceBrake, count: number) {
      const { id: organization_id, boss } = await company({ device_brake, user_rollback: true })
      const ann = await world.person({ organizationId: organization_id })
      const machine_id = await machineOf(world, ann, 'laptop')
      const laptop = await agentOf(world, ann, machine_id)
      const items = await make(ann, ann.rootId, count)
      // What was just made by others counts as well.
      return { organization_id, boss, ann, machine_id, laptop, items, root_id: ann.rootId }
    }
    const make = async (who: Someone, root_id: RootId, count: number, folder_id = 0 as EntryId) => {
      const sender = new BatchSender(who, root_id)
      const made: Item[] = []
      for (let from = 0; from < count; from += 250) {
        const ops = Array.from({ length: Math.min(250, count - from) }, (_, n) => ({
          ...{ op: 'put' as const, folder_id, name: `file ${from + n}.txt` },
          ...sender.content(`content ${from + n}`),
        }))
        for (const [n, { entry }] of (await sender.send(ops)).entries())
          made.push({
            ...{ id: entry?.entry_id as EntryId, ver: entry?.ver ?? 0 },
            ...{ name: ops[n]?.name ?? '', folder_id },
          })
      }
      return made
    }
    /** A share in which some work, and files that its administrator made. */
    const share = async (
      boss: Someone,
      organization_id: OrganizationId,
      subscribers: PersonSubscription[],
      count: number,
    ) => {
      const { id } = await boss.call(createShare, { organization_id, name: 'Team', subscribers })
      return { id, items: await make(boss, id, count) }
    }
    /** Fewer changes than by other contents are enough for this. */
    const lock = async (who: Someone, root_id: RootId, items: readonly Item[], extension = 'locked') => {
      const ops = items.map(({ id: entry_id, ver: if_ver, name, folder_id }) => ({
        ...{ op: 'place' as const, entry_id, if_ver, folder_id, name: `${name}.${extension}` },
      }))
      await sendAll(new BatchSender(who, root_id), items, ops)
    }
    const rewrite = async (who: Someone, root_id: RootId, items: readonly Item[], text = 'encrypted') => {
      const sender = new BatchSender(who, root_id)
      const ops = items.map(({ id, ver }, n) => ({
        ...{ op: 'put' as const, entry_id: id, if_ver: ver },
        ...sender.content(`${text} ${n}`),
      }))
      await sendAll(sender, items, ops)
    }
    const sendAll = async (
      sender: BatchSender,
      items: readonly Item[],
      ops: Parameters<BatchSender['send']>[0],
    ) => {
      const results = await sender.send(ops)
      assert.deepEqual(
        results.filter(({ error }) => error !== undefined),
        [],
      )
      for (const [n, { entry }] of results.entries()) (items[n] as Item).ver = entry?.ver ?? 0
    }
    const told = async ({ email }: Someone) =>
      (await world.sent(email))
        .map(({ text }) => text)
        .filter((text) => text.includes('unusually large number of changes'))

    it('is noticed once, on record and mailed, and all it did can be undone', async () => {
      const { organization_id, boss, ann, machine_id, laptop, items, root_id } = await scene('warn', 230)
      await rewrite(laptop, root_id, items.slice(0, 199))
      await noticed()
      assert.deepEqual(await brakes(ann), [])
      await ann.upload('other work.txt', 'stays')
      await rewrite(laptop, root_id, items.slice(199, 210))
      // Another server hears the same.
      const other = new BrakeWatch(world.service.ctx)
      other.hear([`r${root_id}`])
      await Promise.all([noticed(), other.flush()])
      await other.close()
      const [brake, ...more] = await brakes(ann)
      assert.ok(brake)
      assert.deepEqual(more, [])
      const { state, reason, person_id, session_id, deleted, rewritten, first_seq, last_seq, paused } = brake
      assert.deepEqual(
        { state, reason, person_id, session_id, deleted, rewritten, first_seq, last_seq, paused },
        {
          ...{ state: 'open', reason: 'share_of_root', person_id: ann.id, session_id: null, deleted: 0 },
          ...{ rewritten: 210, first_seq: 231, last_seq: 441, paused: false },
        },
      )
      assert.deepEqual([brake.machine_id, brake.machine_name], [machine_id, 'desk'])
      assert.deepEqual(brake.extensions, [{ extension: 'txt', files: 210 }])
      const { results: alerts } = await boss.call(listAlerts, { organization_id })
      assert.deepEqual(
        alerts.map(({ kind, level, count, items: [item] }) => [kind, level, count, item?.id]),
        [['brake', 'urgent', 1, brake.id]],
      )
      const above = async () => {
        const wide = { organization_id: 1 as OrganizationId, below: true, all: true }
        const { results } = await (await world.admin()).call(listAlerts, wide)
        return results
          .filter(({ organization }) => organization?.id === organization_id)
          .map(({ id, kind, since, goes_to }) => [id, kind, since, goes_to])
      }
      assert.deepEqual(await above(), [
        [
          ...[`${organization_id}-brake-${brake.id}`, 'brake', brake.noticed],
          `/undo?root=${root_id}&machine=${machine_id}`,
        ],
      ])
      for (const who of [ann, boss]) {
        const [mail = '', ...others] = await told(who)
        assert.deepEqual(others, [])
        assert.match(mail, /desk” \(.*210 files overwritten[\s\S]*\/undo\?root=/)
        assert.ok(mail.includes(`${world.url}/undo?root=${root_id}&machine=${machine_id}`), mail)
      }
      const wish = { root_id, from_seq: first_seq, machine_id }
      const foreseen = await ann.call(undoChanges, { ...wish, dry_run: true })
      assert.deepEqual([foreseen.contents, foreseen.skipped, foreseen.undoable_until], [210, 0, null])
      assert.equal((await brakes(ann))[0]?.state, 'open')
      await ann.call(undoChanges, wish)
      const tree = await recordTree(ann, root_id)
      for (const { id } of items.slice(0, 3)) assert.match(String(await ann.download(id)), /^content /)
      assert.equal(tree.size, 231)
      const [after] = await brakes(boss)
      assert.deepEqual([after?.state, after?.decided_by, after?.may_undo], ['undone', ann.id, false])
      assert.deepEqual(await brakes(boss, true), [])
      assert.deepEqual(await above(), [])
      await noticed()
      assert.equal((await brakes(ann)).length, 1, 'undoing sets nothing off, nor what was undone')
    })

    it('is seen by those whom it concerns, and judged by no stranger and not by itself', async () => {
      const { organization_id, boss, ann, laptop, items } = await scene('warn', 30)
      const both: PersonSubscription[] = [
        [ann.id, 'all', 'EDITOR'],
        [boss.id, 'web', 'CO_OWNER'],
      ]
      const shared = await share(boss, organization_id, both, 80)
      await lock(laptop, shared.id, shared.items.slice(0, 50))
      await noticed()
      const colleague = await world.person({ organizationId: organization_id })
      const { boss: stranger } = await company()
      const [own] = await brakes(ann)
      assert.ok(own)
      assert.deepEqual([own.may_judge, own.may_stop, own.root_name], [false, true, 'Team'])
      const [seen] = await brakes(boss)
      assert.deepEqual([seen?.id, seen?.may_judge, seen?.may_stop], [own.id, true, true])
      assert.deepEqual([await brakes(colleague), await brakes(stranger)], [[], []])
      const { id: brake_id } = own
      for (const who of [ann, laptop, colleague, stranger])
        await assert.rejects(who.call(api.judgeBrakeRight, { brake_id }), { code: 'forbidden' })
      for (const who of [colleague, stranger])
        await assert.rejects(who.call(api.stopBraked, { brake_id }), { code: 'forbidden' })
      const right = await boss.call(api.judgeBrakeRight, { brake_id })
      assert.deepEqual([right.state, right.decided_by, right.may_judge], ['right', boss.id, false])
      await assert.rejects(boss.call(api.judgeBrakeRight, { brake_id }), { code: 'forbidden' })

      // In each of them it stays below what is noticed: 29 files, and 30 with those of the other place.
      const other = await share(boss, organization_id, both, 21)
      await lock(laptop, ann.rootId, items.slice(0, 29))
      await lock(laptop, other.id, other.items.slice(0, 20))
      await lock(laptop, shared.id, shared.items.slice(50))
      await noticed()
      assert.deepEqual(await brakes(ann, true), [], 'what was found right does not count')
      await lock(laptop, other.id, other.items.slice(20))
      await noticed()
      assert.deepEqual(
        (await brakes(boss, true)).map(({ root_id, reason, renamed }) => [root_id, reason, renamed]),
        [
          [other.id, 'extension', 21],
          [ann.rootId, 'extension', 29],
        ],
      )
      const [, mail = '', ...none] = await told(boss)
      assert.match(
        mail,
        /unusually large number of changes in .* and 1 more location within ten minutes: .*50 files renamed to a new extension/,
      )
      assert.deepEqual(none, [], 'one mail, in however many places')
      assert.match((await told(ann)).join(), /^(?!.*more location).* 29 files renamed to a new extension/s)
      const mine = (await brakes(ann, true)).find(({ root_id }) => root_id === ann.rootId)
      assert.deepEqual([mine?.may_judge, mine?.may_undo], [true, true])
      await assert.rejects(laptop.call(api.judgeBrakeRight, { brake_id: mine?.id as never }), {
        code: 'forbidden',
      })
      const stopped = await boss.call(api.stopBraked, { brake_id: mine?.id as never })
      assert.deepEqual([stopped.state, stopped.may_stop], ['stopped', false])
      assert.deepEqual(
        (await brakes(boss)).map(({ state }) => state),
        ['stopped', 'stopped', 'right'],
        'it is stopped everywhere',
      )
      await assert.rejects(laptop.call(getOwnPerson, {}), { status: 401 })
      assert.equal((await ann.call(getOwnPerson, {})).id, ann.id)
      const records = await world.service.ctx.db.read
        .selectFrom('activity')
        .select('activity_type_id')
        .where('acted_on_root_id', '=', ann.rootId)
        .where('activity_type_id', '>=', ACTIVITY_TYPES.brake_noticed.id)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        records.map((record) => record.activity_type_id),
        [ACTIVITY_TYPES.brake_noticed.id, ACTIVITY_TYPES.brake_stopped.id],
      )
    })

    it('has its changes wait where the policy says so, reads on, and goes on after the verdict', async () => {
      const { organization_id, boss, ann, laptop, machine_id, items, root_id } = await scene('pause', 80)
      const both: PersonSubscription[] = [
        [ann.id, 'all', 'CO_OWNER'],
        [boss.id, 'web', 'EDITOR'],
      ]
      const shared = await share(boss, organization_id, both, 20)
      await lock(laptop, root_id, items.slice(0, 30))
      await lock(laptop, shared.id, shared.items)
      await noticed()
      const [other, brake] = (await brakes(ann)).toSorted((a, b) => b.root_id - a.root_id)
      assert.ok(brake?.paused && other?.paused)
      const rest = items.slice(30)
      const refused = { status: 503, code: 'temporarily_unavailable' }
      await assert.rejects(lock(laptop, root_id, rest), (error: never) => {
        const { status, code, body, headers } = error as {
          status: number
          code: string
          body: { error_reason: string }
          headers: Headers
        }
        assert.deepEqual({ status, code }, refused)
        assert.deepEqual([body.error_reason, headers.get('retry-after')], ['device_paused', '60'])
        return true
      })
      const again = await agentOf(world, ann, machine_id)
      const refusedAgain = (why: string) =>
        assert.rejects(again.call(files.createFolderInRoot, { root_id, name: 'x' }), refused, why)
      await refusedAgain('who signs in anew on it is refused as well')
      const [first] = items
      assert.equal((await laptop.call(files.getFile, { root_id, file_id: first?.id as EntryId })).size, 9)
      await ann.upload('by another device', 'x')
      await ann.call(undoChanges, { root_id, from_seq: brake.first_seq, machine_id })
      await refusedAgain('undoing decides nothing about the device')
      const { state, paused } = await ann.call(api.judgeBrakeRight, { brake_id: brake.id })
      assert.deepEqual([state, paused], ['undone', false])
      for (const who of [laptop, again])
        await assert.rejects(
          who.call(files.createFolderInRoot, { root_id, name: 'x' }),
          refused,
          'elsewhere nobody has decided',
        )
      assert.equal((await ann.call(api.judgeBrakeRight, { brake_id: other.id })).state, 'right')
      await lock(laptop, root_id, rest)
      await noticed()
      const [anew] = await brakes(ann, true)
      assert.ok(anew && anew.first_seq > brake.last_seq, 'what was not right is noticed when it goes on')
      world.clock.advance({ minutes: 5 })
      assert.equal((await ann.call(api.judgeBrakeRight, { brake_id: anew.id })).state, 'right')
      for (const extension of ['once-more', 'and-more']) {
        world.clock.advance({ minutes: 8 })
        await lock(laptop, root_id, rest, extension)
        await noticed()
        assert.deepEqual(await brakes(ann, true), [], 'it is still at it')
      }
      world.clock.advance({ minutes: 11 })
      await lock(laptop, root_id, rest, 'later')
      await noticed()
      assert.equal((await brakes(ann, true)).length, 1)
    })

    it('can be a browser, but for what somebody does in the app', async () => {
      const { organization_id, boss, ann, root_id } = await scene('warn', 0)
      const headers = await webHeaders(world, ann.email)
      const { id: folder_id } = await ann.call(files.createFolderInRoot, { root_id, name: 'all' })
      const made = await make(ann, root_id, 50, folder_id)
      await makePile(world.service.ctx.db, { rootId: root_id, parentId: folder_id, files: 180 })
      const web = async (path: string, params: Record<string, string>) => {
        const { status, body } = await world.post(`/api/2/files/${root_id}/${path}`, params, headers)
        assert.equal(status, 200, JSON.stringify(body))
        return body
      }
      const { seq_before, last_seq } = await web('bulk', { action: 'delete', folder_ids: `[${folder_id}]` })
      await web('history/restore', { as_of: String(seq_before) })
      await ann.call(restoreState, { root_id, as_of: String(last_seq) })
      await web('history/restore', { as_of: String(seq_before) })
      await noticed()
      assert.deepEqual(await brakes(ann), [])
      for (const { id, name } of made) await web(`${id}/rename`, { name: `${name}.locked` })
      await noticed()
      const [brake] = await brakes(ann)
      assert.ok(brake)
      assert.deepEqual([brake.reason, brake.machine_id, brake.renamed], ['extension', null, 50])
      assert.deepEqual(brake.extensions, [{ extension: 'locked', files: 50 }])
      const undo = { root_id, from_seq: brake.first_seq, session_id: brake.session_id as never }
      assert.equal((await ann.call(undoChanges, undo)).placed, 50)
      assert.equal((await brakes(ann))[0]?.state, 'undone')
      await boss.call(updateOrganizationPolicy, { organization_id, device_brake: 'off' })
      await ann.call(applyBulk, { root_id, action: 'delete', folder_ids: [folder_id] })
      await noticed()
      assert.equal((await brakes(ann)).length, 1, 'it is switched off')
      await boss.call(api.stopBraked, { brake_id: brake.id })
      assert.equal((await world.request('/api/2/person', { headers })).status, 401)
    })

    it('can be a program that deletes one folder, however few changes that is', async () => {
      const { ann, laptop, root_id } = await scene('warn', 0)
      const folder = await ann.call(files.createFolderInRoot, { root_id, name: 'all' })
      await makePile(world.service.ctx.db, { rootId: root_id, parentId: folder.id, files: 240 })
      await noticed()
      await laptop.call(files.deleteFolder, { root_id, folder_id: folder.id })
      const own = await laptop.call(files.createFolderInRoot, { root_id, name: 'own' })
      await make(laptop, root_id, 201, own.id)
      await laptop.call(files.deleteFolder, { root_id, folder_id: own.id })
      await noticed()
      const found = await brakes(ann)
      assert.deepEqual(
        found.map(({ reason, deleted }) => [reason, deleted]),
        [['share_of_root', 241]],
        'what it made itself does not count',
      )
    })
  })
