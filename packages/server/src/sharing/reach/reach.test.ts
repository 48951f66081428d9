import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import * as files from '@holdfast/api/files/files'
import type { EntryId, GroupId, OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { addSharelinkSubscriber, shareFile, shareFolder } from '@holdfast/api/sharing/links'
import * as api from '@holdfast/api/sharing/reach'
import {
  acceptInvitation,
  createShare,
  ROLES,
  type Role,
  updateShareSubscribers,
} from '@holdfast/api/sharing/shares'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

/** Someone of the cast, what its browser sends, and whether it is to be on the list. */
interface Member {
  name: string
  id: PersonId
  headers: Record<string, string>
  listed: boolean
}

for (const stack of STACKS)
  describe(`who can reach an item on ${stack.name}`, () => {
    const world = useWorld(stack)
    let upper: OrganizationId
    let home: OrganizationId
    let boss: Someone
    let keeper: Someone
    let share: RootId
    let outer: EntryId
    let file_id: EntryId
    const links = {} as Record<
      'folder' | 'open' | 'over' | 'orphaned' | 'used up' | 'beside' | 'for uploads only',
      SharelinkId
    >
    const groups = {} as Record<'inner' | 'middle' | 'outer' | 'readers', GroupId>
    const cast: Member[] = []
    const named = (name: string) => cast.find((member) => member.name === name) ?? assert.fail(name)

    async function member(
      name: string,
      listed: boolean,
      options: Parameters<typeof world.person>[0] = { organizationId: home },
    ): Promise<Someone> {
      const someone = await world.person(options)
      cast.push({ name, id: someone.id, headers: await webHeaders(world, someone.email), listed })
      return someone
    }

    const group = async (name: string, lists: object): Promise<GroupId> =>
      (await boss.call(createGroup, { company_id: home, name, ...lists })).id

    async function castShare(): Promise<void> {
      const elsewhere = await world.organization()
      const shut = await world.organization()
      const direct: [PersonId, 'all' | 'web', Role][] = [[keeper.id, 'all', 'CO_OWNER']]
      for (const role of ROLES) direct.push([(await member(role, true)).id, 'web', role])
      const twice = await member('twice', true)
      const disabled = await member('a disabled one', false)
      const leaver = await member('one who has left', false)
      direct.push(
        [twice.id, 'web', 'UPLOADER'],
        [disabled.id, 'web', 'EDITOR'],
        [leaver.id, 'web', 'COLLABORATOR'],
      )
      await member('a colleague', false)
      groups.inner = await group('Inner', { members: [twice.id, (await member('nested', true)).id] })
      groups.middle = await group('Middle', { member_groups: [groups.inner] })
      groups.outer = await group('Outer', { member_groups: [groups.middle] })
      const outside = await member('external', true, { organizationId: elsewhere })
      const invited = await member('invited', false, { organizationId: elsewhere })
      const outOfUse = await member('external of a disabled organization', false, { organizationId: shut })
      const { id } = await boss.call(createShare, {
        organization_id: home,
        name: 'Plans',
        subscribers: direct,
        group_subscribers: [[groups.outer, 'machines', 'VIEWER']],
        external_subscribers: [outside, invited, outOfUse].map(({ email }) => [email, 'EDITOR']),
      })
      share = id
      for (const someone of [outside, outOfUse])
        await someone.call(acceptInvitation, { person_id: someone.id, root_id: id })
      await makeFiles(leaver)
      direct.splice(
        direct.findIndex(([person]) => person === leaver.id),
        1,
      )
      await boss.call(updateShareSubscribers, { organization_id: home, root_id: id, subscribers: direct })
      await world.changePerson(disabled.id, { active: 0 })
      await world.changeOrganization(shut, { active: 0 })
    }

    async function makeFiles(leaver: Someone): Promise<void> {
      const at = { root_id: share }
      outer = (await keeper.call(files.createFolderInRoot, { ...at, name: 'Outer' })).id
      const inner = await keeper.call(files.createFolderInFolder, { ...at, folder_id: outer, name: 'Inner' })
      const beside = await keeper.call(files.createFolderInRoot, { ...at, name: 'Beside' })
      const bytes = new Blob(['the plan'])
      const upload = { ...at, folder_id: inner.id, file: { name: 'plan.txt', bytes } }
      file_id = (await keeper.call(files.uploadToFolder, upload)).id
      await castLinks(leaver, beside.id)
    }

    async function castLinks(leaver: Someone, beside: EntryId): Promise<void> {
      const folder = { root_id: share, folder_id: outer, login_required: true }
      const file = { root_id: share, file_id }
      const add = (link: SharelinkId, type: 'person' | 'guest' | 'group', id: number, given: object = {}) =>
        keeper.call(addSharelinkSubscriber, {
          sharelink_id: link,
          subscriber_type: type,
          subscriber_id: id,
          ...given,
        } as never)
      links.folder = (await keeper.call(shareFolder, folder)).id
      links.open = (await keeper.call(shareFile, { ...file, subscribers: ['nobody@example.test'] })).id
      links.over = (await keeper.call(shareFile, { ...file, login_required: true, expires: '2026-01-15' })).id
      links['used up'] = (
        await keeper.call(shareFile, { ...file, login_required: true, download_limit: 1 })
      ).id
      const drop = { ...folder, login_required: false, upload_only: true }
      links['for uploads only'] = (await keeper.call(shareFolder, drop)).id
      links.beside = (await keeper.call(shareFolder, { ...folder, folder_id: beside })).id
      links.orphaned = (await leaver.call(shareFile, { ...file, login_required: true })).id
      groups.readers = await group('Readers', { members: [(await member('reader by group', true)).id] })
      const reader = await member('reader', true)
      await add(links.folder, 'person', reader.id, { write_access: true })
      await add(links.folder, 'group', groups.readers)
      for (const name of ['over', 'used up', 'beside', 'for uploads only'] as const)
        await add(links[name], 'person', (await member(`reader of the link ${name}`, false)).id)
      const lost = await member('reader of the link orphaned', false)
      await leaver.call(addSharelinkSubscriber, { sharelink_id: links.orphaned, email: lost.email })
      const guest = { company_id: home, email: 'gus@example.test', first_name: 'Gus', last_name: 'Guest' }
      const { id } = await boss.call(createGuest, { ...guest, password: PASSWORD })
      await add(links.open, 'guest', id)
      const headers = await webHeaders(world, guest.email)
      cast.push({ name: 'guest', id: id as number as PersonId, headers, listed: true })
    }

    before(async () => {
      upper = await world.organization()
      home = await world.organization({}, upper)
      boss = await member('administrator', true, { organizationId: home, siteAdmin: true })
      keeper = await member('keeper', true)
      await member('administrator above', true, { organizationId: upper, siteAdmin: true })
      await member('administrator elsewhere', false, {
        organizationId: await world.organization({}, upper),
        siteAdmin: true,
      })
      await castShare()
      // No way leads there yet by which a download through a link is counted.
      await world.service.ctx.db.write((tx) =>
        tx
          .updateTable('share_link')
          .set({ times_downloaded: 1 })
          .where('id', '=', links['used up'])
          .execute(),
      )
      world.clock.advance({ hours: 13 })
      for (const one of cast) if (!one.name.includes('disabled')) await again(one)
    })

    /** Half a day later everybody signs in again. */
    async function again(one: Member): Promise<void> {
      const { email } = await world.service.ctx.db.read
        .selectFrom('person')
        .select('email')
        .where('id', '=', one.id)
        .executeTakeFirstOrThrow()
      one.headers = await webHeaders(world, email)
    }

    const ofFile = (given: object = {}, by = keeper) =>
      by.call(api.getFileReach, { root_id: share, file_id, page_size: 100, ...given })
    const rowOf = async (name: string) => {
      const { id } = named(name)
      const { results } = await ofFile()
      const rows = results.filter(({ who, who_type }) => who_type !== 'group' && who?.id === id)
      assert.equal(rows.length, 1, name)
      return rows[0] ?? assert.fail()
    }
    const get = (path: string, headers: Record<string, string>) => fetch(`${world.url}${path}`, { headers })

    it('is told as access decides it, for everybody there is', async () => {
      const { results } = await ofFile()
      const faults: string[] = []
      for (const { name, id, headers, listed } of cast) {
        const row = results.find(({ who, who_type }) => who_type !== 'group' && who?.id === id)
        if ((row !== undefined) !== listed) faults.push(`${name} is ${row ? '' : 'not '}on the list`)
        const inRoot = row?.ways.filter(({ way }) => way !== 'link') ?? []
        const folder = await get(
          `/api/2/files/${share}/folder/${outer}?include_children=false&include_permissions=true`,
          headers,
        )
        const body = (await folder.json()) as { permissions?: string[] }
        const real = folder.status === 200 ? body.permissions?.toSorted() : []
        const told = inRoot.length > 0 ? row?.permissions.toSorted() : []
        if (JSON.stringify(real) !== JSON.stringify(told)) faults.push(`${name}: ${told}, really ${real}`)
        const download = await get(`/api/2/files/${share}/${file_id}/download`, headers)
        await download.arrayBuffer()
        if ((download.status === 200) !== (told?.includes('FILE_READ') ?? false))
          faults.push(`${name}: ${download.status} for a download`)
      }
      assert.deepEqual(faults, [])
    })

    it('names the links that someone may open, and no others', async () => {
      const { results } = await ofFile()
      const faults: string[] = []
      // Those who look after links open all of them.
      const others = cast.filter(({ name }) => !/^(admin|keeper|CO_OWNER)/.test(name))
      for (const { name, id, headers } of others)
        for (const [which, link] of Object.entries(links)) {
          const row = results.find(({ who, who_type }) => who_type !== 'group' && who?.id === id)
          const told = row?.ways.some(({ sharelink_id }) => sharelink_id === link) ?? false
          const ofFolder = ['folder', 'beside', 'for uploads only'].includes(which)
          const content = ofFolder ? `files/${file_id}` : 'view'
          const { status } = await get(`/api/2/sharelinks/${link}/${content}`, headers)
          if (told !== (status === 200)) faults.push(`${which} for ${name}: ${told}, really ${status}`)
        }
      assert.deepEqual(faults, [])
    })

    it('adds up several ways, and says how each comes about', async () => {
      const row = await rowOf('twice')
      assert.deepEqual(row.permissions, ['FILE_VIEW', 'FILE_READ', 'FILE_ADD'])
      assert.deepEqual(row.ways, [
        { way: 'subscription', permissions: ['FOLDER_VIEW', 'FILE_ADD'], role: 'UPLOADER', target: 'web' },
        {
          way: 'group',
          permissions: ['FILE_VIEW', 'FILE_READ'],
          role: 'VIEWER',
          target: 'machines',
          groups: [
            { id: groups.inner, name: 'Inner' },
            { id: groups.middle, name: 'Middle' },
            { id: groups.outer, name: 'Outer' },
          ],
        },
      ])
      assert.equal(row.ways_total, 2)
      const external = await rowOf('external')
      assert.deepEqual(
        external.ways.map(({ way, role }) => [way, role]),
        [['external', 'EDITOR']],
      )
      const [above] = (await rowOf('administrator above')).ways
      assert.deepEqual(
        [above?.way, above?.company_id, above?.permissions],
        ['administrator', upper, ['FILE_VIEW', 'FILE_READ', 'FILE_MANAGE']],
      )
    })

    it('counts links to the item and to folders above it', async () => {
      const [way] = (await rowOf('reader')).ways
      assert.deepEqual(way, {
        way: 'link',
        permissions: ['FILE_VIEW', 'FILE_READ', 'FILE_WRITE'],
        sharelink_id: links.folder,
        creator_name: way?.creator_name,
        path: '/Outer',
        expires: null,
        login_required: true,
        has_password: false,
      })
      const [byGroup] = (await rowOf('reader by group')).ways
      assert.deepEqual(byGroup?.groups, [{ id: groups.readers, name: 'Readers' }])
      const guest = await rowOf('guest')
      assert.deepEqual([guest.who_type, guest.who?.email], ['guest', 'gus@example.test'])
      assert.equal(guest.ways[0]?.path, '/Outer/Inner/plan.txt')
    })

    it('has rows for anyone, for addresses and for groups', async () => {
      const { results } = await ofFile()
      const [anyone] = results
      assert.deepEqual(
        [anyone?.who_type, anyone?.who, anyone?.permissions, anyone?.ways.map((way) => way.sharelink_id)],
        ['anyone', null, ['FILE_VIEW', 'FILE_READ'], [links.open]],
      )
      const address = results.find(({ who_type }) => who_type === 'email')
      assert.deepEqual(address?.who, { id: null, name: 'nobody@example.test', email: 'nobody@example.test' })
      const names = results.filter(({ who_type }) => who_type === 'group').map(({ who }) => who?.name)
      assert.deepEqual(names, ['Outer', 'Readers'])
      const ofRoot = await keeper.call(api.getRootReach, { root_id: share, page_size: 100 })
      const kinds = new Set(ofRoot.results.map(({ who_type }) => who_type))
      assert.deepEqual(kinds, new Set(['person', 'group']))
      const top = await keeper.call(api.getFolderReach, {
        root_id: share,
        folder_id: 0 as EntryId,
        page_size: 100,
      })
      assert.deepEqual(top, ofRoot)
    })

    it('comes in pages that hold everybody once, or for one person alone', async () => {
      const all = await ofFile()
      assert.deepEqual([all.total, all.max_page, all.page], [all.results.length, 1, 1])
      const paged = []
      for (let page = 1; page <= Math.ceil(all.total / 4); page++)
        paged.push(...(await ofFile({ page, page_size: 4 })).results)
      assert.deepEqual(paged, all.results)
      const beyond = ofFile({ page: 2 })
      await assert.rejects(beyond, { status: 400, code: 'invalid_request' })
      for (const { id, listed } of cast) {
        const one = await ofFile({ person_id: id })
        const row = all.results.filter(({ who, who_type }) => who_type !== 'group' && who?.id === id)
        assert.deepEqual([one.total, one.results], [listed ? 1 : 0, row])
      }
      assert.equal((await ofFile({ person_id: 987_654_321 as PersonId })).total, 0)
    })

    it('is for those who manage the item, and for administrators', async () => {
      for (const [name, status] of [
        ['CO_OWNER', 200],
        ['administrator', 200],
        ['administrator above', 200],
        ['COLLABORATOR', 403],
        ['reader', 403],
        ['a colleague', 403],
        ['administrator elsewhere', 403],
        ['guest', 403],
      ] as const)
        for (const path of ['', `/${file_id}`, `/folder/${outer}`]) {
          const answer = await get(`/api/2/files/${share}${path}/reach`, named(name).headers)
          assert.equal(answer.status, status, `${name} of ${path}`)
        }
      const wrong = await get(`/api/2/files/${keeper.rootId}/${file_id}/reach`, named('keeper').headers)
      assert.equal(wrong.status, 404)
    })

    it('follows the policy, privacy mode and the policy for links', async () => {
      const own = { root_id: keeper.rootId }
      const titles = async () => {
        const { results } = await keeper.call(api.getRootReach, { ...own, page_size: 100 })
        const nameOf = (id: unknown) => cast.find((one) => one.id === id)?.name ?? 'system administrator'
        return results.map(({ who, ways }) => `${nameOf(who?.id)}: ${ways.map(({ way }) => way)}`).toSorted()
      }
      assert.deepEqual(await titles(), [
        'administrator above: administrator',
        'administrator: administrator',
        'keeper: owner',
        'system administrator: administrator',
      ])
      await world.changeOrganization(home, { privacy_mode: 1 })
      assert.deepEqual(await titles(), ['administrator: administrator', 'keeper: owner'])
      // Who is kept from files learns who reaches them, and not what they are called.
      const path = `/api/2/files/${share}/${file_id}/reach?page_size=100&person_id=${named('reader').id}`
      const answer = await get(path, named('administrator above').headers)
      const { results } = (await answer.json()) as { results: api.Reach[] }
      assert.equal(results[0]?.ways[0]?.path, null)
      const policy = JSON.stringify({ ...DEFAULT_POLICY, admin_browse_files: false, secure_shares: true })
      await world.changeOrganization(home, { policy })
      assert.deepEqual(await titles(), ['keeper: owner'])
      const kinds = (await ofFile()).results.map(({ who_type }) => who_type)
      // An address is then for an account that proves to have it.
      assert.ok(!kinds.includes('anyone') && kinds.includes('email') && kinds.includes('guest'))
    })

    it('is not told of what is deleted', async () => {
      const at = { root_id: share, folder_id: outer }
      await keeper.call(files.deleteFolder, at)
      await assert.rejects(ofFile(), { status: 404, code: 'not_found' })
      await assert.rejects(keeper.call(api.getFolderReach, at), { status: 404, code: 'not_found' })
      assert.ok((await keeper.call(api.getRootReach, { root_id: share })).total > 0)
    })
  })
