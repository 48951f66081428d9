import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import * as api from '@holdfast/api/accounts/people'
import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { acceptInvitation, createShare, deleteShare } from '@holdfast/api/sharing/shares'
import { countReads } from '@holdfast/server/testkit/database/count-reads'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`what a person object tells of space on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company, create, fresh } = useCompanies(world)

    const share = async (boss: Someone, organization_id: OrganizationId, given: object = {}) =>
      (await boss.call(createShare, { organization_id, name: fresh(), ...given })).id
    const read = (by: Someone, person_id: PersonId | string) =>
      by.call(api.getPerson, { person_id: String(person_id) })
    const rootsOf = async (person: Promise<{ roots: { id: RootId }[] }>) =>
      (await person).roots.map((root) => root.id)

    it('is every root the person takes part in, whatever the way', async () => {
      const { id, boss } = await company()
      const elsewhere = await company()
      const joined = await share(boss, id)
      const ann = await create(boss, id, { dept_shares: [joined] })
      assert.deepEqual(await rootsOf(Promise.resolve(ann)), [ann.root_id, joined].sort())
      const group = async (given: object) =>
        (await boss.call(createGroup, { company_id: id, name: fresh(), ...given })).id
      const inner = await group({ members: [ann.id] })
      const outer = await group({ member_groups: [await group({ member_groups: [inner] })] })
      const direct = await share(boss, id, { subscribers: [[ann.id, 'web', 'UPLOADER']] })
      const byGroup = await share(boss, id, { group_subscribers: [[inner, 'web', 'VIEWER']] })
      const nested = await share(boss, id, {
        subscribers: [[ann.id, 'all', 'VIEWER']],
        group_subscribers: [[outer, 'web', 'EDITOR']],
      })
      const invited = { external_subscribers: [ann.email] }
      const foreign = await share(elsewhere.boss, elsewhere.id, invited)
      await share(elsewhere.boss, elsewhere.id, invited)
      await share(boss, id)
      const gone = await share(boss, id, { subscribers: [[ann.id, 'web', 'VIEWER']] })
      await boss.call(deleteShare, { organization_id: id, root_id: gone })
      const herself = await world.signIn(ann.email)
      await world.changePerson(ann.id, { email_verified_at: 1 })
      await herself.call(acceptInvitation, { person_id: ann.id, root_id: foreign })

      const known = [ann.root_id, joined, direct, byGroup, nested] as RootId[]
      const update = (by: Someone) => by.call(api.updatePerson, { person_id: ann.id, locale: 'de_DE' })
      const admin = await world.admin()
      const listed = async () => {
        const { results } = await boss.call(api.listOrganizationPersons, { organization_id: id })
        return results.find((person) => person.id === ann.id) ?? assert.fail()
      }
      for (const [name, asked] of Object.entries({
        own: herself.call(api.getOwnPerson, {}),
        'own by id': read(herself, ann.id),
        'own by address': read(herself, ann.email),
        'own update': update(herself),
        'to one above all': read(admin, ann.id),
      }))
        assert.deepEqual((await rootsOf(asked)).sort(), [...known, foreign].sort(), name)
      for (const [name, asked] of Object.entries({
        'by id': read(boss, ann.id),
        'by address': read(boss, ann.email),
        updated: update(boss),
        listed: listed(),
      }))
        assert.deepEqual((await rootsOf(asked)).sort(), [...known].sort(), name)
      assert.equal((await read(boss, ann.id)).space_usage, 0)
    })

    it('costs as many statements for many persons in many shares as for one', async () => {
      const { id, boss } = await company()
      const elsewhere = await company()
      const list = () => boss.call(api.listOrganizationPersons, { organization_id: id })
      const members = [await world.person({ organizationId: id })]
      // What is read once for a caller is no cost of the list.
      await list()
      const few = await countReads(world, list)
      members.push(await world.person({ organizationId: id }))
      const group = await boss.call(createGroup, {
        company_id: id,
        name: fresh(),
        members: members.map((member) => member.id),
      })
      for (let n = 0; n < 3; n++) {
        await share(boss, id, { group_subscribers: [[group.id, 'web', 'VIEWER']] })
        const root_id = await share(elsewhere.boss, elsewhere.id, {
          external_subscribers: members.map(({ email }) => email),
        })
        for (const member of members) await member.call(acceptInvitation, { person_id: member.id, root_id })
      }
      assert.equal(await countReads(world, list), few)
      assert.ok(few > 3, 'they are counted')
    })

    it('is the quota that holds, and what is sent back as it was sets none', async () => {
      const { id, boss } = await company()
      const admin = await world.admin()
      const ann = await create(boss, id)
      const shown = ({ space_quota, space_quota_formatted }: Awaited<ReturnType<typeof read>>) => [
        space_quota,
        space_quota_formatted,
      ]
      const set = (by: Someone, space_quota: number | null) =>
        by.call(api.updatePerson, { person_id: ann.id, space_quota })
      const ofOrganization = (space_quota: number) =>
        admin.call(updateOrganizationPolicy, { organization_id: id, space_quota })
      assert.deepEqual(shown(ann), [DEFAULT_POLICY.space_quota, '2.00 TB'])
      await set(boss, ann.space_quota)
      await set(await world.signIn(ann.email), ann.space_quota)
      await ofOrganization(5000)
      assert.deepEqual(shown(await read(boss, ann.id)), [5000, '4.88 KB'])
      await set(boss, 700)
      await set(boss, 700)
      await ofOrganization(6000)
      assert.deepEqual(shown(await read(boss, ann.id)), [700, '700 B'])
      assert.deepEqual(shown(await set(boss, null)), [6000, '5.86 KB'])
    })
  })
