import assert from 'node:assert/strict'
import { setTimeout as partOfJob } from 'node:timers/promises'
import { rawSql } from '../database/raw-sql.ts'
import { WithTemplate } from './in-root.ts'
import type { Worker } from './killed-server.ts'

const FOLDERS = 2

/** Deletes folders where the policy keeps nothing that is deleted, and waits for the job that removes them. */
export class Retention extends WithTemplate implements Worker {
  #tookMs = 0

  async turn(): Promise<void> {
    for (let n = (await this.copies()).length; n < FOLDERS; n++) await this.copy()
    for (const { id, deleted } of await this.copies()) if (!deleted) await this.delete(id)
    // As if an hour had passed.
    await rawSql(this.server.ctx.db, "update schedule set next_at = 0 where kind = 'apply_retention'")
    let begun = 0
    await this.server.waitFor(async () => {
      if (begun === 0 && (await this.#isUnderWay())) begun = performance.now()
      return !(await this.#isDue())
    })
    if (!this.server.alive) return
    if (begun > 0) this.#tookMs = performance.now() - begun
    this.server.note('retention answered')
    assert.deepEqual(await this.copies(), [])
  }

  /** Resolves when the job is under way, or the server is dead. */
  underWay(): Promise<void> {
    return this.server.waitFor(() => this.#isUnderWay())
  }

  /** Resolves while the job is under way: each time in another part of it, now and then a little later. */
  async nextMoment(n: number): Promise<void> {
    await this.underWay()
    // The golden ratio: however many there are, they are spread evenly.
    await partOfJob(1.2 * this.#tookMs * ((n * 0.618034) % 1))
  }

  async #isUnderWay(): Promise<boolean> {
    return (await this.#jobs()).some(({ lease }) => lease !== null)
  }

  /** Not begun yet, or not ended. */
  async #isDue(): Promise<boolean> {
    const { db } = this.server.ctx
    const schedule = db.read.selectFrom('schedule').select('next_at').where('kind', '=', 'apply_retention')
    const { next_at } = await schedule.executeTakeFirstOrThrow()
    return next_at === 0 || (await this.#jobs()).length > 0
  }

  #jobs() {
    const { db } = this.server.ctx
    return db.read.selectFrom('job').select('lease').where('kind', '=', 'apply_retention').execute()
  }

  async check(): Promise<void> {
    const inPart = this.isInPart(await this.copies())
    if (!(await this.#isUnderWay())) return
    this.server.note('retention cut')
    if (inPart) this.server.note('retention in part')
    // As if the lease of a server that is no more had run out, and it had been the first.
    await rawSql(
      this.server.ctx.db,
      "update job set lease = null, due_at = 0, attempts = 0 where kind = 'apply_retention'",
    )
  }
}
