import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RootId } from '@holdfast/api/ids'
import { Batches } from '@holdfast/server/testkit/killed/batches'
import { ChunkCommits, putCommon } from '@holdfast/server/testkit/killed/chunk-commits'
import { CopyAndPurge } from '@holdfast/server/testkit/killed/copy-and-purge'
import { grow } from '@holdfast/server/testkit/killed/in-root'
import { KilledServer, type Worker } from '@holdfast/server/testkit/killed/killed-server'
import { Retention } from '@holdfast/server/testkit/killed/retention'
import { SetBack, twoStates } from '@holdfast/server/testkit/killed/set-back'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { World } from '@holdfast/server/testkit/servers/world'

/** In a long round more kills follow until everything was met; chance alone does not make it so many. */
const FEWEST = rounds(2, 100)
const MOST = rounds(FEWEST, 60 + FEWEST)
/** A copy of so many folders takes four transactions, a purge some more. */
const LARGE = 12
/** A copy of so many takes one. */
const SMALL = 5

const DONE = ['copy', 'purge', 'retention', 'batch', 'rollback', 'commit']
const ANSWERED = DONE.map((what) => `${what} answered`)
/** What is done in several transactions is to be met half done. */
const CUT = [...DONE.map((what) => `${what} cut`), ...DONE.slice(0, 4).map((what) => `${what} in part`)]

describe('what a server did when it was killed', { concurrency: true }, () => {
  for (const stack of STACKS)
    it(`is done, or not, or finished by doing it again, on ${stack.name}`, async (t) => {
      const world = new World(stack)
      world.clock.advance({ seconds: (Date.now() - world.clock.now()) / 1000 })
      await world.open()
      try {
        const scene = await makeScene(world)
        await using server = await KilledServer.of(world)
        const ann = server.client(scene.email)
        const retention = new Retention(server, ann, scene.tidied)
        const others = [
          new CopyAndPurge(server, ann, scene.copied),
          new SetBack(scene.states, server, ann, scene.setBack),
          new ChunkCommits(scene.chunks, server, ann, scene.committed),
          new Batches(server, ann, scene.synced),
        ]
        const workers = [retention, ...others.map((worker) => beside(retention, worker))]
        const unseen = (outcomes: readonly string[]) =>
          outcomes.filter((outcome) => !server.seen.has(outcome))
        // At first as long as it takes to do all of it once.
        await server.liveUntil(() => server.waitFor(() => unseen(ANSWERED).length === 0), workers)
        for (let n = 1; n < FEWEST || (n < MOST && unseen(CUT).length > 0); n++)
          await server.liveUntil(() => retention.nextMoment(n), workers)
        if (MOST > FEWEST) assert.deepEqual(unseen(CUT), [], 'never met')
        await server.start()
        for (const worker of [retention, ...others]) await worker.turn()
        await server.verify()
        t.diagnostic([...server.seen].map(([outcome, times]) => `${times} × ${outcome}`).join(', '))
      } finally {
        await world.close()
      }
    })
})

/** Works while the job does: it waits a second for its turn, which would be filled with more of the same. */
const beside = (retention: Retention, worker: Worker): Worker => ({
  async turn() {
    await retention.underWay()
    await worker.turn()
  },
  check: () => worker.check(),
})

/** One person with a root for each of the workers. */
async function makeScene(world: World) {
  const organizationId = await world.organization({ user_purge_deleted: true, user_rollback: true })
  const tidy = await world.organization({ purge_deleted: true, purge_deleted_frequency: 0 })
  const ann = await world.person({ organizationId })
  const rootIn = async (id: typeof organizationId): Promise<RootId> => {
    const { rootId } = await world.person({ organizationId: id })
    await world.changeRoot(rootId, { person_id: ann.id })
    return rootId
  }
  const copied = ann.rootId
  const organizations = [tidy, organizationId, organizationId, organizationId]
  const roots = await Promise.all(organizations.map(rootIn))
  const [tidied, setBack, committed, synced] = roots as [RootId, RootId, RootId, RootId]
  const [top] = await Promise.all([
    grow(ann, setBack, SMALL),
    grow(ann, tidied, SMALL),
    grow(ann, copied, LARGE),
  ])
  const states = await twoStates(ann, world.service.ctx.db.read, setBack, top)
  const chunks = await putCommon(ann, committed)
  return { email: ann.email, copied, tidied, setBack, committed, synced, states, chunks }
}
