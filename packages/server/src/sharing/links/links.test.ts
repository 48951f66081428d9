import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { createFolderInRoot, deleteFile, deleteFolder, uploadToRoot } from '@holdfast/api/files/files'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import * as care from '@holdfast/api/sharing/link-administration'
import * as api from '@holdfast/api/sharing/links'
import { acceptInvitation, createShare } from '@holdfast/api/sharing/shares'
import { bearer, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { refusal, sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { batches } from '../../platform/db/batches.ts'

const HASH = /^[A-Za-z0-9]{22}$/
const DAY = 24 * 3600

for (const stack of STACKS)
  describe(`share links on ${stack.name}`, () => {
    const world = useWorld(stack)
    const asVisitor = (path: string, headers: Record<string, string> = {}) =>
      rawCall(world.url, { path: `/api/2/sharelinks/${path}`, headers })

    it('are made for files and folders, with all that the specification says of them', async () => {
      const { ann, file, at } = await sharer(world)
      const link = await ann.call(api.shareFile, at)
      assert.match(link.hash, HASH)
      assert.deepEqual(link, {
        type: 'file_sharelink',
        id: link.id,
        hash: link.hash,
        root_id: ann.rootId,
        creator_id: ann.id,
        creator_name: link.creator_name,
        created: '2026-01-15T12:00:00',
        expires: null,
        login_required: false,
        download_limit: null,
        download_notify: false,
        anon_edit: false,
        has_password: false,
        times_downloaded: 0,
        times_viewed: 0,
        last_used: null,
        url: `${world.service.ctx.publicUrl}/shares/file/${link.hash}/`,
        subscribers: [],
        file,
      })
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
      const shared = await ann.call(api.shareFolder, {
        root_id: ann.rootId,
        folder_id: folder.id,
        expires: '2026-12-24',
        download_limit: 5,
        download_notify: true,
        upload_notify: true,
        anon_edit: true,
        password: 'open sesame',
        subscribers: ['one@example.test', ' two@example.test '],
      })
      assert.equal(shared.type, 'folder_sharelink')
      assert.equal(shared.folder.path, '/Plans')
      assert.deepEqual(
        [shared.expires, shared.download_limit, shared.upload_notify, shared.anon_edit, shared.has_password],
        ['2026-12-24', 5, true, true, true],
      )
      assert.deepEqual(
        shared.subscribers?.map((one) => [
          one.subscriber_type,
          one.subscriber,
          one.read_access,
          one.write_access,
        ]),
        [
          ['email', 'one@example.test', true, false],
          ['email', 'two@example.test', true, false],
        ],
      )
      assert.match(shared.subscribers?.[0]?.url ?? '', /\/shares\/folder\/[A-Za-z0-9]{22}\/$/)
    })

    it('take the limit 0 of an existing client for none, and refuse what makes no sense', async () => {
      const { ann, at } = await sharer(world)
      assert.equal((await ann.call(api.shareFile, { ...at, download_limit: 0 })).download_limit, null)
      for (const [given, code] of [
        [{ expires: '2026-01-14' }, 'invalid_request'],
        [{ expires: 'soon' }, 'invalid_date_format'],
        [{ subscribers: ['nobody'] }, 'invalid_request'],
        [{ login_required: 'perhaps' }, 'invalid_request'],
      ] as const)
        assert.equal(await refusal(ann.call(api.shareFile, { ...at, ...given } as never)), code)
      await ann.call(deleteFile, at)
      assert.equal(await refusal(ann.call(api.shareFile, at)), 'not_found')
    })

    it('need a policy that lets people share, and are private where it says so', async () => {
      const { ann, at } = await sharer(world, { user_create_shares: false })
      assert.equal(await refusal(ann.call(api.shareFile, at)), 'forbidden')
      const secure = await sharer(world, { secure_shares: true })
      assert.equal((await secure.ann.call(api.shareFile, secure.at)).login_required, true)
      const open = { ...secure.at, login_required: false }
      assert.equal(await refusal(secure.ann.call(api.shareFile, open)), 'policy_error')
    })

    it('to what another organization keeps need the policies of both', async () => {
      const home = await world.organization()
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      const abroad = await world.organization()
      const eve = await world.person({ organizationId: abroad })
      const { id: root_id } = await boss.call(createShare, {
        organization_id: home,
        name: 'Both',
        external_subscribers: [[eve.email, 'COLLABORATOR']],
      })
      await eve.call(acceptInvitation, { person_id: eve.id, root_id })
      const bytes = new Blob(['ours'])
      const file = await eve.call(uploadToRoot, { root_id, file: { name: 'ours.txt', bytes } })
      const share = (given: object = {}) => eve.call(api.shareFile, { root_id, file_id: file.id, ...given })
      const link = await share()
      for (const id of [home, abroad]) {
        const policy = (change: object) =>
          world.changeOrganization(id, { policy: JSON.stringify({ ...DEFAULT_POLICY, ...change }) })
        await policy({ user_create_shares: false })
        assert.equal(await refusal(share()), 'forbidden')
        await policy({ secure_shares: true })
        assert.equal((await share()).login_required, true)
        assert.equal(await refusal(share({ login_required: false })), 'policy_error')
        const closed = { sharelink_id: link.id, login_required: true }
        await eve.call(api.updateSharelink, closed)
        const opened = eve.call(api.updateSharelink, { ...closed, login_required: false })
        assert.equal(await refusal(opened), 'policy_error')
        await policy({})
      }
    })

    it('are found by hash without a token where they are public, and only there', async () => {
      const { ann, at } = await sharer(world)
      const open = await ann.call(api.shareFile, { ...at, subscribers: ['one@example.test'] })
      const seen = (
        await asVisitor(`${open.hash}?include_subscribers=true`)
      ).json() as unknown as api.FileSharelink
      assert.equal(seen.file.path, '/plan.txt')
      assert.deepEqual(seen.subscribers, [], 'who else has the link is nobody’s business')
      const [one] = open.subscribers ?? []
      const own = (
        await asVisitor(`${one?.hash}?include_subscribers=true`)
      ).json() as unknown as api.Sharelink
      assert.deepEqual([own.hash, own.url, own.subscribers?.length], [one?.hash, one?.url, 1])

      const closed = await ann.call(api.shareFile, { ...at, login_required: true })
      for (const name of [closed.hash, 'A'.repeat(22), String(open.id), String(closed.id)])
        assert.equal((await asVisitor(name)).status, 401, name)
      const stranger = await world.person()
      assert.equal((await asVisitor(closed.hash, bearer(stranger))).status, 403)
      assert.equal((await asVisitor(String(open.id), bearer(stranger))).status, 403)
      assert.equal((await asVisitor('A'.repeat(22), bearer(stranger))).status, 404)
      const wrong = await asVisitor(open.hash, { authorization: 'Bearer wrong' })
      assert.equal(wrong.status, 401, 'a token that does not count is not overlooked')
    })

    it('close when the policy says that all shares are private', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const link = await ann.call(api.shareFile, at)
      assert.equal((await asVisitor(link.hash)).status, 200)
      const boss = await world.admin()
      await boss.call(updateOrganizationPolicy, { organization_id: organizationId, secure_shares: true })
      assert.equal((await asVisitor(link.hash)).status, 401)
    })

    it('end with their day, their item and their creator’s access to it', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const today = new Date(world.clock.now()).toISOString().slice(0, 10)
      const link = await ann.call(api.shareFile, { ...at, expires: today })
      assert.equal((await asVisitor(link.hash)).status, 200)
      world.clock.advance({ seconds: DAY })
      await ann.signIn(ann.email, 'correct horse battery')
      assert.equal((await asVisitor(link.hash)).status, 404)
      const mine = await ann.call(api.getSharelink, { sharelink_id: String(link.id) })
      assert.equal(mine.id, link.id, 'its creator still sees it')
      await ann.call(api.updateSharelink, { sharelink_id: link.id, expires: null })
      assert.equal((await asVisitor(link.hash)).status, 200)
      await world.changeRoot(ann.rootId, { person_id: (await world.person()).id })
      assert.equal((await asVisitor(link.hash)).status, 404)
      await world.changeRoot(ann.rootId, { person_id: ann.id })
      assert.equal((await asVisitor(link.hash)).status, 200)
      await world.changeOrganization(organizationId, { active: 0 })
      assert.equal((await asVisitor(link.hash)).status, 404)
      await world.changeOrganization(organizationId, { active: 1 })
      await ann.call(deleteFile, at)
      assert.equal((await asVisitor(link.hash)).status, 404)
    })

    it('are read and changed by those who look after them, when what they share is deleted', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const bob = await world.person({ organizationId })
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
      const inFolder = { root_id: ann.rootId, folder_id: folder.id }
      const links = [await ann.call(api.shareFile, at), await ann.call(api.shareFolder, inFolder)]
      for (const { id } of links)
        await ann.call(api.addSharelinkSubscriber, { sharelink_id: id, email: bob.email, notify: false })
      await ann.call(deleteFile, at)
      await ann.call(deleteFolder, inFolder)
      const boss = await world.person({ organizationId, siteAdmin: true })
      for (const { id, hash } of links) {
        const one = { sharelink_id: id }
        const add = { ...one, email: `late${id}@example.test`, notify: true }
        for (const who of [ann, boss]) {
          const seen = await who.call(api.getSharelink, { sharelink_id: String(id) })
          assert.equal((seen.type === 'file_sharelink' ? seen.file : seen.folder).is_deleted, true)
          const changed = await who.call(api.updateSharelink, { ...one, download_limit: 7 })
          assert.deepEqual([changed.download_limit, changed.subscribers.length], [7, 1])
          const added = await who.call(api.addSharelinkSubscriber, add)
          const more = { ...one, subscriber_id: added.id, write_access: true, notify: true }
          assert.equal((await who.call(api.updateSharelinkSubscriber, more)).write_access, true)
          await who.call(api.deleteSharelinkSubscriber, { ...one, subscriber_id: added.id })
        }
        assert.deepEqual(await world.sent(add.email), [], 'nobody is mailed what leads nowhere')
        for (const name of [hash, String(id)])
          assert.equal((await asVisitor(name, bearer(bob))).status, 404, 'others see nothing of it')
        assert.equal((await asVisitor(hash)).status, 404)
        assert.equal((await asVisitor(`${id}/files`, bearer(ann))).status, 404, 'nor is it opened by anyone')
        await ann.call(api.deleteSharelink, one)
        assert.equal(await refusal(ann.call(api.getSharelink, { sharelink_id: String(id) })), 'not_found')
      }
    })

    it('tell a creator who has lost the item nothing more about it, and administrators all', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const { id } = await ann.call(api.shareFile, at)
      const boss = await world.person({ organizationId, siteAdmin: true })
      await world.changeRoot(ann.rootId, { person_id: boss.id })
      const one = { sharelink_id: id }
      const mine = [
        await ann.call(api.getSharelink, { sharelink_id: String(id) }),
        await ann.call(api.updateSharelink, { ...one, expires: '2036-02-01' }),
        ...(await ann.call(api.listPersonSharelinks, { person_id: ann.id })).results,
      ]
      for (const link of mine)
        assert.deepEqual(link.type === 'file_sharelink' && [link.file.name, link.file.size], ['', 0])
      const seen = await boss.call(api.getSharelink, { sharelink_id: String(id) })
      assert.equal(seen.type === 'file_sharelink' && seen.file.path, '/plan.txt')
    })

    it('have a list of subscribers, empty unless it is asked for', async () => {
      const { ann, at } = await sharer(world)
      const { id } = await ann.call(api.shareFile, { ...at, subscribers: ['one@example.test'] })
      const one = { sharelink_id: String(id) }
      assert.deepEqual((await ann.call(api.getSharelink, one)).subscribers, [])
      const { subscribers } = await ann.call(api.getSharelink, { ...one, include_subscribers: true })
      assert.equal(subscribers.length, 1)
    })

    it('change, field by field, and end', async () => {
      const { ann, at } = await sharer(world)
      const { id, hash } = await ann.call(api.shareFile, at)
      const one = { sharelink_id: id }
      const changes: [Record<string, unknown>, (link: api.Sharelink) => unknown, unknown][] = [
        [{ expires: '2036-02-01' }, (link) => link.expires, '2036-02-01'],
        [{ expires: null }, (link) => link.expires, null],
        [{ download_limit: 3 }, (link) => link.download_limit, 3],
        [{ download_limit: null }, (link) => link.download_limit, null],
        [{ download_notify: true }, (link) => link.download_notify, true],
        [{ anon_edit: true }, (link) => link.anon_edit, true],
        [{ password: 'x' }, (link) => link.has_password, true],
        [{ password: null }, (link) => link.has_password, false],
        [{ login_required: true }, (link) => link.login_required, true],
        [{}, (link) => link.login_required, true],
      ]
      for (const [change, read, expected] of changes)
        assert.deepEqual(read(await ann.call(api.updateSharelink, { ...one, ...change })), expected)
      for (const ofFolders of [{ upload_notify: true }, { upload_only: true }])
        assert.equal(
          await refusal(ann.call(api.updateSharelink, { ...one, ...ofFolders })),
          'invalid_request',
        )
      const bob = await world.person()
      assert.equal(await refusal(bob.call(api.updateSharelink, one)), 'forbidden')
      assert.equal(await refusal(bob.call(api.deleteSharelink, one)), 'forbidden')
      await ann.call(api.deleteSharelink, one)
      assert.equal(await refusal(ann.call(api.deleteSharelink, one)), 'not_found')
      assert.equal((await asVisitor(hash)).status, 401)
    })

    it('are listed by who made them and by who got them, in every order and by pages', async () => {
      const { ann, at } = await sharer(world)
      const bob = await world.person()
      const made: number[] = []
      const ends = ['2036-03-01', undefined, '2036-02-01']
      for (const expires of ends) {
        const given = { ...at, subscribers: [bob.email], ...(expires && { expires }) }
        made.push((await ann.call(api.shareFile, given)).id)
      }
      const [first, second, third] = made
      type List = typeof api.listPersonSharelinks
      const received = api.listPersonReceivedSharelinks as unknown as List
      const ids = async (who: Someone, list: List, given: object = {}) =>
        (await who.call(list, { person_id: who.id, ...given } as never)).results.map(({ id }) => id)
      for (const [who, list] of [
        [ann, api.listPersonSharelinks],
        [bob, received],
      ] as const) {
        assert.deepEqual(await ids(who, list), [first, second, third])
        assert.deepEqual(await ids(who, list, { sort_order: 'desc' }), [third, second, first])
        assert.deepEqual(await ids(who, list, { sort_by: 'expires' }), [third, first, second])
        assert.deepEqual(await ids(who, list, { sort_by: 'creator_name' }), [first, second, third])
        assert.deepEqual(await ids(who, list, { page: 2, page_size: 2 }), [third])
        const beyond = ids(who, list, { page: 3, page_size: 2 })
        await assert.rejects(beyond, { status: 400, code: 'invalid_request' })
        const { total, max_page } = await who.call(list, { person_id: who.id, page_size: 2 } as never)
        assert.deepEqual([total, max_page], [3, 2])
      }
      assert.equal(await refusal(bob.call(api.listPersonSharelinks, { person_id: ann.id })), 'forbidden')
      await ann.call(deleteFile, at)
      assert.deepEqual(await ids(bob, received), [], 'what no longer works is no longer shared')
      assert.deepEqual(await ids(ann, api.listPersonSharelinks), [first, second, third])
    })

    it('are for uploads only where that is asked for, and then for all who come', async () => {
      const { ann } = await sharer(world)
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Inbox' })
      const at = { root_id: ann.rootId, folder_id: folder.id }
      const flags = ({ upload_only, anon_edit }: api.FolderSharelink) => [upload_only, anon_edit]
      const link = await ann.call(api.shareFolder, at)
      assert.deepEqual(flags(link), [false, false])
      assert.deepEqual(flags(await ann.call(api.shareFolder, { ...at, upload_only: true })), [true, true])
      const shut = { ...at, upload_only: true, anon_edit: false }
      assert.deepEqual(flags(await ann.call(api.shareFolder, shut)), [true, false])
      for (const [change, expected] of [
        [{ upload_only: true }, [true, true]],
        [{ anon_edit: false }, [true, false]],
        [{ upload_only: false }, [false, false]],
      ] as const) {
        const changed = await ann.call(api.updateSharelink, { sharelink_id: link.id, ...change })
        assert.deepEqual(flags(changed as api.FolderSharelink), expected)
      }
    })

    it('are closed many at once, by who made them and by their administrators', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const boss = await world.person({ organizationId, siteAdmin: true })
      const login = [false, true, false]
      const made = []
      for (const login_required of login) made.push(await ann.call(api.shareFile, { ...at, login_required }))
      const listed = async (given: object = {}) =>
        (await boss.call(care.listOrganizationSharelinks, { organization_id: organizationId, ...given }))
          .results
      assert.deepEqual(
        (await listed({ sort_order: 'desc' })).map(({ id }) => id),
        made.map(({ id }) => id).reverse(),
      )
      await assert.rejects(listed({ page: 2 }), { status: 400, code: 'invalid_request' })
      const all = { organization_id: organizationId }
      const old = { ...all, action: 'delete' as const, unused_since: '2020-01-01T00:00:00' }
      assert.equal((await boss.call(care.closeOrganizationSharelinks, old)).count, 0)
      const own = { person_id: ann.id, action: 'make_private' as const }
      assert.equal((await ann.call(care.closePersonSharelinks, own)).count, 2)
      assert.equal((await ann.call(care.closePersonSharelinks, own)).count, 0)
      assert.ok((await listed()).every(({ login_required }) => login_required))
      const ending = { ...all, action: 'delete' as const }
      assert.equal(await refusal(ann.call(care.closeOrganizationSharelinks, ending)), 'forbidden')
      assert.equal((await boss.call(care.closeOrganizationSharelinks, ending)).count, 3)
      assert.deepEqual(await listed(), [])
    })

    it('are closed wherever they are among thousands that are in use', async () => {
      const { ann, at } = await sharer(world)
      const first = await ann.call(api.shareFile, at)
      await world.service.ctx.db.write(async (tx) => {
        const { id, ...like } = await tx
          .selectFrom('share_link')
          .selectAll()
          .where('id', '=', first.id)
          .executeTakeFirstOrThrow()
        const used = { ...like, last_used_at: Date.parse('2040-01-01') }
        const rows = Array.from({ length: 2100 }, (_, n) => ({
          ...used,
          hash_digest: Buffer.from(`${id} ${n}`),
        }))
        for (const batch of batches(rows)) await tx.insertInto('share_link').values(batch).execute()
      })
      const last = await ann.call(api.shareFile, at)
      const unused = { action: 'delete' as const, unused_since: '2030-01-01T00:00:00' }
      assert.equal((await ann.call(care.closePersonSharelinks, { person_id: ann.id, ...unused })).count, 2)
      for (const { id } of [first, last])
        assert.equal(await refusal(ann.call(api.getSharelink, { sharelink_id: `${id}` })), 'not_found')
    })

    it('cannot be guessed: who names too many wrong ones is heard no more for a while', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, at)
      world.clock.advance({ seconds: 61 })
      for (let n = 0; n < 30; n++) assert.equal((await asVisitor(`${n}`.padStart(22, 'x'))).status, 401)
      assert.equal((await asVisitor(link.hash)).status, 503)
      assert.equal((await asVisitor(link.hash, ann.bearer)).status, 200)
      world.clock.advance({ seconds: 61 })
      assert.equal((await asVisitor(link.hash)).status, 200)
    })

    it('are not closed to an office by the one person there who names wrong ones', async () => {
      const { ann, at } = await sharer(world)
      const [link, bob] = [await ann.call(api.shareFile, at), await world.person()]
      for (let n = 0; n < 30; n++)
        assert.equal((await asVisitor(`${n}`.padStart(22, 'y'), bob.bearer)).status, 404)
      assert.equal((await asVisitor(link.hash, bob.bearer)).status, 503)
      assert.equal((await asVisitor(link.hash, ann.bearer)).status, 200)
      assert.equal((await asVisitor(link.hash)).status, 200)
      world.clock.advance({ seconds: 61 })
    })
  })
