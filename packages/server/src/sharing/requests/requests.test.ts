import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { deletePerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot, deleteFolder, downloadFile, listFolderChildren } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import * as api from '@holdfast/api/sharing/file-requests'
import {
  addSharelinkSubscriber,
  deleteSharelink,
  getSharelink,
  shareFile,
  shareFolder,
  updateSharelink,
} from '@holdfast/api/sharing/links'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { refusal, sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { parseMail } from '../../platform/mail/mailer.contract.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

/** A name as nobody has it, with all that no folder can have. */
const HOSTILE = `..\u202e Dr. <Ann>/\\ "Mäx" ${'ö'.repeat(60)}`

for (const stack of STACKS)
  describe(`file requests on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { lettersTo, later } = useNotices(world)

    async function request(given: object = {}, link: object = {}) {
      const { ann, organizationId, file } = await sharer(world)
      const { id: folder_id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'In' })
      const at = { root_id: ann.rootId, folder_id }
      const made = await ann.call(shareFolder, { ...at, upload_only: true, upload_notify: true, ...link })
      const sharelink_id = made.id
      await ann.call(api.setFileRequest, { sharelink_id, ...given })
      return { ann, organizationId, at, link: made, sharelink_id, file }
    }
    const enter = async (hash: string, given: object = { name: 'Guest One' }) => {
      const answer = await fetch(`${world.url}/api/2/sharelinks/${hash}/request/enter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      })
      return { status: answer.status, body: (await answer.json()) as { sender: string; error: string } }
    }
    const send = async (hash: string, sender: string | undefined, name: string, content = name) => {
      const body = new FormData()
      body.append('file', new Blob([content]), name)
      const answer = await fetch(`${world.url}/api/2/sharelinks/${hash}/files/upload`, {
        method: 'POST',
        body,
        headers: sender === undefined ? {} : { 'x-request-sender': sender },
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const sendAs = async (hash: string, given: object, name: string, content = name) =>
      send(hash, (await enter(hash, given)).body.sender, name, content)
    const names = async (ann: Someone, folder_id: EntryId) =>
      (
        await ann.call(listFolderChildren, { root_id: ann.rootId, folder_id, include_deleted: false })
      ).results.map(({ name }) => name)
    const mailsTo = async (email: string) => {
      await world.runJobs()
      return (await world.mails())
        .map(parseMail)
        .filter(({ headers }) => headers.get('to') === email)
        .map(({ headers, parts }) => ({
          subject: headers.get('subject') ?? '',
          text: parts.get('text/plain') ?? '',
        }))
    }

    it('are made of links that only collect, and change without the link’s object', async () => {
      const { ann, at, file } = await sharer(world).then(async (one) => ({
        ...one,
        at: {
          root_id: one.ann.rootId,
          folder_id: (await one.ann.call(createFolderInRoot, { root_id: one.ann.rootId, name: 'In' })).id,
        },
      }))
      const open = await ann.call(shareFolder, at)
      const single = await ann.call(shareFile, { root_id: ann.rootId, file_id: file.id })
      for (const { id } of [open, single])
        assert.equal(await refusal(ann.call(api.setFileRequest, { sharelink_id: id })), 'invalid_request')
      const link = await ann.call(shareFolder, { ...at, upload_only: true })
      const sharelink_id = link.id
      assert.equal(await refusal(ann.call(api.getFileRequest, { sharelink_id })), 'not_found')
      const before = await ann.call(getSharelink, { sharelink_id: String(sharelink_id) })
      const made = await ann.call(api.setFileRequest, {
        sharelink_id,
        note: 'Please',
        timezone: 'Europe/Berlin',
      })
      assert.deepEqual(
        [made.title, made.note, made.ask_name, made.folder_per_sender, made.state, made.timezone],
        ['In', 'Please', true, false, 'open', 'Europe/Berlin'],
      )
      assert.deepEqual(await ann.call(getSharelink, { sharelink_id: String(sharelink_id) }), before)
      const wrong = [
        { timezone: 'Moon' },
        { deadline: '2020-01-01T00:00:00' },
        { ask_name: false, folder_per_sender: true },
        { title: ' ' },
      ]
      for (const given of wrong)
        assert.equal(
          await refusal(ann.call(api.setFileRequest, { sharelink_id, ...given })),
          'invalid_request',
        )
      const changed = await ann.call(api.setFileRequest, { sharelink_id, note: null, closed: true })
      assert.deepEqual([changed.title, changed.note, changed.state], ['In', '', 'closed'])
      assert.equal(
        await refusal(ann.call(updateSharelink, { sharelink_id, upload_only: false })),
        'invalid_request',
      )
    })

    it('take files only from those who say who they are, and note what each sent', async () => {
      const { ann, at, link, sharelink_id } = await request()
      assert.equal((await send(link.hash, undefined, 'a.txt')).status, 403)
      assert.equal((await enter(link.hash, {})).status, 400)
      assert.equal((await enter(link.hash, { name: 'x', email: 'nobody' })).status, 400)
      const one = (await enter(link.hash)).body.sender
      const forged = `${Buffer.from('["key","Pat",null]').toString('base64url')}.${one.split('.')[1]}`
      assert.equal((await send(link.hash, forged, 'a.txt')).status, 403)
      assert.equal((await send(link.hash, one, 'plan.txt', 'first')).status, 200)
      const again = await send(link.hash, one, 'plan.txt', 'second')
      assert.deepEqual([again.body.name, again.body.path], ['plan.txt', '/In/plan.txt'])
      await sendAs(link.hash, { name: 'Zoë', email: 'zoe@example.test' }, 'other.txt')
      const { results, total } = await ann.call(api.listRequestSenders, { sharelink_id })
      assert.deepEqual(
        results.map(({ name, email, files, size, folder_id }) => ({ name, email, files, size, folder_id })),
        [
          { name: 'Zoë', email: 'zoe@example.test', files: 1, size: 9, folder_id: null },
          { name: 'Guest One', email: null, files: 2, size: 11, folder_id: null },
        ],
      )
      assert.equal(total, 2)
      const of = { sharelink_id, sender_id: results[1]?.id ?? assert.fail() }
      const files = (await ann.call(api.listRequestFiles, of)).results
      assert.deepEqual(
        files.map(({ name, sha256 }) => [name, sha256]),
        ['first', 'second'].map((text) => ['plan.txt', createHash('sha256').update(text).digest('hex')]),
      )
      const second = files[1] ?? assert.fail()
      const { file_id, root_id } = second
      assert.equal(await (await ann.open(downloadFile, { root_id, file_id })).text(), 'second')
      assert.deepEqual((await names(ann, at.folder_id)).toSorted(), ['other.txt', 'plan (2).txt', 'plan.txt'])
      const now = await ann.call(api.getFileRequest, { sharelink_id })
      assert.deepEqual([now.senders, now.files, now.size], [2, 3, 20])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('give each sender a folder that every device can hold, and tell nobody of the others', async () => {
      const { ann, at, link, sharelink_id } = await request({ folder_per_sender: true })
      const first = (await enter(link.hash, { name: 'Dr. Ann' })).body.sender
      await send(link.hash, first, 'a.txt')
      const { body } = await sendAs(link.hash, { name: 'dr. ann' }, 'a.txt')
      assert.deepEqual([body.name, body.path], ['a.txt', '/In/a.txt'])
      await send(link.hash, first, 'b.txt')
      await sendAs(link.hash, { name: HOSTILE }, 'c.txt')
      await sendAs(link.hash, { name: 'con' }, 'd.txt')
      const made = await names(ann, at.folder_id)
      assert.equal(made.length, 4)
      assert.deepEqual(made.filter((name) => /^dr/i.test(name)).toSorted(), [
        'Dr. Ann',
        `Dr. Ann Mäx ${'ö'.repeat(60)}`,
        'dr. ann (2)',
      ])
      assert.ok(made.includes('Sender con'))
      const { results } = await ann.call(api.listRequestSenders, { sharelink_id, page_size: 100 })
      const { folder_id } = results.at(-1) ?? assert.fail()
      assert.deepEqual(await names(ann, folder_id ?? assert.fail()), ['a.txt', 'b.txt'])
      await ann.call(deleteFolder, { root_id: ann.rootId, folder_id: folder_id ?? assert.fail() })
      assert.equal((await send(link.hash, first, 'e.txt')).status, 200)
      assert.equal((await names(ann, at.folder_id)).length, 4)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('end with their deadline, and close and open by hand', async () => {
      const { ann, link, sharelink_id } = await request({ deadline: '2026-01-15T13:00:00' })
      const one = (await enter(link.hash)).body.sender
      assert.equal((await send(link.hash, one, 'a.txt')).status, 200)
      const state = async () => (await ann.call(api.getFileRequest, { sharelink_id })).state
      await ann.call(api.setFileRequest, { sharelink_id, closed: true })
      assert.equal(await state(), 'closed')
      assert.equal((await send(link.hash, one, 'b.txt')).status, 403)
      assert.equal((await enter(link.hash)).status, 403)
      await ann.call(api.setFileRequest, { sharelink_id, closed: false })
      assert.equal((await send(link.hash, one, 'b.txt')).status, 200)
      world.clock.advance({ hours: 24 })
      assert.equal(await state(), 'ended')
      const late = await send(link.hash, one, 'c.txt')
      assert.deepEqual([late.status, late.body.request_closed], [403, true])
      assert.equal((await ann.call(api.getFileRequest, { sharelink_id })).files, 2)
    })

    it('without names, take files from anyone, and tell apart where they came from', async () => {
      const { ann, link, sharelink_id } = await request({ ask_name: false })
      await send(link.hash, undefined, 'a.txt')
      await send(link.hash, undefined, 'b.txt')
      await sendAs(link.hash, {}, 'c.txt')
      const { results } = await ann.call(api.listRequestSenders, { sharelink_id })
      assert.deepEqual(
        results.map(({ name, files }) => [name, files]),
        [
          ['', 1],
          ['', 2],
        ],
      )
    })

    it('mail an invitation with a link of its own, and remind once a day those who have sent nothing', async () => {
      const { ann, organizationId, sharelink_id } = await request({
        title: 'Tax papers',
        note: 'All of them',
        deadline: '2027-01-15T13:00:00',
        timezone: 'Europe/Berlin',
      })
      const hashes: string[] = []
      for (const email of ['one@example.test', 'two@example.test'])
        hashes.push((await ann.call(addSharelinkSubscriber, { sharelink_id, email })).hash)
      const [letter] = await mailsTo('one@example.test')
      assert.match(letter?.subject ?? '', /asks you for files$/)
      assert.match(letter?.text ?? '', /Tax papers/)
      assert.match(letter?.text ?? '', /All of them/)
      assert.match(letter?.text ?? '', /Jan 15, 2027, 2:00\sPM \(Europe\/Berlin\)/)
      assert.match(letter?.text ?? '', new RegExp(`/shares/folder/${hashes[0]}/`))
      assert.doesNotMatch(letter?.text ?? '', /“In”/)
      await sendAs(hashes[0] ?? '', { name: 'One' }, 'a.txt')
      const missing = async () => (await ann.call(api.listRequestMissing, { sharelink_id })).results
      assert.deepEqual(
        (await missing()).map(({ name, reminded }) => [name, reminded]),
        [['two@example.test', null]],
      )
      const [sender] = (await ann.call(api.listRequestSenders, { sharelink_id })).results
      assert.deepEqual([sender?.name, sender?.invited_as], ['One', 'one@example.test'])
      const { invited, missing: left } = await ann.call(api.getFileRequest, { sharelink_id })
      assert.deepEqual([invited, left], [2, 1])
      const two = (await missing())[0]?.subscriber_id ?? assert.fail()
      const remind = (given: object = {}) => ann.call(api.remindRequest, { sharelink_id, ...given })
      const sent = sender?.subscriber_id ?? assert.fail()
      assert.equal(await refusal(remind({ subscriber_id: sent })), 'policy_error')
      assert.equal((await remind({ subscriber_id: two })).count, 1)
      assert.equal(await refusal(remind({ subscriber_id: two })), 'policy_error')
      assert.equal(await refusal(remind()), 'policy_error')
      const reminders = async () =>
        (await mailsTo('two@example.test')).filter(({ subject }) => subject.startsWith('Reminder:')).length
      assert.equal(await reminders(), 1)
      world.clock.advance({ hours: 25 })
      assert.equal((await remind()).count, 1)
      assert.equal(await reminders(), 2)
      await ann.call(api.setFileRequest, { sharelink_id, closed: true })
      world.clock.advance({ hours: 25 })
      assert.equal(await refusal(remind()), 'policy_error')
      const boss = await world.person({ organizationId, siteAdmin: true })
      const log = (await boss.call(listOrganizationActivity, { organization_id: organizationId })).results
      for (const kind of ['request_created', 'request_changed', 'request_reminded'] as const)
        assert.ok(
          log.some(({ activity_type_id }) => activity_type_id === ACTIVITY_TYPES[kind].id),
          kind,
        )
    })

    it('mail one digest to who asked, by the names of the senders', async () => {
      const { ann, link } = await request()
      const one = (await enter(link.hash, { name: 'Guest One' })).body.sender
      for (const name of ['a.txt', 'b.txt', 'c.txt']) await send(link.hash, one, name)
      await sendAs(link.hash, { name: 'Guest Two' }, 'd.txt')
      await later()
      const letters = await lettersTo(ann)
      assert.equal(letters.length, 1)
      for (const line of [
        'Guest One uploaded /In/a.txt',
        'Guest One uploaded /In/c.txt',
        'Guest Two uploaded /In/d.txt',
      ])
        assert.ok(letters[0]?.text.includes(line), line)
    })

    it('mail one receipt, without the sender’s words to an address that was not invited', async () => {
      const { ann, link, sharelink_id } = await request({ title: 'Tax papers' })
      const { hash } = await ann.call(addSharelinkSubscriber, { sharelink_id, email: 'one@example.test' })
      const one = (await enter(hash, { name: 'Buy now', email: 'One@example.test' })).body.sender
      const two = (await enter(link.hash, { name: 'Buy now', email: 'victim@example.test' })).body.sender
      for (const name of ['buy-1.txt', 'buy-2.txt'])
        for (const [at, sender] of [
          [hash, one],
          [link.hash, two],
        ] as const)
          await send(at, sender, name)
      const receipts = async (email: string) =>
        (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Receipt'))
      assert.deepEqual(await receipts('One@example.test'), [])
      world.clock.advance({ minutes: 7 })
      const [known, ...more] = await receipts('One@example.test')
      assert.deepEqual(more, [])
      assert.match(known?.text ?? '', /buy-1\.txt/)
      const digest = createHash('sha256').update('buy-2.txt').digest('hex')
      assert.ok(known?.text.includes(digest))
      const [stranger] = await receipts('victim@example.test')
      assert.ok(stranger?.text.includes(digest))
      assert.doesNotMatch(`${stranger?.subject}${stranger?.text}`, /buy/i)
      for (let day = 0; day < 8; day++) {
        await send(link.hash, two, 'again.txt', String(day))
        world.clock.advance({ minutes: 7 })
        await world.runJobs()
      }
      assert.equal((await receipts('victim@example.test')).length, 5)
    })

    it('leave nothing behind when the link, or who asked, is gone', async () => {
      const { read } = world.service.ctx.db
      const rows = async (id: number) => {
        const requests = await read
          .selectFrom('file_request')
          .select('link_id')
          .where('link_id', '=', id as never)
          .execute()
        const senders = await read
          .selectFrom('request_sender')
          .select('id')
          .where('link_id', '=', id as never)
          .execute()
        return requests.length + senders.length
      }
      const one = await request()
      await sendAs(one.link.hash, { name: 'One' }, 'a.txt')
      assert.equal(await rows(one.sharelink_id), 2)
      await one.ann.call(deleteSharelink, { sharelink_id: one.sharelink_id })
      assert.equal(await rows(one.sharelink_id), 0)
      const two = await request()
      await sendAs(two.link.hash, { name: 'Two' }, 'a.txt')
      const admin = await world.admin()
      await admin.call(deletePerson, { person_id: two.ann.id })
      assert.equal(await rows(two.sharelink_id), 0)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
