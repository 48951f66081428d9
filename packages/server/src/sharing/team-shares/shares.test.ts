import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup, deleteGroup, getGroupMembers, updateGroupMembers } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import {
  deleteOrganization,
  getOrganization,
  listOrganizationShares,
  updateOrganizationPolicy,
} from '@holdfast/api/accounts/organizations'
import { createPerson, deletePerson, updatePerson } from '@holdfast/api/accounts/people'
import { listChanges } from '@holdfast/api/files/changes'
import { downloadFile, getRoot, uploadToRoot } from '@holdfast/api/files/files'
import type { MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { listOrganizationSharelinks } from '@holdfast/api/sharing/link-administration'
import { shareFile } from '@holdfast/api/sharing/links'
import * as api from '@holdfast/api/sharing/shares'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { EventReader } from '@holdfast/server/testkit/content/event-source'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const GONE = { status: 410, code: 'root_deleted' }
const FORBIDDEN = { status: 403, code: 'forbidden' }
const NOT_FOUND = { status: 404, code: 'not_found' }
const INVALID = { status: 400, code: 'invalid_request' }

for (const stack of STACKS)
  describe(`team shares on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let boss: Someone
    let ann: Someone
    let bob: Someone
    let other: OrganizationId
    let otherBoss: Someone
    let eve: Someone

    before(async () => {
      home = await world.organization()
      other = await world.organization()
      boss = await world.person({ organizationId: home, siteAdmin: true })
      ann = await world.person({ organizationId: home })
      bob = await world.person({ organizationId: home })
      otherBoss = await world.person({ organizationId: other, siteAdmin: true })
      eve = await world.person({ organizationId: other })
    })

    const create = (given: object = {}, by = boss) =>
      by.call(api.createShare, { organization_id: home, name: 'Plans', ...given })
    const update = (root_id: RootId, lists: object, by = boss) =>
      by.call(api.updateShareSubscribers, { organization_id: home, root_id, ...lists })
    const subscribers = (root_id: RootId, include_from_group = false) =>
      boss.call(api.getShareSubscribers, { organization_id: home, root_id, include_from_group })
    const put = (by: Someone, root_id: RootId, name = 'a.txt') =>
      by.call(uploadToRoot, { root_id, file: { name, bytes: new Blob(['text']) } })
    const records = async (by: Someone, organization_id: OrganizationId) =>
      (await by.call(listOrganizationActivity, { organization_id })).results
    const reach = (by: Someone, root_id: RootId) => by.call(getRoot, { root_id })
    const machineOf = async (someone: Someone): Promise<MachineId> => {
      const { results } = await someone.call(listSessions, {})
      return results.find(({ is_current }) => is_current)?.machine_id ?? assert.fail()
    }

    it('tell on request what those are called who take part', async () => {
      const inner = await boss.call(createGroup, { company_id: home, name: 'Editors', members: [bob.id] })
      const { id: group_id } = await boss.call(createGroup, {
        ...{ company_id: home, name: 'Everybody', members: [ann.id], member_groups: [inner.id] },
      })
      const nameOf = ({ id, email }: Someone) => ({ id, name: `Pat Doe ${email.match(/\d+/)}`, email })
      const members = { group_id, include_from_group: true, include_names: true }
      assert.deepEqual((await boss.call(getGroupMembers, members)).names, {
        persons: [nameOf(ann), nameOf(bob)],
        groups: [{ id: inner.id, name: 'Editors' }],
      })
      const { id: root_id } = await create({
        ...{ subscribers: [[ann.id, 'web', 'VIEWER']], group_subscribers: [[inner.id, 'web', 'EDITOR']] },
        external_subscribers: [[otherBoss.email, 'UPLOADER']],
      })
      const lists = { organization_id: home, root_id, include_names: true }
      const { names, external_roles } = await boss.call(api.getShareSubscribers, lists)
      assert.deepEqual(names, { persons: [nameOf(ann)], groups: [{ id: inner.id, name: 'Editors' }] })
      assert.deepEqual(external_roles, { [otherBoss.email]: 'UPLOADER' })
    })

    it('are made with their settings, and found by them', async () => {
      const made = await create({ name: 'Drafts', description: 'All drafts', auto_lock: true, notify: false })
      const { root_type, name, description, auto_lock, notify, company_id } = made
      assert.deepEqual(
        { root_type, name, description, auto_lock, notify, company_id },
        {
          root_type: 'share',
          name: 'Drafts',
          description: 'All drafts',
          auto_lock: true,
          notify: false,
          company_id: home,
        },
      )
      assert.deepEqual(await boss.call(api.getShare, { organization_id: home, root_id: made.id }), made)
      const { description: none, auto_lock: locks, notify: tells } = await create()
      assert.deepEqual([none, locks, tells], ['', false, true])
      const { results, total } = await boss.call(listOrganizationShares, { organization_id: home })
      assert.equal(total, results.length)
      assert.ok(results.some(({ id }) => id === made.id))
    })

    it('take lists as JSON in a form, and in any other way that lists come', async () => {
      const { id } = await create()
      const path = `/api/2/organization/${home}/share/${id}/subscribers/update`
      const sent = {
        subscribers: JSON.stringify([[ann.id, 'all', 'VIEWER']]),
        external_subscribers: eve.email,
      }
      assert.equal((await world.post(path, sent, boss.bearer)).status, 200)
      const { subscribers: persons, external_subscribers } = await subscribers(id)
      assert.deepEqual(persons, [[ann.id, 'all', 'VIEWER']])
      assert.deepEqual(external_subscribers, { [eve.email]: 'invited' })
      // An empty parameter is one that was not given; an empty list is a list.
      assert.equal((await world.post(path, { subscribers: '' }, boss.bearer)).status, 200)
      assert.equal((await subscribers(id)).subscribers.length, 1)
      assert.equal((await world.post(path, { subscribers: '[]' }, boss.bearer)).status, 200)
      assert.deepEqual((await subscribers(id)).subscribers, [])
    })

    it('can be changed, a name only to one that a device can hold', async () => {
      const { id: root_id } = await create({ description: 'old' })
      const change = (given: object) =>
        boss.call(api.updateShare, { organization_id: home, root_id, ...given })
      assert.equal((await change({ name: 'Other', auto_lock: true })).name, 'Other')
      assert.equal((await change({ description: null })).description, '')
      const { name, auto_lock, notify } = await change({ notify: false })
      assert.deepEqual([name, auto_lock, notify], ['Other', true, false])
      for (const bad of ['a/b', 'con', 'x.', '..'])
        await assert.rejects(change({ name: bad }), { status: 400, code: 'invalid_name' })
      await assert.rejects(create({ name: 'x'.repeat(256) }), { status: 400, code: 'name_too_long' })
    })

    it('replace the lists that are given and no others', async () => {
      const group = await boss.call(createGroup, { company_id: home, name: 'Readers' })
      const machine = await machineOf(ann)
      const { id } = await create({
        subscribers: [
          [ann.id, machine, 'EDITOR'],
          [ann.id, 'future', 'VIEWER'],
          [bob.id, 'webdav', 'UPLOADER'],
        ],
        group_subscribers: [[group.id, 'machines', 'PREVIEWER']],
        external_subscribers: [eve.email],
      })
      const first = await subscribers(id)
      assert.deepEqual(first, {
        subscribers: [
          [ann.id, machine, 'EDITOR'],
          [ann.id, 'future', 'VIEWER'],
          [bob.id, 'webdav', 'UPLOADER'],
        ],
        group_subscribers: [[group.id, 'machines', 'PREVIEWER']],
        external_subscribers: { [eve.email]: 'invited' },
        from_group: [],
      })
      await update(id, {})
      assert.deepEqual(await subscribers(id), first)
      await update(id, { subscribers: [[bob.id, 'webdav', 'EDITOR']] })
      assert.deepEqual(await subscribers(id), { ...first, subscribers: [[bob.id, 'webdav', 'EDITOR']] })
      await update(id, { group_subscribers: [], external_subscribers: [] })
      const last = await subscribers(id)
      assert.deepEqual([last.group_subscribers, last.external_subscribers], [[], {}])
      await assert.rejects(reach(ann, id), FORBIDDEN)
      await reach(bob, id)
    })

    it('tell whom groups bring, nested ones too', async () => {
      const inner = await boss.call(createGroup, { company_id: home, name: 'Inner', members: [bob.id] })
      const outer = await boss.call(createGroup, {
        company_id: home,
        name: 'Outer',
        members: [ann.id],
        member_groups: [inner.id],
      })
      const { id } = await create({ group_subscribers: [[outer.id, 'web', 'VIEWER']] })
      assert.deepEqual((await subscribers(id, true)).from_group, [
        [ann.id, 'web', 'VIEWER'],
        [bob.id, 'web', 'VIEWER'],
      ])
      await reach(bob, id)
      await boss.call(updateGroupMembers, { group_id: inner.id, members: [] })
      await assert.rejects(reach(bob, id), FORBIDDEN)
      await boss.call(deleteGroup, { group_id: outer.id })
      await assert.rejects(reach(ann, id), FORBIDDEN)
      assert.deepEqual((await subscribers(id)).group_subscribers, [])
    })

    it('add up what several ways in allow', async () => {
      const group = await boss.call(createGroup, { company_id: home, name: 'Adders', members: [ann.id] })
      const { id } = await create({
        subscribers: [[ann.id, 'web', 'PREVIEWER']],
        group_subscribers: [[group.id, 'web', 'UPLOADER']],
      })
      const { permissions } = await ann.call(getRoot, { root_id: id, include_permissions: true })
      assert.deepEqual(permissions?.toSorted(), ['FILE_ADD', 'FILE_VIEW'])
      const { id: file_id } = await put(ann, id)
      await assert.rejects(ann.open(downloadFile, { root_id: id, file_id }), FORBIDDEN)
      // Adding is not changing.
      const again = { name: 'a.txt', bytes: new Blob(['other']) }
      await assert.rejects(
        ann.call(uploadToRoot, { root_id: id, file: again, on_conflict: 'revision' }),
        FORBIDDEN,
      )
      // An administrator who takes part loses nothing by it.
      await update(id, { subscribers: [[boss.id, 'web', 'UPLOADER']] })
      const both = await boss.call(getRoot, { root_id: id, include_permissions: true })
      assert.deepEqual(both.permissions?.toSorted(), ['FILE_ADD', 'FILE_MANAGE', 'FILE_READ', 'FILE_VIEW'])
    })

    it('refuse what cannot be subscribed, and change nothing then', async () => {
      const { id } = await create({ subscribers: [[ann.id, 'all', 'VIEWER']] })
      const guest = await boss.call(createGuest, {
        company_id: home,
        email: 'guest-of-home@example.test',
        first_name: 'G',
        last_name: 'G',
        password: PASSWORD,
      })
      const foreignGroup = await otherBoss.call(createGroup, { company_id: other, name: 'Foreign' })
      const before = await subscribers(id)
      const refused: Record<string, object> = {
        'an unknown person': { subscribers: [[987_654_321, 'all', 'VIEWER']] },
        'a person of another organization': { subscribers: [[eve.id, 'all', 'VIEWER']] },
        'a guest': { subscribers: [[guest.id, 'all', 'VIEWER']] },
        'an unknown role': { subscribers: [[ann.id, 'all', 'OWNER']] },
        'an unknown target': { subscribers: [[ann.id, 'machines', 'VIEWER']] },
        'a machine of another': { subscribers: [[ann.id, await machineOf(bob), 'VIEWER']] },
        'a tuple that is too short': { subscribers: [[ann.id, 'all']] },
        'no number': { subscribers: [['ann', 'all', 'VIEWER']] },
        'one person twice': {
          subscribers: [
            [ann.id, 'all', 'VIEWER'],
            [ann.id, 'all', 'EDITOR'],
          ],
        },
        'too many': { subscribers: Array.from({ length: 5001 }, (_, n) => [n + 1, 'all', 'VIEWER']) },
        'a group of another organization': { group_subscribers: [[foreignGroup.id, 'web', 'VIEWER']] },
        'a target of persons for a group': { group_subscribers: [[foreignGroup.id, 'all', 'VIEWER']] },
        'an address that nobody has': { external_subscribers: ['nobody@example.test'] },
        'an address of the own organization': { external_subscribers: [[bob.email, 'VIEWER']] },
        'the address of a guest': { external_subscribers: [[guest.email, 'VIEWER']] },
        'an address twice': { external_subscribers: [eve.email, eve.email.toUpperCase()] },
        'a bad list after a good one': { subscribers: [], external_subscribers: ['nobody@example.test'] },
      }
      for (const [what, lists] of Object.entries(refused)) {
        await assert.rejects(update(id, lists), INVALID, what)
        await assert.rejects(create(lists), INVALID, what)
      }
      assert.deepEqual(await subscribers(id), before)
      // Whether an address has an account elsewhere cannot be seen from the words.
      const wordsFor = (email: string) =>
        update(id, { external_subscribers: [email] }).then(
          () => assert.fail(),
          (error) => String(error.message).replace(email, ''),
        )
      assert.equal(await wordsFor('nobody@example.test'), await wordsFor(guest.email))
    })

    it('are made by persons where the policy lets them, who manage what they make', async () => {
      const made = await create({ subscribers: [[bob.id, 'web', 'VIEWER']] }, ann)
      assert.deepEqual((await subscribers(made.id)).subscribers.toSorted(), [
        [ann.id, 'all', 'CO_OWNER'],
        [bob.id, 'web', 'VIEWER'],
      ])
      await ann.call(api.updateShare, { organization_id: home, root_id: made.id, name: 'Mine' })
      await update(made.id, { subscribers: [[ann.id, 'all', 'CO_OWNER']] }, ann)
      await assert.rejects(reach(bob, made.id), FORBIDDEN)
      await assert.rejects(ann.call(api.createShare, { organization_id: other, name: 'x' }), FORBIDDEN)
      const policy = (user_create_shares: boolean) =>
        boss.call(updateOrganizationPolicy, { organization_id: home, user_create_shares })
      await policy(false)
      await assert.rejects(create({}, ann), FORBIDDEN)
      await assert.rejects(ann.call(api.deleteShare, { organization_id: home, root_id: made.id }), FORBIDDEN)
      await policy(true)
      await assert.rejects(bob.call(api.deleteShare, { organization_id: home, root_id: made.id }), FORBIDDEN)
      await ann.call(api.deleteShare, { organization_id: home, root_id: made.id })
    })

    it('are gone at once when they are deleted, and those who took part are told so', async () => {
      const adder = await world.person({ organizationId: home })
      const { id } = await create({
        subscribers: [
          [ann.id, 'all', 'COLLABORATOR'],
          [adder.id, 'all', 'UPLOADER'],
        ],
      })
      await put(ann, id)
      await assert.rejects(adder.call(listChanges, { root_id: id }), FORBIDDEN)
      const { total } = await boss.call(listOrganizationShares, { organization_id: home })
      await boss.call(api.deleteShare, { organization_id: home, root_id: id, remove_files: true })
      for (const purged of [false, true]) {
        if (purged) await world.runJobs()
        await assert.rejects(reach(ann, id), GONE)
        await assert.rejects(reach(bob, id), FORBIDDEN)
        for (const who of [ann, adder]) await assert.rejects(who.call(listChanges, { root_id: id }), GONE)
        await assert.rejects(boss.call(api.getShare, { organization_id: home, root_id: id }), GONE)
        await assert.rejects(update(id, { subscribers: [] }), GONE)
      }
      assert.equal((await boss.call(listOrganizationShares, { organization_id: home })).total, total - 1)
      const record = (await records(boss, home)).find(({ activity_type_id }) => activity_type_id === 73)
      assert.equal(record?.data_text, 'remove_files')
      await checkInvariants(world.service.ctx.db.read)
    })

    it('move to another organization with all they store, by who may take over both', async () => {
      const admin = await world.admin()
      const mover = await world.person({ organizationId: 1 as OrganizationId, siteAdmin: true })
      const group = await boss.call(createGroup, { company_id: home, name: 'Movers', members: [bob.id] })
      const third = await world.person({ organizationId: await world.organization() })
      const { id } = await create({
        subscribers: [[ann.id, 'all', 'CO_OWNER']],
        group_subscribers: [[group.id, 'web', 'EDITOR']],
        external_subscribers: [[eve.email, 'EDITOR'], otherBoss.email, third.email],
      })
      for (const someone of [eve, third])
        await someone.call(api.acceptInvitation, { person_id: someone.id, root_id: id })
      const { id: file_id } = await put(ann, id)
      const link = await ann.call(shareFile, { root_id: id, file_id, subscribers: [bob.email] })
      const move = (by: Someone, company_id = other) =>
        by.call(api.updateShare, { organization_id: home, root_id: id, company_id })
      for (const by of [ann, boss, otherBoss, eve]) await assert.rejects(move(by), FORBIDDEN)
      await assert.rejects(move(mover, 987_654_321 as OrganizationId), NOT_FOUND)
      const moved = await mover.call(api.updateShare, {
        organization_id: home,
        root_id: id,
        company_id: other,
        name: 'Moved',
      })
      assert.deepEqual([moved.company_id, moved.name], [other, 'Moved'])
      for (const by of [ann, bob]) await assert.rejects(reach(by, id), FORBIDDEN)
      await assert.rejects(move(mover), NOT_FOUND)
      // Its links are looked after there, and dead where those who made them may no longer share.
      const links = await otherBoss.call(listOrganizationSharelinks, { organization_id: other })
      assert.deepEqual(
        links.results.map(({ id: sharelink_id }) => sharelink_id),
        [link.id],
      )
      assert.equal((await fetch(`${world.url}/api/2/sharelinks/${link.hash}`)).status, 404)
      // There its subscribers are of another organization: known by their address alone.
      const [subscriber] = links.results[0]?.subscribers ?? []
      assert.deepEqual([subscriber?.subscriber_type, subscriber?.subscriber], ['email', bob.email])
      // Who came from outside is at home now; others from outside stay.
      assert.equal(await (await eve.open(downloadFile, { root_id: id, file_id })).text(), 'text')
      await reach(third, id)
      const lists = await otherBoss.call(api.getShareSubscribers, { organization_id: other, root_id: id })
      assert.deepEqual(lists.subscribers, [[eve.id, 'web', 'EDITOR']])
      assert.deepEqual(lists.external_subscribers, { [third.email]: 'accepted' })
      for (const [by, place] of [
        [boss, home],
        [otherBoss, other],
      ] as const)
        assert.ok((await records(by, place)).some(({ activity_type_id }) => activity_type_id === 72))
      await checkInvariants(world.service.ctx.db.read)
      // Where there is no room for it, nothing changes.
      const small = await world.organization({ space_quota: 1 })
      const refused = admin.call(api.updateShare, { organization_id: other, root_id: id, company_id: small })
      await assert.rejects(refused, { status: 409, code: 'policy_error' })
      await reach(eve, id)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('do not move out of an organization in privacy mode by those above', async () => {
      const shut = await world.organization()
      const keeper = await world.person({ organizationId: shut, siteAdmin: true })
      const { id } = await keeper.call(api.createShare, { organization_id: shut, name: 'Secret' })
      await world.changeOrganization(shut, { privacy_mode: 1 })
      const admin = await world.admin()
      const move = admin.call(api.updateShare, { organization_id: shut, root_id: id, company_id: home })
      await assert.rejects(move, FORBIDDEN)
    })

    it('invite persons of other organizations, who come only if they accept', async () => {
      const { id } = await create({ name: 'Joint plans', external_subscribers: [[eve.email, 'EDITOR']] })
      const status = async () => (await subscribers(id)).external_subscribers[eve.email]
      const asked = { person_id: eve.id, root_id: id }
      const mail = (await world.sent(eve.email)).at(-1)
      for (const words of [
        'Joint plans',
        (await boss.call(getOrganization, { organization_id: String(home) })).name,
        'Pat Doe',
      ])
        assert.ok(mail?.text.includes(words), words)
      await assert.rejects(reach(eve, id), FORBIDDEN)
      const { results } = await eve.call(api.listInvitations, { person_id: eve.id })
      const listed = results.find(({ root_id }) => root_id === id)
      assert.deepEqual([listed?.name, listed?.role, listed?.status], ['Joint plans', 'EDITOR', 'invited'])
      for (const by of [boss, otherBoss])
        await assert.rejects(by.call(api.acceptInvitation, asked), FORBIDDEN)
      assert.equal((await eve.call(api.acceptInvitation, asked)).status, 'accepted')
      await eve.call(api.acceptInvitation, asked)
      await put(eve, id)
      assert.equal(await status(), 'accepted')
      // Another role needs no other answer.
      await update(id, { external_subscribers: [[eve.email, 'VIEWER']] })
      assert.equal(await status(), 'accepted')
      await assert.rejects(put(eve, id, 'b.txt'), FORBIDDEN)
      assert.equal((await eve.call(api.declineInvitation, asked)).status, 'declined')
      await assert.rejects(reach(eve, id), FORBIDDEN)
      assert.equal(await status(), 'declined')
      const letters = (await world.sent(eve.email)).length
      await update(id, { external_subscribers: [[eve.email, 'VIEWER']] })
      assert.equal(await status(), 'invited')
      // There is a letter about it already, not an hour old.
      assert.equal((await world.sent(eve.email)).length, letters)
      await update(id, { external_subscribers: [] })
      await assert.rejects(eve.call(api.acceptInvitation, asked), NOT_FOUND)
      const kinds = (await records(boss, home)).map(({ activity_type_id }) => activity_type_id)
      for (const kind of [70, 74, 75, 76, 77]) assert.ok(kinds.includes(kind), String(kind))
    })

    it('lose external subscribers whose accounts are disabled or deleted', async () => {
      const [gone, off] = [
        await world.person({ organizationId: other }),
        await world.person({ organizationId: other }),
      ]
      const { id } = await create({ external_subscribers: [gone.email, off.email] })
      await otherBoss.call(deletePerson, { person_id: gone.id })
      await otherBoss.call(updatePerson, { person_id: off.id, active: false })
      assert.deepEqual((await subscribers(id)).external_subscribers, {})
      await assert.rejects(update(id, { external_subscribers: [off.email] }), INVALID)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('lose their subscribers with the accounts, and nobody inherits them', async () => {
      const leaver = await world.person({ organizationId: home })
      const { id } = await create({ subscribers: [[leaver.id, 'all', 'CO_OWNER']] })
      await boss.call(deletePerson, { person_id: leaver.id })
      assert.deepEqual((await subscribers(id)).subscribers, [])
      const { id: again } = await boss.call(createPerson, {
        company_id: home,
        email: leaver.email,
        first_name: 'New',
        last_name: 'One',
        password: PASSWORD,
      })
      assert.notEqual(again, leaver.id)
      await assert.rejects(reach(await world.signIn(leaver.email), id), FORBIDDEN)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are joined by new accounts, and by old ones, with dept_shares', async () => {
      const { id } = await create()
      const account = { company_id: home, first_name: 'Dan', last_name: 'Dee', password: PASSWORD }
      await boss.call(createPerson, { ...account, email: 'dan@example.test', dept_shares: [id] })
      const dan = await world.signIn('dan@example.test')
      await put(dan, id)
      await update(id, { subscribers: [[dan.id, 'all', 'VIEWER']] })
      // What someone has already stays as it is.
      await boss.call(updatePerson, { person_id: dan.id, dept_shares: [id] })
      await boss.call(updatePerson, { person_id: ann.id, dept_shares: [id] })
      assert.deepEqual(
        (await subscribers(id)).subscribers.toSorted(),
        [
          [ann.id, 'all', 'COLLABORATOR'],
          [dan.id, 'all', 'VIEWER'],
        ].toSorted(),
      )
      const foreign = await otherBoss.call(api.createShare, { organization_id: other, name: 'Theirs' })
      for (const dept_shares of [[foreign.id], [ann.rootId]])
        await assert.rejects(boss.call(updatePerson, { person_id: ann.id, dept_shares }), INVALID)
    })

    it('are followed by those who may see their files, from when they join until they leave', async () => {
      const { id } = await create({
        subscribers: [
          [ann.id, 'all', 'VIEWER'],
          [bob.id, 'all', 'UPLOADER'],
        ],
      })
      await using seeing = await EventReader.open(world.url, ann.bearer)
      await using adding = await EventReader.open(world.url, bob.bearer)
      for (const reader of [seeing, adding]) await reader.next()
      await put(bob, id, 'seen.txt')
      const heard = async (reader: EventReader) => {
        for (;;) {
          const { event, data } = (await reader.next()) ?? assert.fail()
          // Both get news of an upload to their own root in the end, so that nothing is waited for in vain.
          if (event === 'change') return [data.root_id, data.name]
        }
      }
      assert.deepEqual(await heard(seeing), [id, 'seen.txt'])
      await bob.upload('own.txt', 'text')
      assert.deepEqual(await heard(adding), [bob.rootId, 'own.txt'])
    })

    it('end with their organization', async () => {
      const below = await world.organization({}, home)
      const someone = await world.person({ organizationId: below, siteAdmin: true })
      const group = await someone.call(createGroup, { company_id: below, name: 'All', members: [someone.id] })
      await someone.call(api.createShare, {
        organization_id: below,
        name: 'Theirs',
        group_subscribers: [[group.id, 'web', 'EDITOR']],
        external_subscribers: [ann.email],
      })
      const ours = await create({ external_subscribers: [someone.email] })
      await boss.call(deleteOrganization, { organization_id: below })
      await world.runJobs()
      assert.deepEqual((await subscribers(ours.id)).external_subscribers, {})
      const { results } = await ann.call(api.listInvitations, { person_id: ann.id as PersonId })
      assert.ok(!results.some(({ name }) => name === 'Theirs'))
      await checkInvariants(world.service.ctx.db.read)
    })
  })
