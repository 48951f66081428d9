import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, afterEach, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as interval } from 'node:timers/promises'
import { listRootChildren } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import {
  encodeRequest,
  openPlain,
  openTls,
  type RawConnection,
} from '@holdfast/server/testkit/content/raw-http'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { RunningClock } from '@holdfast/server/testkit/servers/clock'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const MIB = 1024 * 1024
/** Opened within the 72 s after which the first of them would be closed, and the 30 s of those who say nothing. */
const KEPT = rounds(100, 2000)
const IDLE = rounds(100, 6000)
const LISTENERS = rounds(50, 1000)
const STUCK = rounds(20, 200)
/** One person may not have more. */
const LISTENERS_EACH = 10
/** More than the buffers on the way take. */
const LARGE = 16 * MIB
/** Different ones: bytes that several read are in memory once. Together they are more than the readers may take. */
const LARGE_FILES = rounds(12, 40)
const [SMALL_STACK] = STACKS as [Stack]
/** What comes and goes besides, to PostgreSQL and S3. */
const OTHER_FILES = 40

/** One address may have 2,000 connections. */
const addressOf = (n: number): string => `127.0.0.${2 + (n % 8)}`

/** A few at a time, as they come when a network is back. */
async function openMany<T>(count: number, open: (n: number) => Promise<T>, atOnce = 100): Promise<T[]> {
  const all: T[] = []
  while (all.length < count) {
    const next = Array.from({ length: Math.min(atOnce, count - all.length) }, (_, n) => open(all.length + n))
    all.push(...(await Promise.all(next)))
  }
  return all
}

/** Long after everyone has heard it on the slowest machine. */
const SILENCE_MS = 60_000

/** Until something is said; rejects when the connection ends before, or nothing of the kind comes. */
function hears(socket: Socket, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`It did not say ${what}: ${text}`)), SILENCE_MS)
    const listen = (bytes: Buffer) => {
      text = text.slice(-what.length) + bytes.toString('latin1')
      if (!text.includes(what)) return
      socket.off('data', listen)
      clearTimeout(timer)
      resolve()
    }
    socket.on('data', listen)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error(`It ended before it said ${what}: ${text}`))
    })
  })
}

describe('a server among many', { timeout: 600_000 }, () => {
  const world = useWorld(SMALL_STACK, { clock: new RunningClock() })
  let server: ServerProcess
  let ann: Someone
  const large: EntryId[] = []
  let listeners: Someone[]
  let served = 0
  before(async () => {
    const { email } = await world.person()
    // Not many at once: each has a password hashed twice, and those who come to be served would wait too long for that.
    listeners = await openMany(LISTENERS / LISTENERS_EACH, () => world.person(), 10)
    await world.service.close()
    server = await ServerProcess.start(world.place)
    ann = new Someone(server.url, email)
    await ann.signIn(email, PASSWORD)
    for (let n = 0; n < LARGE_FILES; n++) {
      const name = `large ${n}.bin`
      large.push((await ann.upload(name, sampleBytes(LARGE, name))).id)
    }
  })
  after(() => server.kill())

  async function othersAreServed(): Promise<void> {
    const name = `${++served}.bin`
    const bytes = sampleBytes(200_000, name)
    const { id } = await ann.upload(name, bytes)
    assert.ok((await ann.download(id)).equals(bytes))
    await ann.call(listRootChildren, { root_id: ann.rootId })
  }

  /** Once it grows no more: what is read for those who do not read comes by and by. */
  async function memoryInTheEnd(): Promise<number> {
    let [before, now] = [0, await server.memory()]
    while (now - before > MIB) {
      await interval(300)
      ;[before, now] = [now, await server.memory()]
    }
    return now
  }

  /** Also of a crowd that did not come together. */
  const opened: RawConnection[] = []
  const open = async (n: number, how = openTls): Promise<RawConnection> => {
    const connection = await how(server.url, addressOf(n))
    opened.push(connection)
    return connection
  }
  const leave = () => {
    for (const { socket } of opened.splice(0)) socket.destroy()
  }
  afterEach(leave)

  /** So many are there, others are served meanwhile, no one takes more than `most` of memory, and then all are gone. */
  async function endure(
    test: TestContext,
    count: number,
    most: number,
    arrive: () => Promise<RawConnection[]>,
    meanwhile: (crowd: RawConnection[]) => Promise<unknown> = async () => {},
  ): Promise<void> {
    const [files, memory] = [await server.openFiles(), await server.memory()]
    const crowd = await arrive()
    // Those who say nothing are taken in when the server comes to it.
    await until(async () => (await server.openFiles()) >= files + count)
    await othersAreServed()
    await meanwhile(crowd)
    const taken = (await memoryInTheEnd()) - memory
    test.diagnostic(`${count} took ${(taken / MIB).toFixed(1)} MiB, beside ${(memory / MIB).toFixed(1)}`)
    assert.ok(taken <= count * most + 100 * MIB, `${taken} bytes for ${count}`)
    leave()
    await until(async () => (await server.openFiles()) <= files + OTHER_FILES)
    await othersAreServed()
  }

  it(`holds ${KEPT + IDLE} connections, ${IDLE} of which say nothing`, async (test) => {
    const health = async (connection: RawConnection) =>
      assert.equal((await connection.exchange({ path: '/healthz' })).status, 200)
    const arrive = async () => {
      const kept = await openMany(KEPT, async (n) => {
        const connection = await open(n)
        await health(connection)
        return connection
      })
      return [...kept, ...(await openMany(IDLE, (n) => open(n, openPlain)))]
    }
    await endure(test, KEPT + IDLE, 100 * 1024, arrive, async (crowd) => {
      for (const connection of crowd.slice(0, KEPT)) await health(connection)
    })
  })

  it(`tells ${LISTENERS} listeners what happens`, async (test) => {
    const arrive = () =>
      openMany(LISTENERS, async (n) => {
        const connection = await open(n)
        const who = listeners[n % listeners.length] as Someone
        connection.send(encodeRequest({ path: '/api/2/events', headers: who.bearer }))
        await hears(connection.socket, 'event: hello')
        return connection
      })
    await endure(test, LISTENERS, 300 * 1024, arrive, async (crowd) => {
      const told = Promise.all(crowd.map(({ socket }) => hears(socket, 'event: change')))
      await Promise.all([told, ...listeners.map((who) => makeFolder(who))])
    })
  })

  async function makeFolder({ rootId, bearer }: Someone): Promise<void> {
    const address = `${server.url}/api/2/files/${rootId}/create_folder`
    const body = new URLSearchParams({ name: 'new' })
    assert.equal((await fetch(address, { method: 'POST', body, headers: bearer })).status, 200)
  }

  it(`serves others beside ${STUCK} readers who do not read`, async (test) => {
    const arrive = () =>
      openMany(STUCK, async (n) => {
        const connection = await open(n)
        const path = `/api/2/files/${ann.rootId}/${large[n % large.length]}/download`
        connection.send(encodeRequest({ path, headers: ann.bearer }))
        await hears(connection.socket, '200 OK')
        connection.socket.pause()
        return connection
      })
    await endure(test, STUCK, 2 * MIB, arrive)
  })
})
