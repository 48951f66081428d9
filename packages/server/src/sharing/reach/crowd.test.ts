import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GroupId } from '@holdfast/api/ids'
import { getRootReach } from '@holdfast/api/sharing/reach'
import { createShare } from '@holdfast/api/sharing/shares'
import { makeCrowd } from '@holdfast/server/testkit/people/crowds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld, type World } from '@holdfast/server/testkit/servers/world'

/** How many queries it takes to read, while nobody else asks. */
async function countQueries(world: World, work: () => Promise<unknown>): Promise<number> {
  const executor = world.service.ctx.db.read.getExecutor()
  const run = executor.executeQuery
  let count = 0
  executor.executeQuery = function counted(...args) {
    count++
    return run.apply(executor, args)
  } as typeof run
  try {
    await work()
  } finally {
    executor.executeQuery = run
  }
  return count
}

for (const stack of STACKS)
  describe(`who can reach a share of very many on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** A share that a crowd takes part in through groups in groups. */
    async function crowded(boss: Someone, name: string, size: { persons: number; groups: number }) {
      const { organizationId, outermost } = await makeCrowd(world.service.ctx.db, name, size)
      const { id } = await boss.call(createShare, {
        organization_id: organizationId,
        name: 'Crowd',
        group_subscribers: outermost.map((group) => [group, 'web', 'VIEWER'] as [GroupId, 'web', 'VIEWER']),
      })
      return { root_id: id, groups: outermost.length }
    }

    it('is answered a page at a time, by as many queries as for few', async () => {
      const boss = await world.admin()
      const few = await crowded(boss, 'few', { persons: 100, groups: 10 })
      const many = await crowded(boss, 'many', { persons: 10_000, groups: 1000 })
      const page = (share: typeof few, number: number) =>
        boss.call(getRootReach, { root_id: share.root_id, page: number, page_size: 50 })
      // The system administrator looks into both.
      assert.equal((await page(few, 1)).total, 100 + few.groups + 1)
      assert.equal((await page(many, 1)).total, 10_000 + many.groups + 1)
      const first = await page(many, 50)
      const last = await page(many, first.max_page)
      const deepest = [...first.results, ...last.results].map(({ ways }) => ways[0]?.groups?.length ?? 0)
      assert.ok(Math.max(...deepest) > 5, String(deepest))
      const ids = new Set(
        [...first.results, ...last.results].map(({ who, who_type }) => `${who_type} ${who?.id}`),
      )
      assert.equal(ids.size, first.results.length + last.results.length)
      const counts = [
        await countQueries(world, () => page(few, 2)),
        await countQueries(world, () => page(many, 2)),
        await countQueries(world, () => page(many, first.max_page)),
      ]
      assert.ok((counts[0] ?? 0) > 5, String(counts))
      // Names of groups are looked up in a few batches more.
      assert.ok(Math.max(...counts) <= (counts[0] ?? 0) + 8, String(counts))
    })
  })
