import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/groups'
import type { GroupId, PersonId } from '@holdfast/api/ids'
import { addAccounts } from '@holdfast/server/testkit/people/accounts'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Tx } from '../../platform/db/database.ts'
import {
  addPersonToGroups,
  listGroupsOf,
  removePersonFromGroups,
  replaceGroupsOfPerson,
} from '../../records/groups.ts'

for (const stack of STACKS)
  describe(`the groups of a person on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function company() {
      const company_id = await world.organization()
      const boss = await world.person({ organizationId: company_id, siteAdmin: true })
      const [person] = (await addAccounts(world, company_id, 1)) as [PersonId]
      let named = 0
      const make = async (member_groups: GroupId[] = []) =>
        (await boss.call(api.createGroup, { company_id, name: `Group ${++named}`, member_groups })).id
      const membersOf = async (group_id: GroupId) => {
        const { members } = await boss.call(api.getGroupMembers, { group_id })
        return members
      }
      return { company_id, boss, person, make, membersOf }
    }
    const write = (work: (tx: Tx) => Promise<void>) => world.service.ctx.db.write(work)
    const read = (person: PersonId) => listGroupsOf(world.service.ctx.db.read, person)

    it('are those it is in directly and those around them, each once', async () => {
      const { company_id, person, make } = await company()
      const inner = await make()
      const left = await make([inner])
      const right = await make([inner])
      const top = await make([left, right])
      await make()
      assert.deepEqual(await read(person), [])
      await write((tx) => addPersonToGroups(tx, person, [inner, right], company_id))
      assert.deepEqual(await read(person), [inner, left, right, top])
    })

    it('are added to, replaced and emptied', async () => {
      const { company_id, person, make, membersOf } = await company()
      const [a, b, c] = [await make(), await make(), await make()]
      await write((tx) => addPersonToGroups(tx, person, [a, a], company_id))
      await write((tx) => addPersonToGroups(tx, person, [a, b], company_id))
      assert.deepEqual(await read(person), [a, b])
      await write((tx) => replaceGroupsOfPerson(tx, person, [b, c], company_id))
      assert.deepEqual([await membersOf(a), await membersOf(b), await membersOf(c)], [[], [person], [person]])
      await write((tx) => removePersonFromGroups(tx, person))
      assert.deepEqual(await read(person), [])
    })

    it('are live ones of its organization', async () => {
      const { company_id, boss, person, make } = await company()
      const other = await company()
      const kept = await make()
      const deleted = await make()
      await boss.call(api.deleteGroup, { group_id: deleted })
      await write((tx) => addPersonToGroups(tx, person, [kept], company_id))
      for (const id of [await other.make(), deleted, 999_999 as GroupId]) {
        const refusal = {
          code: 'invalid_request',
          message: new RegExp(`group_ids \\(there is no group ${id} `),
        }
        await assert.rejects(
          write((tx) => addPersonToGroups(tx, person, [kept, id], company_id)),
          refusal,
        )
        await assert.rejects(
          write((tx) => replaceGroupsOfPerson(tx, person, [id], company_id)),
          refusal,
        )
      }
      assert.deepEqual(await read(person), [kept])
    })
  })
