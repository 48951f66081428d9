import { execFileSync } from 'node:child_process'
import { LARGE_ROUNDS } from './data.ts'
import type { LoadClient, Request } from './load.ts'
import type { Operation } from './operations.ts'
import { cpuMs } from './process-cost.ts'

export interface Target {
  port: number
  /** The processes whose CPU time counts. */
  pids: readonly number[]
}

/** How much is asked, and how it is reported. */
export type Plan = Pick<Operation, 'unit' | 'requests' | 'connections' | 'bytes'>

/** What is asked of whom. */
export interface Side {
  target: Target
  request: Request
}

/** One value for each round. */
export interface Figures {
  /** CPU time of the server for one operation, in the operation's unit. */
  cpu: number[]
  perSecond: number[]
  /** Milliseconds. */
  p50: number[]
  p99: number[]
}

export interface Measured {
  operation: Operation
  holdfast: Figures
  nginx: Figures | undefined
}

export class Measurement {
  readonly #load: LoadClient
  readonly #rounds: number
  // Well away from the numbers that the data was made with.
  #next = 1_000_000

  constructor(load: LoadClient, rounds: number) {
    this.#load = load
    this.#rounds = rounds
  }

  /** Both servers in turns, so that what else happens on the machine meets both alike. */
  async run(operation: Operation, targets: { holdfast: Target; nginx: Target }): Promise<Measured> {
    const sides = [{ target: targets.holdfast, request: operation.holdfast }]
    if (operation.nginx) sides.push({ target: targets.nginx, request: operation.nginx })
    const [holdfast = noFigures(), nginx] = await this.compare(operation, sides)
    return { operation, holdfast, nginx }
  }

  /** Several requests in turns; gives the figures of each. */
  async compare(plan: Plan, sides: readonly Side[]): Promise<Figures[]> {
    // Code runs at its full speed only after a while. One large transfer is a while in itself.
    const warmUp = Math.floor(plan.requests / 2)
    if (warmUp > 0) for (const side of sides) await this.#sample(plan, side, warmUp)

    const all = sides.map((side) => ({ side, figures: noFigures() }))
    const rounds = plan.bytes ? Math.min(this.#rounds, LARGE_ROUNDS) : this.#rounds
    for (let round = 0; round < rounds; round++)
      for (const { side, figures } of all) {
        const sample = await this.#sample(plan, side, plan.requests)
        for (const key of Object.keys(figures) as (keyof Figures)[]) figures[key].push(sample[key])
      }
    return all.map(({ figures }) => figures)
  }

  async #sample(plan: Plan, { target, request }: Side, requests: number) {
    // Nobody pays for writing back what another left behind.
    execFileSync('sync')
    const first = this.#next
    this.#next += requests
    const { port, pids } = target
    let before = 0
    const result = await this.#load.run(
      { port, connections: plan.connections, requests, first },
      request,
      () => {
        before = cpuMs(pids)
      },
    )
    const used = (cpuMs(pids) - before) / requests
    const { perSecond, p50, p99 } = result
    return { cpu: plan.unit === 's' ? used / 1000 : used, perSecond, p50, p99 }
  }
}

const noFigures = (): Figures => ({ cpu: [], perSecond: [], p50: [], p99: [] })
