import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createFolderInRoot, uploadToFolder, uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { setFileRequest } from '@holdfast/api/sharing/file-requests'
import { tableSharelinks } from '@holdfast/api/sharing/link-table'
import { shareFile, shareFolder } from '@holdfast/api/sharing/links'
import { createShare, deleteShare } from '@holdfast/api/sharing/shares'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

type Wish = Partial<Omit<ParamsOf<typeof tableSharelinks>, 'organization_id'>>

for (const stack of STACKS)
  describe(`the list of share links on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let below: OrganizationId
    let boss: Someone
    let ann: Someone

    before(async () => {
      home = await world.organization()
      below = await world.organization({}, home)
      boss = await world.person({ organizationId: home, siteAdmin: true })
      ann = await world.person({ organizationId: home })
    })

    const list = (wish: Wish = {}, organization_id = home, who = boss) =>
      who.call(tableSharelinks, { organization_id, ...wish })
    const namesOf = async (wish: Wish = {}, organization_id = home, who = boss) =>
      (await list(wish, organization_id, who)).results.map(({ name }) => name)
    async function link(who: Someone, name: string, given: object = {}, root_id: RootId = who.rootId) {
      const file = await who.call(uploadToRoot, { root_id, file: { name, bytes: new Blob([name]) } })
      return who.call(shareFile, { root_id, file_id: file.id, ...given })
    }

    it('has the same in pages as in all, there and back, by every sort', async () => {
      const organization_id = await world.organization()
      const child = await world.organization({}, organization_id)
      const chief = await world.person({ organizationId: organization_id, siteAdmin: true })
      const { db } = world.service.ctx
      for (const organization of [organization_id, child]) {
        const owner = await world.person({ organizationId: organization })
        for (let n = 0; n < 9; n++) {
          const { id } = await link(owner, `${n}.txt`)
          world.clock.advance({ minutes: 1 })
          const last_used_at = n % 3 === 0 ? null : world.clock.now() - (n % 4) * 1000
          const expires = n % 2 === 0 ? null : `2027-01-0${(n % 5) + 1}`
          await db.write((tx) =>
            tx.updateTable('share_link').set({ last_used_at, expires }).where('id', '=', id).execute(),
          )
        }
      }
      for (const name of ['used', 'created', 'expires'] as const)
        for (const way of ['', '-'] as const)
          for (const wide of [false, true]) {
            const order = way === '-' ? 'desc' : 'asc'
            const every = await db.read
              .selectFrom('share_link')
              .selectAll()
              .where('organization_id', 'in', wide ? [organization_id, child] : [organization_id])
              .execute()
            const keyOf = {
              used: (row: (typeof every)[number]) => row.last_used_at ?? 0,
              created: (row: (typeof every)[number]) => row.id as number,
              expires: (row: (typeof every)[number]) => Date.parse(row.expires ?? '9999-12-31'),
            }[name]
            const ascending = every.toSorted((a, b) => keyOf(a) - keyOf(b) || a.id - b.id)
            const whole = (order === 'asc' ? ascending : ascending.toReversed()).map(({ id }) => id)
            const wish = { sort: `${way}${name}` as const, below: wide, limit: 4 }
            const there: number[] = []
            let at = await list(wish, organization_id, chief)
            assert.deepEqual([at.total, at.total_is, at.back], [whole.length, 'exact', null])
            for (;;) {
              there.push(...at.results.map(({ id }) => id))
              if (at.cursor === null) break
              at = await list({ ...wish, cursor: at.cursor }, organization_id, chief)
            }
            assert.deepEqual(there, whole, `${way}${name} ${wide}`)
            const back = at.results.map(({ id }) => id)
            while (at.back !== null) {
              at = await list({ ...wish, cursor: at.back }, organization_id, chief)
              back.unshift(...at.results.map(({ id }) => id))
            }
            assert.deepEqual(back, whole, `${way}${name} ${wide} back`)
          }
    })

    it('tells what each leads to, who can open it and what protects it', async () => {
      const { id: root_id } = await boss.call(createShare, {
        organization_id: home,
        name: 'Harbour',
        subscribers: [[ann.id, 'web', 'CO_OWNER']],
      })
      const folder = await ann.call(createFolderInRoot, { root_id, name: 'Plans' })
      const file = await ann.call(uploadToFolder, {
        root_id,
        folder_id: folder.id,
        file: { name: 'Pier.pdf', bytes: new Blob(['pier']) },
      })
      const made = await ann.call(shareFile, {
        root_id,
        file_id: file.id,
        password: 'open sesame',
        expires: '2027-01-01',
        download_limit: 5,
        subscribers: ['one@example.test', 'two@example.test'],
      })
      const [row] = (await list({ q: 'pier' })).results
      assert.deepEqual(row, {
        id: made.id,
        name: 'Pier.pdf',
        path: '/Plans',
        kind: 'file',
        root: { id: root_id, name: 'Harbour', type: 'share' },
        creator: { id: ann.id, name: made.creator_name },
        public: true,
        upload_only: false,
        visitors_add: false,
        password: true,
        expires: '2027-01-01',
        download_limit: 5,
        last_used: null,
        views: 0,
        downloads: 0,
        members: 2,
        created: made.created,
        organization: row?.organization,
        hidden: false,
        may: ['links.close', 'files.browse'],
      })
      await ann.call(shareFolder, { root_id, folder_id: folder.id, anon_edit: true })
      const { id: sharelink_id } = await ann.call(shareFolder, {
        root_id,
        folder_id: folder.id,
        upload_only: true,
      })
      await ann.call(setFileRequest, { sharelink_id })
      const kinds = async (wish: Wish) =>
        (await list({ root: root_id, ...wish })).results.map(({ kind }) => kind)
      assert.deepEqual(await kinds({ sort: 'created' }), ['file', 'folder', 'file_request'])
      for (const kind of ['file', 'folder', 'file_request'] as const)
        assert.deepEqual(await kinds({ kind }), [kind])
      assert.deepEqual(await kinds({ visitors_add: true, kind: 'folder' }), ['folder'])
      // Words of names begin anywhere, and all of them count.
      assert.deepEqual(await namesOf({ q: 'harb pie' }), ['Pier.pdf'])
      assert.deepEqual(await namesOf({ q: 'harb nothing' }), [])
      await boss.call(deleteShare, { organization_id: home, root_id })
      assert.deepEqual(await kinds({}), [])
    })

    it('is narrowed down to what is open to all, and to what nobody uses', async () => {
      const organization_id = await world.organization()
      const chief = await world.person({ organizationId: organization_id, siteAdmin: true })
      const [bob, cem] = [
        await world.person({ organizationId: organization_id }),
        await world.person({ organizationId: organization_id }),
      ]
      const { id: old } = await link(bob, 'old.txt')
      const created_at = world.clock.now() - 100 * 86_400_000
      await world.service.ctx.db.write((tx) =>
        tx.updateTable('share_link').set({ created_at }).where('id', '=', old).execute(),
      )
      await link(bob, 'open.txt')
      await link(bob, 'expired.txt', { expires: new Date(world.clock.now()).toISOString().slice(0, 10) })
      world.clock.advance({ days: 2 })
      await link(cem, 'secret.txt', { password: 'open sesame' })
      await link(cem, 'private.txt', { login_required: true })
      await link(cem, 'dated.txt', { expires: '2030-01-01' })
      const found = async (wish: Wish) =>
        (await namesOf({ sort: 'created', ...wish }, organization_id, chief)).map(
          (name) => name.split('.')[0],
        )
      assert.deepEqual(await found({ public: true }), ['old', 'open', 'secret', 'dated'])
      assert.deepEqual(await found({ public: true, no_password: true, no_expiry: true }), ['old', 'open'])
      assert.deepEqual(await found({ no_expiry: true }), ['old', 'open', 'secret', 'private'])
      assert.deepEqual(await found({ unused_days: 90 }), ['old'])
      assert.deepEqual(await found({ creator: bob.id }), ['old', 'open', 'expired'])
      assert.deepEqual(await found({ root: cem.rootId, public: true }), ['secret', 'dated'])
      const { total, total_is } = await list({ public: true, count: true, limit: 1 }, organization_id, chief)
      assert.deepEqual([total, total_is], [4, 'exact'])
      // Where everybody signs in, no link is open.
      await world.changeOrganization(organization_id, {
        policy: JSON.stringify({ ...DEFAULT_POLICY, secure_shares: true }),
      })
      assert.deepEqual(await found({ public: true }), [])
      const rows = await list({ q: 'open' }, organization_id, chief)
      assert.deepEqual(
        rows.results.map((row) => row.public),
        [false],
      )
    })

    it('hides what links lead to from who may not browse files there, also from searching', async () => {
      const owner = await world.person({ organizationId: below, siteAdmin: true })
      const secret = await link(owner, 'Takeover.txt')
      assert.deepEqual(await namesOf({ q: 'takeover', below: true }), ['Takeover.txt'])
      await world.changeOrganization(below, { privacy_mode: 1 })
      assert.deepEqual(await namesOf({ q: 'takeover', below: true }), [])
      const [hidden] = (await list({ creator: owner.id, below: true })).results
      assert.deepEqual(
        [hidden?.id, hidden?.name, hidden?.path, hidden?.hidden, hidden?.may],
        [secret.id, '', '', true, ['links.close']],
      )
      const text = JSON.stringify(await list({ below: true }))
      assert.equal(text.includes('Takeover'), false)
      const csv = await fetch(
        `${world.url}/api/2/organization/${home}/table/sharelinks?below=true&format=csv&columns=name,path,hidden`,
        { headers: boss.bearer },
      )
      const lines = (await csv.text()).split('\r\n').filter((line) => line.endsWith(`,${secret.id}`))
      assert.deepEqual(lines, [`,,true,${secret.id}`])
      assert.deepEqual(await namesOf({ q: 'takeover' }, below, owner), ['Takeover.txt'])
    })

    it('is for administrators', async () => {
      assert.equal(await refusal(list({}, home, ann)), 'forbidden')
      assert.equal(await refusal(list({ sort: 'name' as never })), 'invalid_request')
      assert.equal(await refusal(list({ unused_days: 0 })), 'invalid_request')
      await checkInvariants(world.service.ctx.db.read)
    })
  })
