import { execFileSync } from 'node:child_process'
import type { LoadClient, Request } from './load.ts'
import type { Operation } from './operations.ts'
import { cpuMs } from './process-cost.ts'

export interface Target {
  port: number
  /** The processes whose CPU time counts. */
  pids: readonly number[]
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
    const pairs = [{ target: targets.holdfast, request: operation.holdfast, figures: noFigures() }]
    if (operation.nginx) pairs.push({ target: targets.nginx, request: operation.nginx, figures: noFigures() })
    // Code runs at its full speed only after a while. One large transfer is a while in itself.
    const warmUp = Math.floor(operation.requests / 2)
    if (warmUp > 0)
      for (const { target, request } of pairs) await this.#sample(operation, target, request, warmUp)

    const rounds = operation.bytes ? Math.min(this.#rounds, 3) : this.#rounds
    for (let round = 0; round < rounds; round++)
      for (const { target, request, figures } of pairs) {
        const sample = await this.#sample(operation, target, request, operation.requests)
        for (const key of Object.keys(figures) as (keyof Figures)[]) figures[key].push(sample[key])
      }
    const [holdfast, nginx] = pairs
    return { operation, holdfast: holdfast?.figures ?? noFigures(), nginx: nginx?.figures }
  }

  async #sample(operation: Operation, target: Target, request: Request, requests: number) {
    // Nobody pays for writing back what another left behind.
    execFileSync('sync')
    const first = this.#next
    this.#next += requests
    const { port, pids } = target
    let before = 0
    const result = await this.#load.run(
      { port, connections: operation.connections, requests, first },
      request,
      () => {
        before = cpuMs(pids)
      },
    )
    const used = (cpuMs(pids) - before) / requests
    const { perSecond, p50, p99 } = result
    return { cpu: operation.unit === 's' ? used / 1000 : used, perSecond, p50, p99 }
  }
}

const noFigures = (): Figures => ({ cpu: [], perSecond: [], p50: [], p99: [] })
