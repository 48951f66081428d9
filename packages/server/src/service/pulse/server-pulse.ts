import type { SystemServer } from '@holdfast/api/oversight/system'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { THE_INSTALLATION, type Topic } from '../../platform/db/database.ts'
import { findInstallationState, keepServerFigures } from '../../platform/installation/state-queries.ts'
import { levelNow } from '../../platform/log/level-now.ts'
import { ProcessFigures } from './process-figures.ts'

const LOOK_EVERY_MS = 5000
/** Every so many looks it tells of itself. */
const TELL_EVERY = 6

type Needed = Pick<Ctx, 'config' | 'db' | 'now' | 'log' | 'readiness' | 'devices'>

/** Keeps on record how this process is, and its log at the level that somebody has set for all. */
export class ServerPulse {
  readonly #ctx: Needed
  readonly #serverId: string
  readonly #usualLevel: string
  readonly #figures: ProcessFigures
  readonly #timer: NodeJS.Timeout
  #looks = 0
  #looking: Promise<void> | undefined
  #closed = false

  constructor(ctx: Needed & { devices: { size: number } }, serverId: string, connections: () => number) {
    this.#ctx = ctx
    this.#serverId = serverId
    this.#usualLevel = ctx.log.level
    this.#figures = new ProcessFigures(ctx.config, {
      now: ctx.now,
      connections,
      devices: () => ctx.devices.size,
    })
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
  }

  hear(topics: readonly Topic[] | 'anything'): void {
    if (topics === 'anything' || topics.includes(THE_INSTALLATION)) void this.#lookAgain()
  }

  /** Anyone who asks meanwhile waits for the same. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      // A database that does not answer is noticed by all who need it; the next look is soon.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#looking
  }

  /** What is under way may have read before there was news. */
  async #lookAgain(): Promise<void> {
    await this.#looking
    await this.look()
  }

  async #look(): Promise<void> {
    const { db, now, log, readiness } = this.#ctx
    if (this.#closed || readiness.outdated !== undefined) return
    const at = now()
    log.level = levelNow(await findInstallationState(db.read), this.#usualLevel, at)
    if (this.#looks++ % TELL_EVERY === 0) await this.#tell(at)
  }

  async #tell(at: Instant): Promise<void> {
    const figures: Partial<SystemServer> = await this.#figures.read()
    const row = { server_id: this.#serverId, at, figures: JSON.stringify(figures) }
    await this.#ctx.db.write((tx) => keepServerFigures(tx, row))
  }
}
