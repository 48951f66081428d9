import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiClientError } from '@holdfast/api/client'
import { listRootChildren } from '@holdfast/api/files'
import { openQuietly } from '@holdfast/server/testkit/open-quietly'
import { STACKS, type Stack } from '@holdfast/server/testkit/stacks'
import { useWorld } from '@holdfast/server/testkit/world'
import { holdRoot } from '../../records/roots.ts'

const WRITERS = 30

describe('a root whose row another transaction holds', () => {
  const world = useWorld(STACKS[1] as Stack)

  it('stalls those who change it, and nobody else', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    const elsewhere = await openQuietly(world.place.database)
    const holding = elsewhere.write(async (tx) => {
      await holdRoot(tx, ann.rootId)
      isHeld()
      await letGo
    })
    await held
    let settled = 0
    const uploads = Array.from({ length: WRITERS }, (_, n) =>
      ann.upload(`${n}.txt`, `${n}`).finally(() => {
        settled++
      }),
    )
    const outcomes = Promise.allSettled(uploads)
    // Long enough for all of them to stand where they are going to wait.
    for (let n = 0; n < 10; n++) {
      await bob.upload(`${n}.txt`, 'at once')
      await ann.call(listRootChildren, { root_id: ann.rootId })
    }
    assert.equal(settled, 0, 'the root was not held')
    release()
    await holding
    const done = (await outcomes).filter(({ status }) => status === 'fulfilled').length
    for (const outcome of await outcomes)
      if (outcome.status === 'rejected')
        assert.equal(outcome.reason instanceof ApiClientError && outcome.reason.status, 503)
    const { total } = await ann.call(listRootChildren, { root_id: ann.rootId })
    assert.equal(total, done)
    assert.ok(done > 0)
    await elsewhere.close()
  })
})
