import type { Ctx } from '../context.ts'
import { MIGRATIONS } from '../db/migrations/migrate.ts'
import { LEASE_MS, nameOfServer } from './bring-to-form.ts'
import {
  deleteEndedServers,
  deleteServer,
  keepServer,
  listApplied,
  type RunningServer,
} from './server-queries.ts'
import { VERSION } from './version.ts'

const LOOK_EVERY_MS = 2000
/** Every so many looks it says that it is alive. */
const RENEW_EVERY = 5

export const thisServer = ({ now, random }: Pick<Ctx, 'now' | 'random'>): RunningServer => ({
  id: random(9).toString('base64url'),
  name: nameOfServer(),
  version: VERSION,
  until: now() + LEASE_MS,
})

/**
 * Keeps a server on record as alive, and looks whether the database still has the form that it knows. Once a newer version
 * has changed it, this one must not write any more: it does not know what it would destroy.
 */
export class ServerWatch {
  /** Called once. */
  whenOutdated: () => void = () => {}
  readonly #ctx: Pick<Ctx, 'db' | 'now' | 'log' | 'readiness'>
  readonly #server: RunningServer
  readonly #timer: NodeJS.Timeout
  #looks = 0
  #looking: Promise<void> | undefined

  constructor(ctx: Pick<Ctx, 'db' | 'now' | 'log' | 'readiness'>, server: RunningServer) {
    this.#ctx = ctx
    this.#server = server
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
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

  async #look(): Promise<void> {
    const { db, now, readiness } = this.#ctx
    if (readiness.outdated !== undefined) return
    const unknown = (await listApplied(db.read)).filter((name) => !Object.hasOwn(MIGRATIONS, name))
    if (unknown.length > 0) return this.#stopWriting(unknown)
    if (++this.#looks % RENEW_EVERY !== 0) return
    await db.write(async (tx) => {
      await keepServer(tx, { ...this.#server, until: now() + LEASE_MS })
      await deleteEndedServers(tx, now())
    })
  }

  #stopWriting(unknown: readonly string[]): void {
    const { db, log, readiness } = this.#ctx
    readiness.outdated = `The database was changed by a newer version of Holdfast (${unknown.join(', ')}). This server runs ${VERSION} and no longer writes anything. Stop it, and start the newer version.`
    db.refuseWrites('database_newer', readiness.outdated)
    log.fatal({ version: VERSION, unknown }, readiness.outdated)
    this.whenOutdated()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    // What cannot be removed counts as dead after a while.
    await this.#ctx.db.write((tx) => deleteServer(tx, this.#server.id)).catch(() => {})
  }
}
