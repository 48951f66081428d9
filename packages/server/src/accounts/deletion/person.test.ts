import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listOrganizationMachines, listOrganizationRoots } from '@holdfast/api/accounts/organizations'
import * as api from '@holdfast/api/accounts/people'
import { getFile, getRoot } from '@holdfast/api/files/files'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`persons who leave, on ${stack.name},`, () => {
    const world = useWorld(stack)
    const { company, create } = useCompanies(world)

    it('take along what they are told to', async () => {
      const { id, boss } = await company()
      const [keeps, loses] = [
        await world.person({ organizationId: id }),
        await world.person({ organizationId: id }),
      ]
      for (const someone of [keeps, loses]) await someone.upload('a.txt', 'content of a file')
      await boss.call(api.deletePerson, { person_id: keeps.id })
      await boss.call(api.deletePerson, { person_id: loses.id, remove_user_files: true })
      for (const { id: gone, email } of [keeps, loses]) {
        for (const ref of [String(gone), email])
          await assert.rejects(boss.call(api.getPerson, { person_id: ref }), { code: 'not_found' })
        await assert.rejects(world.signIn(email), { code: 'invalid_grant' })
      }
      assert.equal((await world.request('/api/2/person', { headers: keeps.bearer })).error, 'access_denied')
      assert.equal((await boss.call(getRoot, { root_id: keeps.rootId })).children?.length, 1)
      await assert.rejects(boss.call(getRoot, { root_id: loses.rootId }), { code: 'root_deleted' })
      await world.runJobs()
      const roots = await boss.call(listOrganizationRoots, { organization_id: id })
      assert.deepEqual(
        roots.results.map((root) => root.id),
        [boss.rootId, keeps.rootId],
      )
      assert.equal((await boss.call(listOrganizationMachines, { organization_id: id })).total, 1)
      const namesake = await create(boss, id, { email: keeps.email })
      assert.notEqual(namesake.id, keeps.id)
      assert.deepEqual([namesake.space_usage, namesake.roots.length], [0, 1])
      await assert.rejects(boss.call(api.deletePerson, { person_id: boss.id }), { code: 'forbidden' })
      await checkInvariants(world.service.ctx.db.read)
    })

    it('take along what they added to team shares, if told so', async () => {
      const { id, boss } = await company()
      const [ann, bob] = [
        await world.person({ organizationId: id }),
        await world.person({ organizationId: id }),
      ]
      const mine = await ann.upload('mine.txt', 'of Ann')
      const share = ann.rootId
      await world.service.ctx.db.write(async (tx) => {
        await tx.updateTable('root').set({ root_type: 'share' }).where('id', '=', share).execute()
        await tx.updateTable('organization').set({ shares_count: 1 }).where('id', '=', id).execute()
      })
      await boss.call(api.deletePerson, { person_id: bob.id, remove_dept_files: true })
      await world.runJobs()
      const isDeleted = async () =>
        (await boss.call(getFile, { root_id: share, file_id: mine.id })).is_deleted
      assert.equal(await isDeleted(), false)
      await boss.call(api.deletePerson, { person_id: ann.id, remove_dept_files: true })
      await world.runJobs()
      assert.equal(await isDeleted(), true)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
