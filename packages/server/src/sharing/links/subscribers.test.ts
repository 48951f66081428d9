import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup, deleteGroup, updateGroupMembers } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { deletePerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot } from '@holdfast/api/files/files'
import * as care from '@holdfast/api/sharing/link-administration'
import * as api from '@holdfast/api/sharing/links'
import { bearer, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { refusal, sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`subscribers of share links on ${stack.name}`, () => {
    const world = useWorld(stack)
    const asReader = (path: string, reader: Parameters<typeof bearer>[0]) =>
      rawCall(world.url, { path: `/api/2/sharelinks/${path}`, headers: bearer(reader) })

    it('are persons, guests, groups and addresses, each once', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const boss = await world.admin()
      const bob = await world.person({ organizationId })
      const carol = await world.person({ organizationId })
      const group = await boss.call(createGroup, { company_id: organizationId, name: 'Builders' })
      await boss.call(updateGroupMembers, { group_id: group.id, members: [carol.id] })
      const guest = await boss.call(createGuest, {
        company_id: organizationId,
        email: 'gus@example.test',
        first_name: 'Gus',
        last_name: 'Guest',
        password: PASSWORD,
      })
      const link = await ann.call(api.shareFile, { ...at, login_required: true })
      const add = (given: object) =>
        ann.call(api.addSharelinkSubscriber, { sharelink_id: link.id, ...given } as never)
      const added = [
        await add({ subscriber_type: 'person', subscriber_id: bob.id }),
        await add({ subscriber_type: 'group', subscriber_id: group.id }),
        await add({ subscriber_type: 'guest', subscriber_id: guest.id }),
        await add({ email: 'newcomer@example.test', write_access: true }),
      ]
      assert.deepEqual(
        added.map((subscriber) => [subscriber.subscriber_type, subscriber.write_access]),
        [
          ['person', false],
          ['group', false],
          ['guest', false],
          ['guest', true],
        ],
      )
      const elsewhere = await world.person({ organizationId: await world.organization() })
      for (const [given, code] of [
        [{ email: bob.email }, 'name_conflict'],
        [{ subscriber_type: 'guest', subscriber_id: bob.id }, 'not_found'],
        [{ subscriber_type: 'person', subscriber_id: elsewhere.id }, 'not_found'],
        [{}, 'invalid_request'],
        [{ email: 'x@example.test', delete_access: true }, 'invalid_request'],
      ] as const)
        assert.equal(await refusal(add(given)), code)

      for (const reader of [bob, carol]) {
        const seen = (
          await asReader(`${link.hash}?include_subscribers=true`, reader)
        ).json() as unknown as api.Sharelink
        assert.deepEqual([seen.id, seen.subscribers?.length], [link.id, 1], 'each sees the own entry alone')
      }
      const all = { sharelink_id: String(link.id), include_subscribers: true }
      assert.equal((await ann.call(api.getSharelink, all)).subscribers?.length, 4)

      await boss.call(deleteGroup, { group_id: group.id })
      assert.equal((await asReader(link.hash, carol)).status, 403)
      await boss.call(deletePerson, { person_id: bob.id })
      assert.equal((await ann.call(api.getSharelink, all)).subscribers?.length, 2)
    })

    it('who are guests see what is shared with them, and nothing else', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, {
        ...at,
        login_required: true,
        subscribers: ['g@example.test'],
      })
      const guest = link.subscribers?.[0]?.subscriber as { id: number; email: string }
      const token = /token=([\w-]+)/.exec((await world.sent('g@example.test'))[0]?.text ?? '')?.[1]
      assert.ok(token, 'it is mailed a way to set a password')
      const confirmed = await world.post('/api/2/reset_password/confirm', { token })
      const mailed = { authorization: `Bearer ${confirmed.body.access_token}` }
      await world.post(`/api/2/guest/${guest.id}/update`, { password: PASSWORD }, mailed)
      const { body } = await world.token({
        grant_type: 'password',
        username: guest.email,
        password: PASSWORD,
      })
      const headers = { authorization: `Bearer ${body.access_token}` }
      const ask = (path: string) => rawCall(world.url, { path, headers })
      const shares = (await ask(`/api/2/guest/${guest.id}/shares`)).json().results as api.Sharelink[]
      assert.deepEqual(
        shares.map(({ id, subscribers }) => [id, subscribers?.length]),
        [[link.id, 1]],
      )
      assert.equal((await ask(`/api/2/sharelinks/${link.id}`)).status, 200)
      assert.equal((await ask(`/api/2/files/${ann.rootId}`)).status, 403)
    })

    it('are written to, with the message and the words of the organization', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const boss = await world.admin()
      await boss.call(updateOrganization, {
        organization_id: organizationId,
        share_disclaimer: 'Keep it secret.',
      })
      const link = await ann.call(api.shareFile, at)
      await ann.call(api.addSharelinkSubscriber, {
        sharelink_id: link.id,
        email: 'reader@example.test',
        message: 'Have a look <b>now</b>\r\n\n\n\nAnn\n',
      })
      const [mail] = await world.sent('reader@example.test')
      const [raw = ''] = (await world.mails()).filter((text) => text.includes('To: reader@example.test'))
      assert.match(raw, new RegExp(`^Reply-To: ${ann.email}\r$`, 'm'))
      assert.match(raw, /^Subject: Pat Doe \d+ shared plan\.txt with you\r$/m)
      assert.match(mail?.text ?? '', /Message from .+:\r\n> Have a look <b>now<\/b>\r\n>\r\n> Ann\r\n\r\n/)
      assert.match(mail?.text ?? '', /Anyone with the link can open the file/)
      assert.match(mail?.text ?? '', /shared the file “plan.txt” with you/)
      assert.match(mail?.text ?? '', /Keep it secret\./)
      assert.match(mail?.text ?? '', /\/shares\/file\/[A-Za-z0-9]{22}\//)
      const quiet = { sharelink_id: link.id, email: 'quiet@example.test', notify: false }
      await ann.call(api.addSharelinkSubscriber, quiet)
      assert.deepEqual(await world.sent('quiet@example.test'), [])
    })

    it('have rights that change, until the link is shared with them no longer', async () => {
      const { ann, at } = await sharer(world)
      const bob = await world.person()
      const link = await ann.call(api.shareFile, { ...at, login_required: true, subscribers: [bob.email] })
      const [subscriber] = link.subscribers ?? []
      assert.ok(subscriber)
      const one = { sharelink_id: link.id, subscriber_id: subscriber.id }
      const writing = { ...one, write_access: true }
      assert.equal((await ann.call(api.updateSharelinkSubscriber, writing)).write_access, true)
      assert.equal((await ann.call(api.updateSharelinkSubscriber, one)).write_access, true)
      assert.equal((await asReader(link.hash, bob)).status, 200)
      assert.equal(await refusal(bob.call(api.updateSharelinkSubscriber, writing)), 'forbidden')
      await ann.call(api.deleteSharelinkSubscriber, one)
      assert.equal((await asReader(link.hash, bob)).status, 403)
      assert.equal(await refusal(ann.call(api.deleteSharelinkSubscriber, one)), 'not_found')
    })

    it('are refused under the name of the parameter that they were given in', async () => {
      const { ann, at } = await sharer(world)
      const share = `/api/2/files/${at.root_id}/${at.file_id}/share`
      const { status, body } = await world.post(share, { subscribers: 'nobody' }, ann.bearer)
      assert.deepEqual(
        [status, body.error, body.error_description],
        [400, 'invalid_request', 'Invalid value for parameter: subscribers'],
      )
      assert.match(String(body.error_reason), /^nobody is not/)
      const link = await ann.call(api.shareFile, at)
      const add = `/api/2/sharelinks/${link.id}/subscribers`
      const added = await world.post(add, { email: 'nobody' }, ann.bearer)
      assert.deepEqual(
        [added.status, added.body.error_description],
        [400, 'Invalid value for parameter: email'],
      )
    })

    it('get an account when the link becomes private', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, subscribers: ['late@example.test'] })
      assert.equal(link.subscribers?.[0]?.subscriber_type, 'email')
      const closed = await ann.call(api.updateSharelink, { sharelink_id: link.id, login_required: true })
      assert.equal(closed.subscribers?.[0]?.subscriber_type, 'guest')
      assert.equal((await world.sent('late@example.test')).length, 1)
    })

    it('are found by what they lead to', async () => {
      const { ann, file, at } = await sharer(world)
      const root = { root_id: ann.rootId }
      const outer = await ann.call(createFolderInRoot, { ...root, name: 'Outer' })
      const inside = await ann.upload('inside.txt', 'x', outer.id)
      const toFile = await ann.call(api.shareFile, at)
      const toInside = await ann.call(api.shareFile, { ...root, file_id: inside.id })
      const toFolder = await ann.call(api.shareFolder, { ...root, folder_id: outer.id })
      const ids = async (list: Promise<{ results: { id: number }[]; total: number }>) => {
        const { results, total } = await list
        assert.equal(total, results.length)
        return results.map(({ id }) => id)
      }
      const made = (to: object) => ids(ann.call(api.listPersonSharelinks, { person_id: ann.id, ...to }))
      assert.deepEqual(await made({}), [toFile.id, toInside.id, toFolder.id])
      assert.deepEqual(await made(root), [toFile.id, toInside.id, toFolder.id])
      assert.deepEqual(await made({ ...root, file_id: file.id }), [toFile.id])
      assert.deepEqual(await made({ folder_id: outer.id }), [toFolder.id])
      assert.deepEqual(await made({ root_id: ann.rootId + 1000 }), [])
      const one = { ...root, file_id: inside.id }
      assert.deepEqual(await ids(ann.call(care.listFileSharelinks, one)), [toInside.id])
      const above = { ...one, include_above: true }
      assert.deepEqual(await ids(ann.call(care.listFileSharelinks, above)), [toInside.id, toFolder.id])
      const ofFolder = { ...root, folder_id: outer.id }
      assert.deepEqual(await ids(ann.call(care.listFolderSharelinks, ofFolder)), [toFolder.id])
      const stranger = await world.person()
      await assert.rejects(stranger.call(care.listFileSharelinks, one), { code: 'forbidden' })
    })
  })
