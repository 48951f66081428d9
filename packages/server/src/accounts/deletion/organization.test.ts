import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/organizations'
import { createPersonRoot, getPerson } from '@holdfast/api/accounts/people'
import { getRoot } from '@holdfast/api/files/files'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { WHOLE_ROOT } from '../../platform/db/statements.ts'

for (const stack of STACKS)
  describe(`deleting an organization on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function firm() {
      const admin = await world.admin()
      const parent = await world.organization()
      const boss = await world.person({ organizationId: parent, siteAdmin: true })
      const made = await boss.call(api.createOrganization, {
        organization_id: parent,
        name: 'Doomed',
        email: 'd@example.test',
        slug: `doomed-${parent}`,
        hostname: `doomed-${parent}.test`,
      })
      const below = await world.organization({}, made.id)
      const people = [
        await world.person({ organizationId: made.id, siteAdmin: true }),
        await world.person({ organizationId: below }),
      ]
      for (const someone of people)
        for (let n = 0; n < 3; n++)
          await someone.upload(`${n}.bin`, Buffer.alloc(70_000, `${n}${someone.id}`))
      return { admin, boss, parent, made, below, people }
    }

    it('shuts everyone out and answers root_deleted at once', async () => {
      const { boss, admin, made, below, people } = await firm()
      await boss.call(api.deleteOrganization, { organization_id: made.id })
      for (const someone of people) {
        const own = await world.request('/api/2/person', { headers: someone.bearer })
        assert.deepEqual([own.status, own.error], [401, 'access_denied'])
        await assert.rejects(world.signIn(someone.email), { code: 'invalid_grant' })
        const person_id = someone.id
        for (const watcher of [boss, admin]) {
          await assert.rejects(watcher.call(getRoot, { root_id: someone.rootId }), { code: 'root_deleted' })
          await assert.rejects(watcher.call(getPerson, { person_id: String(person_id) }), {
            code: 'not_found',
          })
          await assert.rejects(watcher.call(createPersonRoot, { person_id }), { code: 'not_found' })
        }
      }
      for (const id of [made.id, below])
        await assert.rejects(boss.call(api.getOrganization, { organization_id: String(id) }), {
          code: 'not_found',
        })
      await assert.rejects(boss.call(api.deleteOrganization, { organization_id: made.id }), {
        code: 'not_found',
      })
    })

    it('removes what it owned, which can be watched', async () => {
      const { boss, parent, made, below, people } = await firm()
      const watch = () => boss.call(api.getOrganizationDeletion, { organization_id: made.id })
      await assert.rejects(watch(), { code: 'not_found' })
      await boss.call(api.deleteOrganization, { organization_id: made.id })
      const before = await watch()
      assert.deepEqual([before.name, before.roots_total], ['Doomed', 2])
      await world.runJobs()
      const after = await watch()
      assert.equal(after.roots_left, 0)
      assert.notEqual(after.finished, null)
      const stranger = await world.person({ organizationId: await world.organization(), siteAdmin: true })
      await assert.rejects(stranger.call(api.getOrganizationDeletion, { organization_id: made.id }), {
        code: 'forbidden',
      })
      const { read } = world.service.ctx.db
      for (const organization of [made.id, below]) {
        const row = await read
          .selectFrom('organization')
          .select(['stored_size', 'persons_count', 'machines_count', 'roots_count'])
          .where('id', '=', organization)
          .executeTakeFirstOrThrow()
        assert.deepEqual(Object.values(row), [0, 0, 0, 0])
      }
      for (const table of ['entry', 'change', 'chunk'] as const) {
        const rows = await read
          .selectFrom(table)
          .select('root_id')
          .where(
            'root_id',
            'in',
            people.map((someone) => someone.rootId),
          )
          .$if(table === 'chunk', (query) => query.where('refs' as never, '>', 0 as never))
          .modifyEnd(WHOLE_ROOT)
          .execute()
        assert.deepEqual(rows, [], table)
      }
      await checkInvariants(read)
      world.clock.advance({ days: 4 })
      await world.runJobs()
      assert.deepEqual(
        await read
          .selectFrom('chunk')
          .select('id')
          .where('root_id', '=', people[0]?.rootId as never)
          .modifyEnd(WHOLE_ROOT)
          .execute(),
        [],
        'the sweep takes the bytes',
      )
      const again = await boss.call(api.createOrganization, {
        organization_id: parent,
        name: 'Phoenix',
        email: 'd@example.test',
        slug: made.slug,
        hostname: made.hostname,
      })
      assert.notEqual(again.id, made.id)
      await world.person({ organizationId: again.id })
      const list = await boss.call(api.listChildOrganizations, { organization_id: parent })
      assert.deepEqual([list.total, list.results.length], [1, 1])
    })
  })
