import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deletePerson, getOwnPerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot } from '@holdfast/api/files/files'
import type { SharelinkId } from '@holdfast/api/ids'
import { deleteSharelink, shareFile, shareFolder } from '@holdfast/api/sharing/links'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { findLink } from '../../records/links.ts'
import { type LinkUse, noteLinkUse } from './note-link-use.ts'
import { sendNotices } from './send-notices.ts'

for (const stack of STACKS)
  describe(`notices of links on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { lettersTo, later } = useNotices(world)

    const use = (id: SharelinkId, given: Partial<LinkUse> = {}) =>
      world.service.ctx.db.write(async (tx) => {
        const link = (await findLink(tx, id)) ?? assert.fail()
        const visit = { kind: 'downloaded' as const, actor: 'A visitor', item: '/plan.txt' }
        await noteLinkUse(tx, { ...visit, link, at: world.clock.now(), ...given })
      })
    const rows = async () => {
      const { read } = world.service.ctx.db
      const notices = await read.selectFrom('notice').select('id').execute()
      return notices.length + (await read.selectFrom('notice_line').select('position').execute()).length
    }

    it('come where they were asked for, and the doing of the creator is none', async () => {
      const { ann, at } = await sharer(world)
      const quiet = await ann.call(shareFile, at)
      const loud = await ann.call(shareFile, { ...at, download_notify: true })
      await use(quiet.id)
      await use(loud.id, { kind: 'uploaded' })
      await use(loud.id, { actor: 'Pat', actorId: ann.id })
      await later()
      assert.deepEqual(await lettersTo(ann), [])
      await use(loud.id)
      await later()
      const [letter, ...others] = await lettersTo(ann)
      assert.deepEqual(others, [])
      assert.equal(letter?.subject, '“plan.txt” was downloaded through a link')
      assert.match(
        letter.text,
        /^Hello Pat Doe \d+,\n\nDownloads through your links:\n- A visitor downloaded \/plan\.txt on Jan 15, 2026, 12:0\d PM UTC\n/,
      )
      assert.match(
        letter.text,
        new RegExp(`\nChoose which of these emails you get: ${escaped(letter.stop)}\n`),
      )
      assert.equal(letter.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
      assert.equal(await rows(), 0)
    })

    it('tell who came through a link and what it took or left there', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const { id: folder_id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'In' })
      const given = { download_notify: true, upload_notify: true, anon_edit: true }
      const inbox = await ann.call(shareFolder, { root_id: ann.rootId, folder_id, ...given })
      const out = await ann.call(shareFile, {
        ...at,
        download_notify: true,
        subscribers: ['sam@example.test'],
      })
      const pat = await world.person({ organizationId })
      const through = (path: string, init: RequestInit = {}) =>
        fetch(`${world.url}/api/2/sharelinks/${path}`, init).then((response) => response.arrayBuffer())
      const body = new FormData()
      body.append('file', new Blob(['text']), 'a.txt')
      await through(`${inbox.hash}/files/upload`, { method: 'POST', body })
      await through(`${inbox.hash}/download`)
      await through(`${out.subscribers?.[0]?.hash}/download`)
      await through(`${out.hash}/download`, { headers: { range: 'bytes=0-1', ...pat.bearer } })
      await through(`${out.hash}/download`, { headers: { range: 'bytes=2-', ...pat.bearer } })
      await through(`${out.hash}/download`, { headers: ann.bearer })
      await through(`${out.hash}/view`)
      await later()
      const [letter, ...others] = await lettersTo(ann)
      assert.deepEqual(others, [])
      const lines = letter?.text.match(/^- .*(?= on [A-Z][a-z]+ \d+, 2026)/gm) ?? []
      const { first_name, last_name } = await pat.call(getOwnPerson, {})
      assert.deepEqual(
        lines.toSorted(),
        [
          '- A visitor downloaded /In',
          '- A visitor uploaded /In/a.txt',
          `- ${first_name} ${last_name} downloaded /plan.txt`,
          '- sam@example.test downloaded /plan.txt',
        ].toSorted(),
      )
    })

    it('gather until two minutes were quiet, or fifteen have passed', async () => {
      const { ann, at } = await sharer(world)
      const { id } = await ann.call(shareFile, { ...at, download_notify: true })
      const count = async () => (await lettersTo(ann)).length
      await use(id)
      world.clock.advance({ seconds: 119 })
      assert.equal(await count(), 0)
      await use(id)
      world.clock.advance({ seconds: 119 })
      assert.equal(await count(), 0)
      world.clock.advance({ seconds: 61 })
      assert.equal(await count(), 1)
      for (let minute = 0; minute < 15; minute++) {
        await use(id)
        world.clock.advance({ minutes: 1 })
        assert.equal(await count(), minute < 14 ? 1 : 2, `after ${minute + 1} minutes`)
      }
      assert.match(
        (await lettersTo(ann)).at(-1)?.text ?? '',
        /downloaded \/plan\.txt 15 times, most recently on Jan 15, 2026/,
      )
    })

    it('are one mail for all links, with twenty lines and a number for the rest', async () => {
      const { ann, at } = await sharer(world)
      const { id: folder_id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'In' })
      const one = await ann.call(shareFile, { ...at, download_notify: true })
      const two = await ann.call(shareFile, { ...at, download_notify: true })
      const inbox = await ann.call(shareFolder, { root_id: ann.rootId, folder_id, upload_notify: true })
      for (let n = 0; n < 3; n++) await use(one.id, { actor: 'Bob' })
      await use(two.id)
      for (let n = 0; n < 40; n++) await use(inbox.id, { kind: 'uploaded', item: `/In/${n}.txt` })
      await later()
      const [letter, ...others] = await lettersTo(ann)
      assert.deepEqual(others, [])
      assert.match(letter?.subject ?? '', /^Activity in your shared files at Organization \d+$/)
      const lines = letter?.text.match(/^- .*$/gm) ?? []
      assert.match(lines[0] ?? '', /^- Bob downloaded \/plan\.txt 3 times, most recently on /)
      assert.match(lines[1] ?? '', /^- A visitor downloaded \/plan\.txt on Jan 15, 2026/)
      assert.equal(lines.filter((line) => /uploaded \/In\/\d+\.txt/.test(line)).length, 18)
      assert.equal(lines.at(-1), '- and 22 more')
      assert.equal(lines.length, 21)
    })

    it('keep no more than lines of one mail, however often a link is used', async () => {
      const { ann, at } = await sharer(world)
      const { id } = await ann.call(shareFile, { ...at, download_notify: true })
      for (let n = 0; n < 30; n++) await use(id, { actor: `Visitor ${n}` })
      assert.equal(await rows(), 21)
      await later()
      assert.match((await lettersTo(ann))[0]?.text ?? '', /\n- and 10 more\n/)
    })

    it('let no name become markup, a line or a header', async () => {
      const { ann, at } = await sharer(world)
      const { id } = await ann.call(shareFile, { ...at, download_notify: true })
      const evil = `"><script>alert('1')</script>\r\nBcc: eve@example.org\u202e`
      await use(id, { actor: evil, item: `/${evil}` })
      await later()
      const [letter] = await lettersTo(ann)
      assert.ok(letter)
      assert.doesNotMatch(letter.html, /<script|\u202e/)
      assert.match(letter.html, /&lt;script&gt;alert\(&#39;1&#39;\)/)
      assert.doesNotMatch(letter.text, /^Bcc:|\u202e/m)
      assert.ok(!letter.headers.has('bcc'))
      assert.match(letter.subject, /^“script> Bcc: eve@example\.org” was downloaded/)
    })

    it('go with their link, and reach no account that is disabled or deleted', async () => {
      const { organizationId, ann, at } = await sharer(world)
      const gone = await ann.call(shareFile, { ...at, download_notify: true })
      await use(gone.id)
      await ann.call(deleteSharelink, { sharelink_id: gone.id })
      assert.equal(await rows(), 0)
      const kept = await ann.call(shareFile, { ...at, download_notify: true })
      await use(kept.id)
      await world.changePerson(ann.id, { active: 0 })
      await later()
      assert.equal(await rows(), 0)
      await world.changePerson(ann.id, { active: 1 })
      await use(kept.id)
      await world.changeOrganization(organizationId, { active: 0 })
      await later()
      assert.equal(await rows(), 0)
      await world.changeOrganization(organizationId, { active: 1 })
      await use(kept.id)
      await (await world.admin()).call(deletePerson, { person_id: ann.id })
      assert.equal(await rows(), 0)
      await later()
      assert.deepEqual(await lettersTo(ann), [])
    })

    it('are counted right when many use a link at once', async () => {
      const { ann, at } = await sharer(world)
      const { id } = await ann.call(shareFile, { ...at, download_notify: true })
      await Promise.all(Array.from({ length: 25 }, () => use(id)))
      await later()
      assert.match((await lettersTo(ann))[0]?.text ?? '', /\/plan\.txt 25 times/)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are told once each by servers that mail at the same time, while the link is used', async () => {
      const { ann, at } = await sharer(world)
      const { id } = await ann.call(shareFile, { ...at, download_notify: true })
      // Long ago, so that each is due at once.
      const long = world.clock.now() - 3_600_000
      const using = Array.from({ length: 40 }, () => use(id, { at: long }))
      const mailing = Array.from({ length: 6 }, () => sendNotices(world.service.ctx))
      await Promise.all([...using, ...mailing])
      await sendNotices(world.service.ctx)
      const told = (await lettersTo(ann)).map(({ text }) => Number(/ (\d+) times/.exec(text)?.[1] ?? 1))
      assert.equal(
        told.reduce((sum, times) => sum + times, 0),
        40,
      )
      assert.equal(await rows(), 0)
    })
  })

const escaped = (text: string) => text.replace(/[.?+*[\](){}|\\^$]/g, '\\$&')
