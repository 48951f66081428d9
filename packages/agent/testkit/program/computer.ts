import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import type { MachineId } from '@holdfast/api/ids'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, type World } from '@holdfast/server/testkit/servers/world'
import { fetchTrusting } from '../../src/net/service-line.ts'
import { signInByPassword } from '../../src/net/sign-in.ts'
import { Agent } from '../../src/service/agent.ts'
import { Home } from '../../src/service/home.ts'

/** A computer with the home of a person, folders beside it, and an agent in this process. */
export class Computer {
  readonly top: string
  readonly machineId: MachineId
  readonly #home: string
  #agent: Agent | undefined
  readonly #world: World

  private constructor(world: World, machineId: MachineId, home: string, top: string) {
    this.#world = world
    this.machineId = machineId
    this.#home = home
    this.top = top
  }

  /** Signed in for someone. Nothing runs yet, and nothing is allowed. */
  static async of(world: World, owner: Someone, name: string): Promise<Computer> {
    const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'hf-device-')))
    const home = path.join(top, 'agent')
    const fetch = fetchTrusting({})
    const signing = { home, url: world.url, trust: {}, fetch, now: Date.now, name }
    await signInByPassword(signing, { email: owner.email, password: PASSWORD })
    const { results } = await owner.call(listSessions, {})
    const machineId = results.find(({ dns_name }) => dns_name === name)?.machine_id as MachineId
    const computer = new Computer(world, machineId, home, top)
    for (const folder of ['person/.ssh', 'person/Documents', 'srv/plans', 'srv/outside'])
      mkdirSync(computer.at(folder), { recursive: true })
    writeFileSync(computer.at('person/.ssh/id_ed25519'), 'secret')
    writeFileSync(computer.at('srv/plans/plan.txt'), 'plan')
    return computer
  }

  at = (...names: string[]): string => path.join(this.top, ...names)

  get agent(): Agent {
    if (!this.#agent) throw new Error('No agent runs')
    return this.#agent
  }

  /** Returns when it is connected. */
  async start(): Promise<Agent> {
    const before = process.env.HOME
    process.env.HOME = this.at('person')
    after(() => {
      process.env.HOME = before
    })
    this.#agent = await Agent.open(Home.open(this.#home))
    this.#agent.start()
    await until(() => this.#world.service.ctx.devices.isConnected(this.machineId))
    return this.#agent
  }

  async stop(): Promise<void> {
    await this.#agent?.close()
    this.#agent = undefined
    await until(async () => !(await this.#world.service.ctx.devices.isConnected(this.machineId)))
  }

  /** What somebody who works on the computer allows. */
  allow = (...names: string[]) => this.agent.allow({ folder: this.at(...names), deeds: [] })

  async close(): Promise<void> {
    await this.#agent?.close()
    rmSync(this.top, { recursive: true, force: true })
  }
}
