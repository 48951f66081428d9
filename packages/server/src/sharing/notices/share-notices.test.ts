import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createFolderInRoot, deleteFile } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { OrganizationId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/shares'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { makeCrowd } from '@holdfast/server/testkit/people/crowds'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { findRoot } from '../../records/roots.ts'
import { gatherShareNews } from './gather-share-news.ts'
import { addShareNotices, beginTelling } from './queries.ts'

for (const stack of STACKS)
  describe(`notices of team shares on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { lettersTo, later, share, put } = useNotices(world)
    let home: OrganizationId
    let boss: Someone
    let ann: Someone
    let bob: Someone
    before(async () => {
      home = await world.organization()
      boss = await world.person({ organizationId: home, siteAdmin: true })
    })
    const two = async () => {
      ann = await world.person({ organizationId: home })
      bob = await world.person({ organizationId: home })
      return [ann, bob]
    }
    const pending = async () =>
      (await world.service.ctx.db.read.selectFrom('notice').select('id').execute()).length
    const lines = (text = '') =>
      (text.match(/^- .*$/gm) ?? []).map((line) => line.replace(/ on [A-Z][a-z]+ \d+, 2026.*/, ''))

    it('tell the others what someone did, and nobody what it did itself', async () => {
      const { id } = await share(boss, home, await two())
      const file = await put(ann, id, 'a.txt')
      const doc = { root_id: id, file_id: file.id, file: { name: 'a.txt', bytes: new Blob(['more']) } }
      await ann.call(uploadRevision, doc)
      const folder = await ann.call(createFolderInRoot, { root_id: id, name: 'Dir' })
      await put(ann, id, 'b.txt').then(({ id: file_id }) => ann.call(deleteFile, { root_id: id, file_id }))
      await put(bob, id, 'c.txt')
      assert.ok(folder)
      await later()
      const [toBob, ...moreToBob] = await lettersTo(bob)
      assert.deepEqual(moreToBob, [])
      assert.equal(toBob?.subject, 'Changes in the team share “Plans”')
      const annName = /^Hello (.*),$/m.exec((await lettersTo(ann))[0]?.text ?? '')?.[1]
      assert.deepEqual(lines(toBob.text), [
        `- ${annName} added /a.txt`,
        `- ${annName} added /Dir`,
        `- ${annName} deleted /b.txt`,
      ])
      const [toAnn] = await lettersTo(ann)
      assert.match(toAnn?.text ?? '', /added \/c\.txt/)
      assert.equal(lines(toAnn?.text).length, 1)
      assert.deepEqual(await lettersTo(boss), [])
      await later()
      assert.equal((await lettersTo(bob)).length, 1)
    })

    it('wait while changes go on, fifteen minutes at most', async () => {
      const { id } = await share(boss, home, await two())
      for (let minute = 0; minute < 15; minute++) {
        await put(ann, id, `${minute}.txt`)
        world.clock.advance({ minutes: 1 })
        assert.equal((await lettersTo(bob)).length, minute < 14 ? 0 : 1, `after ${minute + 1} minutes`)
      }
      assert.equal(lines((await lettersTo(bob))[0]?.text).length, 15)
    })

    it('are one mail for several shares, and count what has no line', async () => {
      const members = await two()
      const one = await share(boss, home, members, { name: 'One' })
      const other = await share(boss, home, members, { name: 'Other' })
      for (let n = 0; n < 30; n++) await put(ann, one.id, `${n}.txt`)
      await put(ann, other.id, 'x.txt')
      await later()
      const [letter, ...more] = await lettersTo(bob)
      assert.deepEqual(more, [])
      assert.match(letter?.subject ?? '', /^Activity in your shared files/)
      assert.match(
        letter?.text ?? '',
        /Changes in the team share “One”:\n(- .*\n){19}- and 11 more\n\nChanges in the team share “Other”:\n- .* added \/x\.txt/,
      )
    })

    it('reach members by groups and from elsewhere, but not those who see no files', async () => {
      const [, uploader] = await two()
      const elsewhere = await world.organization()
      const guest = await world.person({ organizationId: elsewhere })
      const declined = await world.person({ organizationId: elsewhere })
      const inGroup = await world.person({ organizationId: home })
      const group = (name: string, given: object) =>
        boss.call(createGroup, { company_id: home, name, ...given })
      const inner = await group('Inner', { members: [inGroup.id] })
      const outer = await group('Outer', { member_groups: [inner.id] })
      const { id } = await share(boss, home, [ann])
      await boss.call(api.updateShareSubscribers, {
        organization_id: home,
        root_id: id,
        subscribers: [
          [ann.id, 'web', 'EDITOR'],
          [uploader?.id ?? assert.fail(), 'web', 'UPLOADER'],
        ],
        group_subscribers: [[outer.id, 'web', 'VIEWER']],
        external_subscribers: [
          [guest.email, 'VIEWER'],
          [declined.email, 'VIEWER'],
        ],
      })
      await guest.call(api.acceptInvitation, { person_id: guest.id, root_id: id })
      await put(ann, id, 'a.txt')
      await later()
      assert.equal((await lettersTo(inGroup)).length, 1)
      assert.equal((await lettersTo(guest)).length, 1)
      for (const nobody of [declined, bob, boss, ann]) assert.deepEqual(await lettersTo(nobody), [])
    })

    it('begin when they are turned on, and end when they are turned off or someone leaves', async () => {
      const members = await two()
      const { id } = await share(boss, home, members, { notify: false })
      const notify = (on: boolean) =>
        boss.call(api.updateShare, { organization_id: home, root_id: id, notify: on })
      await put(ann, id, 'before.txt')
      await later()
      await notify(true)
      await later()
      assert.deepEqual(await lettersTo(bob), [])
      await put(ann, id, 'after.txt')
      await later()
      assert.deepEqual(lines((await lettersTo(bob))[0]?.text).length, 1)
      await put(ann, id, 'late.txt')
      await notify(false)
      await notify(true)
      await later()
      assert.equal((await lettersTo(bob)).length, 1)
      await put(ann, id, 'gone.txt')
      await boss.call(api.updateShareSubscribers, { organization_id: home, root_id: id, subscribers: [] })
      await later()
      assert.equal((await lettersTo(bob)).length, 1)
      assert.equal(await pending(), 0)
    })

    it('leave nothing of a share that is deleted', async () => {
      const { id } = await share(boss, home, await two())
      await put(ann, id, 'a.txt')
      const { read } = world.service.ctx.db
      await boss.call(api.deleteShare, { organization_id: home, root_id: id })
      await later()
      assert.deepEqual(await lettersTo(bob), [])
      assert.equal(await pending(), 0)
      assert.deepEqual(
        await read.selectFrom('share_news').selectAll().where('root_id', '=', id).execute(),
        [],
      )
    })

    it('tell each once, wherever a server was killed while it gathered them', async () => {
      const { id } = await share(boss, home, await two())
      const third = await world.person({ organizationId: home })
      const subscribers = [ann, bob, third].map((one) => [one.id, 'web', 'EDITOR'])
      await boss.call(api.updateShareSubscribers, {
        organization_id: home,
        root_id: id,
        subscribers,
      } as never)
      await put(ann, id, 'a.txt')
      await world.service.ctx.db.write(async (tx) => {
        const root = (await findRoot(tx, id)) ?? assert.fail()
        const news = await beginTelling(tx, root)
        const { told_seq: from_seq, telling_seq: to_seq } = news
        const at = world.clock.now()
        const notice = { kind: 'share_changed' as const, root_id: id, from_seq, to_seq, count: 1 }
        await addShareNotices(tx, [{ ...notice, person_id: bob.id, first_at: at, due_at: at }])
      })
      // The one that has its notice already waits for the others: the news are not complete.
      assert.deepEqual(await lettersTo(bob), [])
      await put(ann, id, 'b.txt')
      await later()
      for (const one of [bob, third]) {
        const letters = await lettersTo(one)
        const told = letters.flatMap(({ text }) => lines(text)).map((line) => line.slice(-6))
        assert.deepEqual(told, ['/a.txt', '/b.txt'])
      }
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are written page by page for many members and many changes', async () => {
      const { db } = world.service.ctx
      const crowd = await makeCrowd(db, `crowd ${stack.name}`, { persons: 1100, groups: 10 })
      const admin = await world.admin()
      const { id } = await admin.call(api.createShare, {
        organization_id: crowd.organizationId,
        name: 'Many',
      })
      const people = `from person where organization_id = ${crowd.organizationId}`
      for (const statement of [
        `insert into share_person (root_id, person_id, target, role, created_at)
         select ${id}, id, 'web', 'VIEWER', 0 ${people}`,
        `insert into change (root_id, seq, op, entry_id, kind, parent_id, name, ver, size, person_id, at)
         with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 12000)
         select ${id}, n, case when n % 10 = 0 then 'lock' else 'create' end, n, 'file', 0, 'f', 1, 0,
           case when n % 2 = 1 then (select min(id) ${people}) end, 1 from numbers`,
        `update root set seq = 12000 where id = ${id}`,
      ])
        await rawSql(db, statement)
      await gatherShareNews(world.service.ctx)
      const found = await db.read
        .selectFrom('notice')
        .select(['person_id', 'count', 'from_seq', 'to_seq'])
        .where('root_id', '=', id)
        .orderBy('person_id')
        .execute()
      assert.equal(found.length, 1100)
      const [author, ...others] = found
      assert.deepEqual([author?.count, author?.from_seq, author?.to_seq], [4800, 0, 12_000])
      assert.ok(others.every(({ count }) => count === 10_800))
      await admin.call(api.updateShare, {
        organization_id: crowd.organizationId,
        root_id: id,
        notify: false,
      })
      assert.equal(await pending(), 0)
    })
  })
