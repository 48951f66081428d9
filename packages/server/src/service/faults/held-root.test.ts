import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiClientError } from '@holdfast/api/client'
import { createFolderInRoot, listRootChildren } from '@holdfast/api/files/files'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { DatabaseLocation } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/db/database.ts'
import { holdChainEnd } from '../../records/activity/queries.ts'
import { holdOrganization } from '../../records/organizations.ts'
import { holdRoot, sumLiveFiles } from '../../records/roots.ts'

const WRITERS = 30

describe('a row that another transaction holds', () => {
  const world = useWorld(STACKS[1] as Stack)

  it('of a root stalls those who change it, and nobody else', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const uploads = await whileHeld(
      (tx) => holdRoot(tx, ann.rootId),
      (n) => ann.upload(`${n}.txt`, `${n}`),
      [ann, bob],
    )
    const { total } = await ann.call(listRootChildren, { root_id: ann.rootId })
    assert.equal(total, uploads)
  })

  it('of an organization stalls those who change something of it, and those of no other', async () => {
    const organizationId = await world.organization()
    const people: Someone[] = []
    for (let n = 0; n < WRITERS / 2; n++) people.push(await world.person({ organizationId }))
    const [ann, bob] = [people[0] as Someone, await world.person()]
    await whileHeld(
      async (tx) => {
        await holdOrganization(tx, organizationId)
        await holdChainEnd(tx, organizationId)
      },
      (n) => {
        const one = people[n % people.length] as Someone
        // Signing in, nobody knows yet of which organization one is.
        return n < people.length ? one.upload(`${n}.txt`, `${n}`) : one.signIn(one.email, PASSWORD)
      },
      [ann, bob],
    )
  })

  it('of all revisions lets a look at a large folder take longer than other statements may', async () => {
    const ann = await world.person()
    const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Large' })
    const { database } = world.place
    const hurried = await openQuietly({ ...database, limits: { statement: 300 } } as DatabaseLocation)
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    const holding = world.service.ctx.db.write(async (tx) => {
      // Nobody else gets at the table until that is undone.
      await tx.schema.alterTable('revision').addColumn('more', 'integer').execute()
      isHeld()
      await letGo
      throw new Error('undone')
    })
    await held
    const look = (kind: 'file' | 'folder') =>
      hurried.write((tx) => sumLiveFiles(tx, { root_id: ann.rootId, id, kind }))
    const long = look('folder')
    await assert.rejects(look('file'), { of: 'database_busy' })
    release()
    await assert.rejects(holding, /undone/)
    assert.equal((await long).files, 0)
    await hurried.close()
  })

  /** Many want to write while a row is held, others go on. Gives how many were done in the end; the rest was told to pause. */
  async function whileHeld(
    hold: (tx: Tx) => Promise<unknown>,
    write: (n: number) => Promise<unknown>,
    [reader, other]: [Someone, Someone],
  ): Promise<number> {
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    const elsewhere = await openQuietly(world.place.database)
    const holding = elsewhere.write(async (tx) => {
      await hold(tx)
      isHeld()
      await letGo
    })
    await held
    let settled = 0
    const outcomes = Promise.allSettled(
      Array.from({ length: WRITERS }, (_, n) => write(n).finally(() => settled++)),
    )
    // Long enough for all of them to stand where they are going to wait.
    for (let n = 0; n < 10; n++) {
      await other.upload(`${n}.txt`, 'at once')
      await reader.call(listRootChildren, { root_id: reader.rootId })
    }
    await other.signIn(other.email, PASSWORD)
    assert.equal(settled, 0, 'the row was not held')
    release()
    await holding
    await elsewhere.close()
    for (const outcome of await outcomes)
      if (outcome.status === 'rejected')
        assert.equal(outcome.reason instanceof ApiClientError && outcome.reason.status, 503)
    const done = (await outcomes).filter(({ status }) => status === 'fulfilled').length
    assert.ok(done > 0)
    return done
  }
})
