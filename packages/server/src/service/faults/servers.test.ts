import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as workFor } from 'node:timers/promises'
import { BusyPerson } from '@holdfast/server/testkit/people/busy-person'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { runCommand } from '@holdfast/server/testkit/servers/command-line'
import { ServerProcess, settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const SERVERS = rounds(2, 3)
const KILLS = rounds(1, 16)
const BETWEEN_MS = rounds(500, 3000)
const PEOPLE = 6

/** One of several, in a folder of its own. */
class Killable {
  kills = 0
  up = false
  readonly #place: Place
  #process: ServerProcess | undefined

  constructor(place: Place) {
    this.#place = place
  }

  get url(): string {
    return this.#process?.url ?? ''
  }

  async start(): Promise<void> {
    const masterKey = path.join(this.#place.dataDir, 'master.key')
    const place = { ...this.#place, dataDir: await makeTempDir() }
    this.#process = await ServerProcess.start(place, { HOLDFAST_MASTER_KEY_FILE: masterKey })
    this.up = true
  }

  async kill(): Promise<void> {
    this.kills++
    this.up = false
    await this.#process?.kill()
  }
}

describe('several servers on one database and one bucket', { timeout: 1_200_000 }, () => {
  const world = useWorld(STACKS[1] as Stack)

  it(`keep what was acknowledged and go on while one is killed, ${KILLS} times`, async (test) => {
    const emails = await Promise.all(Array.from({ length: PEOPLE }, async () => (await world.person()).email))
    await world.service.close()
    const servers = Array.from({ length: SERVERS }, () => new Killable(world.place))
    test.after(() => Promise.all(servers.map((server) => server.kill())))
    await Promise.all(servers.map((server) => server.start()))
    let over = false

    /** Asks one server after another, of those that are there. Only who asks one that is killed may fail. */
    const arrivals = emails.map(async (email, n) => {
      let home = servers[0] as Killable
      const who = new Someone('', email, (path, init) => fetch(home.url + path, init))
      await who.signIn(email, PASSWORD)
      const person = new BusyPerson(who, n + 1)
      const work = async () => {
        for (let turn = n; !over; turn++) {
          const there = servers.filter(({ up }) => up)
          home = there[turn % there.length] as Killable
          const { kills } = home
          await person.act(() => home.kills !== kills)
        }
      }
      return { person, work }
    })
    const people = await Promise.all(arrivals)

    async function killInTurn(): Promise<void> {
      for (let n = 0; n < KILLS; n++) {
        await workFor(BETWEEN_MS)
        const victim = servers[(n * 7 + (n >> 2)) % SERVERS] as Killable
        await victim.kill()
        await workFor(BETWEEN_MS / 2)
        await victim.start()
      }
      await workFor(BETWEEN_MS)
      over = true
    }
    await Promise.all([...people.map(({ work }) => work()), killInTurn()])
    let kept = 0
    for (const { person } of people) kept += await person.checkAll()
    const sum = (what: 'done' | 'paused') => people.reduce((total, { person }) => total + person[what], 0)
    const { code, output, errors } = await runCommand(
      world.place.dataDir,
      ['verify', '--content'],
      settingsOf(world.place),
    )
    assert.equal(code, 0, output + errors)
    test.diagnostic(`${sum('done')} requests, ${sum('paused')} cut, ${kept} files kept; ${output}`)
  })
})
