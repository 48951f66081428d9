import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import * as people from '@holdfast/api/accounts/people'
import { listChanges } from '@holdfast/api/files/changes'
import { lockFile } from '@holdfast/api/files/file-locks'
import * as files from '@holdfast/api/files/files'
import { listStarred, starItem } from '@holdfast/api/files/preferences'
import { downloadRevision, listFileRevisions, uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId, SharelinkId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { handOverFiles } from '@holdfast/api/sharing/hand-over'
import * as links from '@holdfast/api/sharing/links'
import { getShare, getShareSubscribers } from '@holdfast/api/sharing/shares'
import { rawCall } from '@holdfast/server/testkit/content/raw-http'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { OFFSET, TusCaller } from '@holdfast/server/testkit/content/tus'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { guard, WARDS } from '@holdfast/server/testkit/people/guarded'
import { leaving } from '@holdfast/server/testkit/people/hand-over'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`files that are handed over on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { lettersTo, later, put } = useNotices(world)
    const check = () => checkInvariants(world.service.ctx.db.read)
    const contentFor = async (by: Someone, root_id: RootId, file_id: EntryId) =>
      Buffer.from(await (await by.open(files.downloadFile, { root_id, file_id })).arrayBuffer())
    const throughLink = (hash: string) => rawCall(world.url, { path: `/api/2/sharelinks/${hash}/download` })
    const personOf = (by: Someone, { id }: Someone) => by.call(people.getPerson, { person_id: String(id) })

    it('stay as they are, and change hands', async () => {
      const { id: organization_id, boss, ann, bob, handOver } = await leaving(world)
      const bytes = sampleBytes(300_000, 'newest')
      const { id: file_id, revision_id } = await ann.upload('plan.txt', 'first')
      const at = { root_id: ann.rootId, file_id }
      await ann.call(uploadRevision, { ...at, file: { name: 'plan.txt', bytes: new Blob([bytes]) } })
      const gone = await ann.upload('gone.txt', 'deleted')
      await ann.call(files.deleteFile, { root_id: ann.rootId, file_id: gone.id })
      await ann.call(lockFile, at)
      await ann.call(starItem, { person_id: ann.id, root_id: ann.rootId, item_id: file_id })
      const link = await ann.call(links.shareFile, { ...at, subscribers: ['eve@example.test'] })
      const log = await ann.call(listChanges, { root_id: ann.rootId })
      const file = await ann.call(files.getFile, at)

      const foreseen = await handOver(ann.id, { dry_run: true })
      assert.deepEqual(
        { ...foreseen, type: undefined },
        {
          ...{ type: undefined, root_id: ann.rootId, share_id: ann.rootId },
          ...{ files: 1, bytes: bytes.length, links: 1, devices: 0 },
        },
      )
      assert.equal((await personOf(boss, ann)).root_id, ann.rootId, 'nothing happened yet')
      assert.deepEqual(await handOver(), foreseen)

      const path = { organization_id, root_id: ann.rootId }
      const share = await boss.call(getShare, path)
      assert.match(share.name, /^Files of Pat Doe \d+$/)
      const { subscribers } = await boss.call(getShareSubscribers, path)
      assert.deepEqual(subscribers, [[bob.id, 'all', 'CO_OWNER']])
      assert.ok((await contentFor(bob, ann.rootId, file_id)).equals(bytes))
      const { results: changes } = await bob.call(listChanges, { root_id: ann.rootId })
      assert.deepEqual(changes, log.results)
      assert.equal((await bob.call(listFileRevisions, at)).results.length, 2)
      const old = await bob.open(downloadRevision, { ...at, revision_id })
      assert.equal(await old.text(), 'first')
      const { locks } = await bob.call(files.getFile, at)
      assert.deepEqual([locks?.length, locks], [1, file.locks])
      assert.ok((await throughLink(link.hash)).body.equals(bytes))
      const given = await bob.call(links.getSharelink, {
        sharelink_id: String(link.id),
        include_subscribers: true,
      })
      assert.deepEqual([given.creator_id, given.subscribers.length], [bob.id, 1])

      assert.equal(await refusal(ann.call(files.getRoot, { root_id: ann.rootId })), 'forbidden')
      assert.equal(await refusal(ann.call(files.getFile, at)), 'forbidden')
      assert.equal(
        await refusal(ann.call(links.getSharelink, { sharelink_id: String(link.id) })),
        'forbidden',
      )
      assert.deepEqual((await ann.call(listStarred, { person_id: ann.id })).results, [])
      const now = await personOf(boss, ann)
      assert.notEqual(now.root_id, ann.rootId)
      assert.deepEqual([now.roots.length, now.space_usage], [1, 0])
      const { results } = await boss.call(listPersonActivity, { person_id: ann.id })
      const record = results.find(({ activity_type_id }) => activity_type_id === 119)
      assert.deepEqual([record?.actor_person_id, record?.data_text], [boss.id, `to ${bob.email}`])
      await check()
    })

    it('stay when the account is deleted, with links that work', async () => {
      const { boss, ann, bob, handOver } = await leaving(world)
      const file = await ann.upload('plan.txt', 'the plan')
      const { hash } = await ann.call(links.shareFile, { root_id: ann.rootId, file_id: file.id })
      await handOver()
      await boss.call(people.deletePerson, { person_id: ann.id, remove_user_files: true })
      await world.runJobs()
      assert.equal(String(await contentFor(bob, ann.rootId, file.id)), 'the plan')
      assert.equal(String((await throughLink(hash)).body), 'the plan')
      await check()
    })

    it('leave an account that is disabled without a root until it is given one', async () => {
      const { boss, ann, handOver } = await leaving(world)
      await boss.call(people.updatePerson, { person_id: ann.id, active: false })
      await handOver()
      assert.equal((await personOf(boss, ann)).root_id, null)
      assert.equal(await refusal(handOver()), 'not_found')
      const root = await boss.call(people.createPersonRoot, { person_id: ann.id })
      assert.equal((await personOf(boss, ann)).root_id, root.id)
      await check()
    })

    it('no longer count for the quota of who had them, nor for who gets them', async () => {
      const { boss, ann, bob, handOver } = await leaving(world)
      for (const { id: person_id } of [ann, bob])
        await boss.call(people.updatePerson, { person_id, space_quota: 1000 })
      const bytes = sampleBytes(900, 'most of it')
      await ann.upload('full.bin', bytes)
      await handOver()
      await bob.upload('own.bin', bytes)
      await put(bob, ann.rootId, 'more.bin', 'x'.repeat(900))
      const { root_id } = await ann.call(people.getOwnPerson, {})
      await put(ann, root_id as RootId, 'new.bin', 'y'.repeat(900))
      await check()
    })

    it('are not news to the other person, but what happens from then on is', async () => {
      const { boss, ann, bob, handOver } = await leaving(world)
      const { id: file_id } = await ann.upload('old.txt', 'old')
      const at = { root_id: ann.rootId, file_id }
      const { hash } = await ann.call(links.shareFile, { ...at, download_notify: true })
      await throughLink(hash)
      await handOver()
      await throughLink(hash)
      await later()
      world.clock.advance({ hours: 1 })
      await later()
      const subjects = (await lettersTo(bob)).map(({ subject }) => subject)
      assert.equal(subjects.length, 1, subjects.join())
      assert.match(String(subjects), /old\.txt/)
      assert.deepEqual(await lettersTo(ann), [])
      await put(boss, boss.rootId, 'other.txt')
      await check()
    })

    it('take no more of an upload that was in progress', async () => {
      const { ann, handOver } = await leaving(world)
      const { bearer, rootId } = ann
      const tus = new TusCaller({ url: world.url, bearer, rootId })
      const created = await tus.create({ filename: 'half.bin' }, { 'upload-length': '20' })
      const path = created.headers.get('location') ?? ''
      await handOver()
      const sent = await tus.send('PATCH', path, { ...OFFSET, 'upload-offset': '0' }, sampleBytes(20, 'late'))
      assert.equal(sent.status, 403)
      await check()
      world.clock.advance({ hours: 73 })
      await world.runJobs()
      await check()
    })

    it('have a name that devices can keep, in the language of the organization', async () => {
      const { id: organization_id, boss, bob } = await leaving(world)
      await boss.call(updateOrganization, { organization_id, locale: 'de_DE' })
      const names = { 'A/B: "C"': /^Dateien von A B C Jr$/, ['ü'.repeat(200)]: /^Dateien von ü{121}$/ }
      for (const [first_name, expected] of Object.entries(names)) {
        const someone = await boss.call(people.createPerson, {
          ...{ company_id: organization_id, email: `${first_name.length}@example.test` },
          ...{ first_name, last_name: 'Jr.', password: PASSWORD },
        })
        const { share_id: root_id } = await boss.call(handOverFiles, {
          person_id: someone.id,
          to_person_id: bob.id,
        })
        assert.match((await boss.call(getShare, { organization_id, root_id })).name, expected)
      }
    })

    describe('need', () => {
      let place: Awaited<ReturnType<typeof leaving>>
      before(async () => {
        place = await leaving(world)
      })
      it('another active person of the same organization', async () => {
        const { id, boss, ann, bob, handOver } = place
        const guest = await boss.call(createGuest, {
          ...{ company_id: id, email: 'guest@example.test', first_name: 'G', last_name: 'H' },
          password: PASSWORD,
        })
        const elsewhere = await world.person()
        const closed = await world.person({ organizationId: id })
        await boss.call(people.updatePerson, { person_id: closed.id, active: false })
        for (const to_person_id of [ann.id, guest.id, elsewhere.id, closed.id, 2 ** 40])
          for (const dry_run of [true, false])
            assert.equal(await refusal(handOver(ann.id, { to_person_id, dry_run })), 'invalid_request')
        assert.equal(await refusal(handOver(guest.id as never)), 'not_found')
        assert.equal(await refusal(handOver(elsewhere.id)), 'forbidden')
        for (const by of [ann, bob]) assert.equal(await refusal(handOver(ann.id, {}, by)), 'forbidden')
      })

      it('the right to take over the account and to look at its files', async () => {
        for (const ward of WARDS) {
          const { outsider, boss, ann, organizationId, ids } = await guard(world, ward)
          const bob = await world.person({ organizationId })
          const call = (by: Someone, dry_run: boolean) =>
            by.call(handOverFiles, { person_id: ann.id, to_person_id: bob.id, dry_run })
          for (const dry_run of [true, false])
            assert.equal(await refusal(call(outsider, dry_run)), 'forbidden', ward)
          if (ward === 'admin_browse_files') assert.equal(await refusal(call(boss, true)), 'forbidden')
          else {
            await call(boss, false)
            const [sharelink_id] = ids.sharelink_id as [SharelinkId]
            const shown = await outsider.call(links.getSharelink, { sharelink_id: String(sharelink_id) })
            assert.equal(shown.hash, '')
          }
        }
        await check()
      })
    })
  })
