import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as workFor } from 'node:timers/promises'
import { Hoarder } from '@holdfast/server/testkit/database/hoarder'
import { BusyPerson } from '@holdfast/server/testkit/people/busy-person'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { type Postgres, startPostgres } from '@holdfast/server/testkit/servers/postgres'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { World } from '@holdfast/server/testkit/servers/world'
import { verifyRecords } from '../../oversight/verify/verify-records.ts'

const PEOPLE = 4
/** More than a server has open, and few enough for one who takes them all. */
const CONNECTIONS = 30
const ROUNDS = rounds(1, 22)
const FAULT_MS = rounds(100, 500)

describe('a service in use whose PostgreSQL', { timeout: 1_200_000 }, () => {
  let postgres: Postgres
  let world: World
  let people: BusyPerson[]
  before(async () => {
    postgres = await startPostgres({ durable: false, maxConnections: CONNECTIONS })
    world = new World({
      name: 'a PostgreSQL of its own',
      async open() {
        const dataDir = await makeTempDir()
        return {
          dataDir,
          database: { kind: 'postgres', url: postgres.url('postgres') },
          blobs: { kind: 'disk', dir: path.join(dataDir, 'blobs') },
          dispose: () => rm(dataDir, { recursive: true, force: true }),
        }
      },
    })
    await world.open()
    people = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, n) => new BusyPerson(await world.person(), n + 1)),
    )
  })
  after(async () => {
    await world.close()
    await postgres.stop()
  })

  const untilReady = () => until(async () => (await fetch(`${world.url}/readyz`)).status === 200)

  /** Breaks and repairs it while people work, who may be kept from it in between only. */
  async function endure(
    test: TestContext,
    begin: () => Promise<void>,
    end: () => Promise<void>,
  ): Promise<void> {
    let [broken, over, breaks] = [false, false, 0]
    const working = people.map(async (person) => {
      while (!over) {
        // It may have begun before a break, and end after it.
        const before = breaks
        await person.act(() => broken || breaks !== before)
      }
    })
    async function breakInTurn(): Promise<void> {
      for (let n = 0; n < ROUNDS; n++) {
        await workFor(FAULT_MS)
        broken = true
        breaks++
        await begin()
        await workFor(FAULT_MS)
        assert.equal((await fetch(`${world.url}/healthz`)).status, 200)
        await end()
        await untilReady()
        broken = false
      }
      await workFor(FAULT_MS)
      over = true
    }
    await Promise.all([...working, breakInTurn()])
    let kept = 0
    for (const person of people) kept += await person.checkAll()
    const problems: string[] = []
    await verifyRecords(world.service.ctx.db.read, undefined, (problem) => problems.push(problem))
    assert.deepEqual(problems, [])
    const sum = (what: 'done' | 'paused') => people.reduce((total, person) => total + person[what], 0)
    test.diagnostic(`${sum('done')} requests so far, ${sum('paused')} told to pause, ${kept} files kept`)
  }

  for (const how of ['fast', 'immediate'] as const)
    it(`is restarted (${how}) goes on when it is back`, (test) =>
      endure(
        test,
        () => postgres.shutDown(how),
        () => postgres.start(),
      ))

  it('is killed goes on when it is back', (test) =>
    endure(
      test,
      () => postgres.kill(),
      () => postgres.start(),
    ))

  it('has no connection left goes on when it has', (test) => {
    const hoarder = new Hoarder(postgres.url('postgres'), CONNECTIONS)
    return endure(
      test,
      () => hoarder.takeAll(),
      () => hoarder.letGo(),
    )
  })
})
