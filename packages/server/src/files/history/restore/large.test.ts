import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { restoreState } from '@holdfast/api/files/history'
import type { OrganizationId, SessionId } from '@holdfast/api/ids'
import { LongHistory } from '@holdfast/server/testkit/content/long-history'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

// The same with a hundred thousand files: npm run bench -- --history
const FILES = rounds(600, 2000)
const OPERATIONS = rounds(250, 1000)
const POINTS = rounds(4, 10)

for (const stack of STACKS)
  describe(`a root in which much happened on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('goes back to any of its states', async () => {
      const organizationId = await world.organization({ user_rollback: true })
      const ann = await world.person({ organizationId })
      const who = {
        kind: 'person' as const,
        personId: ann.id,
        organizationId: organizationId as OrganizationId,
        machineId: null,
        sessionId: 0 as SessionId,
        name: 'Ann',
        siteAdmin: false,
        systemAdmin: false,
        at: 0,
        mustFirst: undefined,
      }
      const history = new LongHistory(world.service.ctx, who, ann.rootId)
      await history.fill(FILES)
      await history.live(OPERATIONS)
      const random = numbers(3)
      for (let n = 0; n < POINTS; n++) {
        const point = random(OPERATIONS)
        const as_of = String(history.seqs[point])
        const report = await ann.call(restoreState, { root_id: ann.rootId, as_of })
        assert.equal(report.skipped, 0)
        assert.deepEqual(await history.present(), await history.expected(point), `back to ${as_of}`)
      }
      await checkInvariants(world.service.ctx.db.read)
    })
  })
