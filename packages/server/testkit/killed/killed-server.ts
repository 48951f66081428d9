import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { pino } from 'pino'
import { verifyBytes, verifyContents } from '../../src/oversight/verify/content/verify-content.ts'
import type { Ctx } from '../../src/platform/context.ts'
import { unlock } from '../../src/platform/installation/unlock.ts'
import { openContext, realNow } from '../../src/service/opening/open-context.ts'
import { checkInvariants } from '../database/invariants.ts'
import { ServerProcess } from '../servers/server-process.ts'
import { until } from '../servers/until.ts'
import { PASSWORD, Someone, type World } from '../servers/world.ts'

/** One who does the same over and over, and knows what a kill may leave of it. */
export interface Worker {
  /** Sees to what the kill before has left, and does it once more. */
  turn(): Promise<void>
  /** Looks at what a kill has left. */
  check(): Promise<void>
}

/** A server that is killed at any moment while workers use it, and the data that it leaves. */
export class KilledServer implements AsyncDisposable {
  /** What is there, past the server. */
  readonly ctx: Ctx
  /** How often something came out so or so. */
  readonly seen = new Map<string, number>()
  readonly #world: World
  readonly #clients = new Map<string, Someone>()
  #server: ServerProcess | undefined
  #alive = false

  private constructor(world: World, ctx: Ctx) {
    this.#world = world
    this.ctx = ctx
  }

  /** Takes the place of a world's own server. */
  static async of(world: World): Promise<KilledServer> {
    await world.service.close()
    const log = pino({ level: 'silent' })
    const ctx = await openContext(world.config, { now: realNow, log })
    await unlock(ctx)
    return new KilledServer(world, ctx)
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Someone whose session outlives the server. */
  client(email: string): Someone {
    const known = this.#clients.get(email)
    if (known) return known
    const client = new Someone('', email, (path, init) => fetch(`${this.#server?.url}${path}`, init))
    this.#clients.set(email, client)
    return client
  }

  async start(): Promise<void> {
    this.#server = await ServerProcess.start(this.#world.place)
    for (const client of this.#clients.values())
      if (!client.session) await client.signIn(client.email, PASSWORD)
    this.#alive = true
  }

  /** Starts the server, has workers take turns, kills it when `moment` has come, and looks at what there is. */
  async liveUntil(moment: () => Promise<void>, workers: readonly Worker[]): Promise<void> {
    await this.start()
    const working = workers.map((worker) => this.#keepGoing(worker))
    try {
      await Promise.race([moment(), ...working])
    } finally {
      await this.kill()
    }
    await Promise.all(working)
    await this.#quiet()
    // Before it starts again: nothing may need that to be right.
    await this.verify()
    for (const worker of workers) await worker.check()
  }

  /** Waits for something that comes about by itself, or for the kill. */
  async waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
    await until(async () => !this.#alive || (await condition()), 5)
  }

  async #keepGoing(worker: Worker): Promise<void> {
    while (this.#alive)
      try {
        await worker.turn()
      } catch (error) {
        // What fetch throws when there is nobody any more; an answer or a finding is something else.
        if (this.#alive || !(error instanceof TypeError)) throw error
      }
  }

  /** Asks the server for something; the kill may come first. */
  async ask<T>(what: string, request: () => Promise<T>): Promise<T> {
    if (!this.#alive) throw new TypeError('There is no server to ask')
    try {
      const answer = await request()
      this.note(`${what} answered`)
      return answer
    } catch (error) {
      if (!this.#alive) this.note(`${what} cut`)
      throw error
    }
  }

  note(outcome: string): void {
    this.seen.set(outcome, (this.seen.get(outcome) ?? 0) + 1)
  }

  async kill(): Promise<void> {
    this.#alive = false
    await this.#server?.kill()
  }

  /** PostgreSQL takes a moment to notice that nobody is there, and may still end what it was told to. */
  async #quiet(): Promise<void> {
    if (this.ctx.db.dialect === 'sqlite') return
    await until(async () => {
      const { rows } = await sql<{ busy: number }>`
        select count(*) as busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
        this.ctx.db.read,
      )
      return rows[0]?.busy === 0
    }, 5)
  }

  /** What `holdfast verify --content` finds, and tests besides. */
  async verify(): Promise<void> {
    const { db, content } = this.ctx
    const problems: string[] = []
    const report = (problem: string) => problems.push(problem)
    await verifyBytes(content, undefined, report)
    await verifyContents(db.read, undefined, report)
    assert.deepEqual(problems, [])
    await checkInvariants(db.read)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    await this.ctx.close()
  }
}
