import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { BusyPerson } from '@holdfast/server/testkit/people/busy-person'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { postgresBehindProxy, s3BehindProxy } from '@holdfast/server/testkit/servers/behind-proxy'
import { runCommand } from '@holdfast/server/testkit/servers/command-line'
import { COLLECTING, ServerProcess, settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'

// To try it: LEVEL_MINUTES=3 npm run soak -- faults/level
const MINUTES = Number(process.env.LEVEL_MINUTES ?? rounds(0, 65))
const MINUTE = 60_000
const MIB = 1024 ** 2
/** By then it has met all that it will meet. */
const WARM = 10
/** Single samples differ by what goes on at the time. */
const WINDOW = 5
const MOST_GROWTH = 1.05
const PEOPLE = 8
const RECOVERED = 2000

type Sample = Record<'held' | 'had', number>

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

describe('the memory of a server in use', { skip: MINUTES === 0 }, () => {
  const database = postgresBehindProxy({})
  const stack = s3BehindProxy({}, database)
  const world = useWorld(stack)
  let [atWork, over, broken, acting] = [Promise.resolve(), false, false, 0]
  const isBroken = () => broken
  const troubles: unknown[] = []

  /** Someone does something over and over, but for the pauses in which memory is looked at. */
  async function keepGoing(what: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!over && troubles.length === 0) {
      await atWork
      acting++
      await what().catch((error) => troubles.push(error))
      acting--
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }

  async function breakSomething(which: number): Promise<void> {
    broken = true
    if (which % 2 === 0) {
      stack.proxy.set('silent')
      await pause(3000)
      stack.proxy.set(undefined)
      stack.proxy.cut()
    } else database.proxy.cut()
    await pause(RECOVERED)
    broken = false
  }

  /** In MiB: what is in use, and what the process has of the machine. */
  async function sampleMemory(server: ServerProcess): Promise<Sample> {
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    atWork = promise
    await until(() => acting === 0)
    await pause(1000)
    const held = (await server.heldMemory()) / MIB
    const had = (await server.memory()) / MIB
    goOn()
    return { held, had }
  }

  /** How long a request waits that needs nothing: what keeps the process busy keeps it waiting. */
  async function sampleDelays(url: string): Promise<number[]> {
    const delays: number[] = []
    for (let n = 0; n < 50; n++) {
      const asked = performance.now()
      assert.equal((await fetch(`${url}/healthz`)).status, 200)
      delays.push(performance.now() - asked)
      await pause(20)
    }
    return delays
  }

  it(`stays level over ${MINUTES} minutes, whatever fails around it`, async (test) => {
    const emails = await Promise.all(Array.from({ length: PEOPLE }, async () => (await world.person()).email))
    await world.service.close()
    const server = await ServerProcess.start(world.place, COLLECTING)
    test.after(() => server.kill())
    const people = await Promise.all(
      emails.map(async (email, n) => {
        const who = new Someone(server.url, email)
        await who.signIn(email, PASSWORD)
        return new BusyPerson(who, n + 1)
      }),
    )
    const working = people.flatMap((person, n) => [
      keepGoing(() => person.act(isBroken), 300),
      n % 2 === 0 ? listenOn(person) : waitOn(person),
    ])
    const memory: Sample[] = []
    for (let minute = 1; minute <= MINUTES && troubles.length === 0; minute++) {
      const next = pause(MINUTE)
      await pause(MINUTE / 4)
      await breakSomething(minute)
      await next
      const delays = await sampleDelays(server.url)
      memory.push(await sampleMemory(server))
      const sum = (what: 'done' | 'paused') => people.reduce((total, person) => total + person[what], 0)
      console.log(
        `minute ${minute}: ${memory.at(-1)?.held.toFixed(1)} of ${memory.at(-1)?.had.toFixed(1)} MiB, answers after ${median(delays).toFixed(1)} ms,`,
        `at most ${Math.max(...delays).toFixed(1)}; ${sum('done')} done, ${sum('paused')} paused`,
      )
    }
    over = true
    await Promise.all(working)
    assert.deepEqual(troubles, [])
    let kept = 0
    for (const person of people) kept += await person.checkAll()
    console.log(`${kept} files that were acknowledged and not deleted are there`)
    await server.stop()
    for (const args of [['verify'], ['verify', '--content']]) {
      const { code, output, errors } = await runCommand(world.place.dataDir, args, settingsOf(world.place))
      assert.equal(code, 0, output + errors)
      console.log(output)
    }
    if (MINUTES < WARM + 2 * WINDOW) return
    for (const what of ['held', 'had'] as const) {
      const values = memory.map((sample) => sample[what])
      const first = median(values.slice(WARM, WARM + WINDOW))
      const last = median(values.slice(-WINDOW))
      console.log(`${what}: ${first.toFixed(1)} MiB after ${WARM} minutes, ${last.toFixed(1)} at the end`)
      assert.ok(last <= first * MOST_GROWTH, `What is ${what} has grown from ${first} to ${last} MiB`)
    }
  })

  const waitOn = (person: BusyPerson) => keepWaiting(() => person.waitForChanges(isBroken, 20))
  const listenOn = (person: BusyPerson) => keepWaiting(() => person.listen(isBroken, 20_000))

  /** Waiting goes on while memory is looked at. */
  async function keepWaiting(what: () => Promise<void>): Promise<void> {
    while (!over && troubles.length === 0) await what().catch((error) => troubles.push(error))
  }
})
