import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPeople } from '@holdfast/api/accounts/directory'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import * as api from '@holdfast/api/accounts/people'
import { getRoot } from '@holdfast/api/files/files'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { resetTwoStep } from '@holdfast/api/sign-in/two-step'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const ROOT = 1 as OrganizationId

for (const stack of STACKS)
  describe(`rights over persons on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company, create, fresh } = useCompanies(world)

    it('are created by administrators whose policy allows it, who give no more than they have', async () => {
      const { id, boss } = await company()
      const plain = await world.person({ organizationId: id })
      await assert.rejects(create(plain, id), { code: 'forbidden' })
      await assert.rejects(create(boss, ROOT), { code: 'forbidden' })
      await assert.rejects(create(boss, id, { system_admin: true }), { code: 'forbidden' })
      const admin = await world.admin()
      await assert.rejects(create(admin, id, { system_admin: true }), { code: 'invalid_request' })
      const second = await create(admin, ROOT, { system_admin: true })
      assert.deepEqual([second.system_admin, second.site_admin], [true, true])
      const shut = await company({ admin_create_users: false })
      await assert.rejects(create(shut.boss, shut.id), { code: 'forbidden', message: /admin_create_users/ })
    })

    it('are counted once as administrators, though several make them one at once', async () => {
      const { id, boss } = await company()
      const people = [await world.person({ organizationId: id }), await world.person({ organizationId: id })]
      for (const site_admin of [true, false])
        await Promise.all(
          [...people, ...people, ...people, ...people].map((person) =>
            boss.call(api.updatePerson, { person_id: person.id, site_admin }),
          ),
        )
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are kept from administrators above by privacy mode, where keys are concerned', async () => {
      const admin = await world.admin()
      const { id, boss } = await company()
      await world.service.ctx.db.write((tx) =>
        tx.updateTable('organization').set({ privacy_mode: 1 }).where('id', '=', id).execute(),
      )
      const ann = await world.person({ organizationId: id })
      const update = (who: Someone, change: object) =>
        who.call(api.updatePerson, { person_id: ann.id, ...change })
      await update(admin, { space_quota: 100 })
      for (const key of [
        { password: 'another phrase here' },
        { email: fresh() },
        { generate_password: true },
      ])
        await assert.rejects(update(admin, key), { code: 'forbidden' })
      await assert.rejects(admin.call(resetTwoStep, { person_id: ann.id }), { code: 'forbidden' })
      await boss.call(resetTwoStep, { person_id: ann.id })
      await assert.rejects(update(admin, { site_admin: true }), { code: 'forbidden' })
      await assert.rejects(create(admin, id, { site_admin: true }), { code: 'forbidden' })
      await create(admin, id)
      await create(boss, id, { site_admin: true })
      await update(boss, { password: 'another phrase here' })
      await ann.upload('x.txt', 'x').catch(() => undefined)
      await assert.rejects(admin.call(getRoot, { root_id: ann.rootId }), { code: 'forbidden' })
      assert.equal((await boss.call(getRoot, { root_id: ann.rootId })).id, ann.rootId)
    })

    it('let administrators look at files where the policy allows it, and not write', async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const file = await ann.upload('plan.txt', 'secret')
      const read = await boss.call(getRoot, { root_id: ann.rootId, include_permissions: true })
      assert.deepEqual(read.permissions, ['FILE_VIEW', 'FILE_READ', 'FILE_MANAGE'])
      const got = await world.request(`/api/2/files/${ann.rootId}/${file.id}/delete`, {
        method: 'POST',
        headers: boss.bearer,
      })
      assert.equal(got.error, 'forbidden')
      const shut = await company({ admin_browse_files: false })
      const bob = await world.person({ organizationId: shut.id })
      await assert.rejects(shut.boss.call(getRoot, { root_id: bob.rootId }), { code: 'forbidden' })
      await assert.rejects((await world.admin()).call(getRoot, { root_id: bob.rootId }), {
        code: 'forbidden',
      })
    })

    it('include a system administrator always', async () => {
      const admin = await world.admin()
      const others = (await admin.call(api.listOrganizationPersons, { organization_id: ROOT })).results
      for (const { id, system_admin } of others)
        if (system_admin && id !== admin.id)
          await admin.call(api.updatePerson, { person_id: id, system_admin: false })
      for (const change of [{ system_admin: false }, { active: false }])
        await assert.rejects(admin.call(api.updatePerson, { person_id: admin.id, ...change }), {
          code: 'policy_error',
        })
      for (let n = 0; n < 5; n++) {
        const { id, email } = await create(admin, ROOT, { system_admin: true })
        const other = await world.signIn(email)
        const takeFrom = (who: Someone, person_id: PersonId) =>
          who.call(api.updatePerson, { person_id, system_admin: false })
        const tries = await Promise.allSettled([takeFrom(admin, id), takeFrom(other, admin.id)])
        assert.ok(
          tries.some(({ status }) => status === 'rejected'),
          'one is left',
        )
        const left = await world.service.ctx.db.read
          .selectFrom('person')
          .select('id')
          .where('system_admin', '=', 1)
          .execute()
        assert.equal(left.length, 1)
        if (left[0]?.id === admin.id) continue
        await other.call(api.updatePerson, { person_id: admin.id, system_admin: true })
        await admin.call(api.updatePerson, { person_id: id, system_admin: false })
      }
    })

    it('are found by the beginnings of their names, by those of their organization, unless its policy says no', async () => {
      const { id, boss } = await company()
      const add = (first_name: string, last_name: string, email: string) =>
        create(boss, id, { first_name, last_name, email, create_root: false })
      const jose = await add('José', 'Álvarez Soto', 'js@found.test')
      const alva = await add('Alva', 'Young', 'alva@found.test')
      await add('Zoe', 'Lee', 'al.zoe@found.test')
      const mate = await world.person({ organizationId: id })
      const find = async (q: string, who: Someone = mate) =>
        (await who.call(findPeople, { organization_id: id, q })).results.map(({ name }) => name)
      assert.deepEqual(await find('AL'), ['Alva Young', 'José Álvarez Soto', 'Zoe Lee'])
      assert.deepEqual(await find(' jose  alv'), ['José Álvarez Soto'])
      assert.deepEqual(await find('soto'), [], 'only beginnings')
      assert.deepEqual(await find('js@FOUND'), ['José Álvarez Soto'])
      assert.deepEqual(await mate.call(findPeople, { organization_id: id, q: 'alva y' }), {
        results: [{ type: 'person', id: alva.id, name: 'Alva Young', email: 'alva@found.test' }],
      })
      await boss.call(api.updatePerson, { person_id: jose.id, last_name: 'Ruiz' })
      await boss.call(api.deletePerson, { person_id: alva.id })
      assert.deepEqual(await find('al'), ['Zoe Lee'])
      assert.deepEqual(await find('ruiz'), ['José Ruiz'])
      await assert.rejects(find('a '), { status: 400 })
      const stranger = await world.person()
      await assert.rejects(find('al', stranger), { code: 'forbidden' })
      await boss.call(updateOrganizationPolicy, { organization_id: id, user_find_people: false })
      await assert.rejects(find('al'), { status: 403, message: /user_find_people/ })
      assert.deepEqual(await find('al', boss), ['Zoe Lee'])
      for (let n = 0; n < 59; n++) await find('zz', boss)
      await assert.rejects(find('zz', boss), { status: 503 })
    })
  })
