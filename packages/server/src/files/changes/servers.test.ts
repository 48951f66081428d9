import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, describe, it } from 'node:test'
import { listChanges } from '@holdfast/api/files/changes'
import { EventReader, untilWaiting } from '@holdfast/server/testkit/content/event-source'
import { bearer, encodeRequest, openTls } from '@holdfast/server/testkit/content/raw-http'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { useServers } from '@holdfast/server/testkit/servers/servers'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { severalAtOnce } from '../../platform/basics/several-at-once.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Service } from '../../service/service.ts'

const NEVER_MS = 3_600_000
const [, LARGE] = STACKS as [Stack, Stack]

async function adminAt(service: Service): Promise<Someone> {
  const admin = new Someone(service.url, 'admin@localhost')
  await admin.signIn(admin.email, PASSWORD)
  return admin
}

for (const stack of STACKS)
  describe(`several servers on ${stack.name}`, () => {
    const servers = useServers(stack)
    afterEach(() => servers.stopAll())

    it('tell one order of changes, whole, to all who listen at either', async () => {
      const services = [await servers.start(), await servers.start()]
      const admins = await Promise.all(services.map(adminAt))
      const root_id = (admins[0] as Someone).rootId
      const names = Array.from({ length: 60 }, (_, n) => `${n} of two.txt`)
      const { cursor: start } = await (admins[0] as Someone).call(listChanges, { root_id, limit: 1000 })
      const streams = await Promise.all(
        admins.map(({ bearer }, n) => EventReader.open((services[n] as Service).url, bearer)),
      )
      for (const events of streams) await events.nextOf('hello')
      const polls = admins.map(async (admin) => {
        const seen: string[] = []
        for (let cursor = start; seen.length < names.length; ) {
          const page = await admin.call(listChanges, { root_id, cursor, wait: 20, limit: 11 })
          seen.push(...page.results.map(({ seq, name }) => `${seq} ${name}`))
          cursor = page.cursor
        }
        return seen
      })
      const followers = streams.map(async (events) => {
        const seen: string[] = []
        while (seen.length < names.length) {
          const { seq, name } = await events.nextChange()
          seen.push(`${seq} ${name}`)
        }
        return seen
      })
      // Some at each: where all wait for one root at once, a slow machine lets the last ones wait too long.
      await severalAtOnce(names.entries(), 8, ([n, name]) => (admins[n % 2] as Someone).upload(name, name))
      const [first = [], ...others] = await Promise.all([...polls, ...followers])
      const number = Number.parseInt(first[0] ?? '', 10)
      assert.deepEqual(
        first.map((seen) => Number.parseInt(seen, 10)),
        names.map((_, n) => number + n),
      )
      assert.deepEqual(first.map((seen) => seen.replace(/^\d+ /, '')).sort(), names.toSorted())
      for (const other of others) assert.deepEqual(other, first)
      for (const events of streams) await events[Symbol.asyncDispose]()
    })
  })

for (const stack of STACKS)
  describe(`a server that is gone on ${stack.name}`, () => {
    const servers = useServers(stack)
    afterEach(() => servers.stopAll())

    it('is gone on from at another, with what happened in between', async () => {
      const [here, there] = [await servers.start(), await servers.start()]
      const [reader, writer] = [await adminAt(here), await adminAt(there)]
      const first = await EventReader.open(here.url, reader.bearer)
      await first.nextOf('hello')
      await writer.upload('seen.txt', 'x')
      assert.equal((await first.nextChange()).name, 'seen.txt')
      assert.equal((await first.nextActivity()).data_text, '/seen.txt')
      const { position } = first
      await here.close()
      await writer.upload('between.txt', 'x')
      await using second = await EventReader.open(there.url, writer.bearer, position)
      assert.equal((await second.next())?.event, 'hello')
      assert.equal((await second.next())?.data.name, 'between.txt')
      assert.equal((await second.next())?.data.data_text, '/between.txt')
    })
  })

/** Their connections have asked for nothing else but signs of life. */
const cutListeners = (db: Database): Promise<unknown[]> =>
  rawSql(
    db,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where (query ilike 'listen %' or query = 'select 1') and datname = current_database()`,
  )

describe('servers on one PostgreSQL', () => {
  const servers = useServers(LARGE)
  afterEach(() => servers.stopAll())

  it('wake each other, also after the connection for it broke', async () => {
    const [here, there] = [await servers.start(), await servers.start()]
    here.ctx.live.pace.checkMs = NEVER_MS
    const [reader, writer] = [await adminAt(here), await adminAt(there)]
    await using events = await EventReader.open(here.url, reader.bearer)
    await events.nextOf('hello')
    for (const name of ['before.txt', 'after.txt']) {
      await writer.upload(name, name)
      assert.equal((await events.nextChange()).name, name)
      // At least one: those who have just begun may have looked before they listen, or still be on their way back.
      await until(async () => (await cutListeners(there.ctx.db)).length > 0)
    }
    // Announced while nobody listens: those who come back look at everything.
    await writer.upload('unheard.txt', 'x')
    assert.equal((await events.nextChange()).name, 'unheard.txt')
  })

  it('find by looking what nobody told them of', async () => {
    const [here, there] = [await servers.start(), await servers.start()]
    here.ctx.live.pace.checkMs = 50
    const [reader, writer] = [await adminAt(here), await adminAt(there)]
    await using events = await EventReader.open(here.url, reader.bearer)
    await events.nextOf('hello')
    // As if the news of a server that died right after its commit had never gone out.
    here.ctx.live.hub.hear = () => {}
    await writer.upload('untold.txt', 'x')
    assert.equal((await events.nextChange()).name, 'untold.txt')
    assert.equal((await events.nextActivity()).data_text, '/untold.txt')
  })
})

for (const stack of STACKS)
  describe(`those who wait on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('are let go when the server closes', async () => {
      const ann = await world.person()
      const { cursor } = await ann.call(listChanges, { root_id: ann.rootId })
      await using events = await EventReader.open(world.url, ann.bearer)
      await events.nextOf('hello')
      const poll = ann.call(listChanges, { root_id: ann.rootId, cursor, wait: 55 })
      await untilWaiting(world.service, 2)
      // Without a message they would be cut off when the time for closing is over, in the middle of nothing.
      const closed = world.service.close()
      assert.deepEqual((await events.nextOf('end')).data, { reason: 'closing' })
      assert.equal(await events.next(), undefined)
      assert.deepEqual((await poll).results, [])
      await closed
      await world.start()
    })

    it('are dropped when they read nothing, and cost no memory until then', async () => {
      const ann = await world.person()
      const first = await EventReader.open(world.url, ann.bearer)
      const { id } = await first.nextOf('hello')
      await first[Symbol.asyncDispose]()
      await fillLog(world.service, ann, 100_000)
      const { db, live } = world.service.ctx
      let reads = 0
      const read = Object.getOwnPropertyDescriptor(db, 'read')?.get as () => typeof db.read
      Object.defineProperty(db, 'read', {
        configurable: true,
        get: () => {
          reads++
          return read()
        },
      })
      live.pace.blockedMs = 500
      using slow = await openTls(world.url)
      slow.send(encodeRequest({ path: '/api/2/events', headers: { ...bearer(ann), 'Last-Event-ID': id } }))
      await once(slow.socket, 'data')
      slow.socket.pause()
      await untilWaiting(world.service, 0)
      // A page of changes takes three: 1000 of them were there to be read.
      assert.ok(reads < 1000, `${reads} reads for someone who reads nothing`)
    })
  })

/** A long log, without the work of making the files that it tells of. */
async function fillLog({ ctx }: Service, { rootId, id }: Someone, count: number): Promise<void> {
  await rawSql(
    ctx.db,
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
     insert into change (root_id, seq, op, entry_id, kind, parent_id, name, ver, size, person_id, at)
     select ${rootId}, i, 'create', i, 'folder', 0, 'a name of some length', 1, 0, ${id}, 0 from n`,
  )
  await rawSql(ctx.db, `update root set seq = ${count} where id = ${rootId}`)
}
