import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { MIGRATIONS, migrate } from '../db/migrations/migrate.ts'
import { keepServer, listServers, type RunningServer } from './server-queries.ts'

/** For so long a server counts as alive after it has last said so. */
export const LEASE_MS = 30_000
const ASK_EVERY_MS = 500

/** Servers of another version use the database. Stopped, they are no obstacle: the caller may try again. */
export class OtherServersError extends Error {
  override name = 'OtherServersError'
  readonly servers: readonly RunningServer[]

  constructor(servers: readonly RunningServer[]) {
    const named = servers.map(({ name, version }) => `${name} (Holdfast ${version})`).join(', ')
    super(
      `The database must be updated for this version, but other servers still use it: ${named}. Stop them, then start this one. ` +
        `If they no longer exist, run: holdfast migrate ${servers.map(({ name }) => `--despite ${name}`).join(' ')}`,
    )
    this.servers = servers
  }
}

interface Given {
  /** Is on record as alive from the same transaction on, so that no other version changes the database after this one has looked at it. */
  server?: RunningServer
  /** Names of servers that do not count as alive. */
  despite?: readonly string[]
  migrations?: typeof MIGRATIONS
}

/**
 * Brings the database to the form of this program, and gives what was applied. Not while servers that run another version
 * use it: these would write what they know to tables that have changed. One that was killed is waited for until it counts as
 * dead.
 */
export async function bringToForm(
  ctx: Pick<Ctx, 'db' | 'now' | 'log'>,
  { server, despite = [], migrations = MIGRATIONS }: Given = {},
): Promise<string[]> {
  const { db, now, log } = ctx
  let from: string | undefined
  const refuseOthers = async (tx: Tx, done: readonly string[]) => {
    from = done.at(-1)
    const others = (await listServers(tx, now())).filter(({ name }) => !despite.includes(name))
    if (others.length > 0) throw new OtherServersError(others)
  }
  const register = async (tx: Tx) => {
    if (server) await keepServer(tx, server)
  }
  const begun = performance.now()
  const applied = await untilDead(() =>
    migrate(db, now(), migrations, { beforeChange: refuseOthers, afterwards: register }),
  )
  if (applied.length > 0) {
    const ms = Math.round(performance.now() - begun)
    log.info({ from: from ?? null, to: applied.at(-1), applied, ms }, 'the database was migrated')
  }
  return applied
}

/** Tries again until the servers that are in the way no longer count as alive; gives up when one says again that it is. */
async function untilDead<T>(attempt: () => Promise<T>): Promise<T> {
  const since = performance.now()
  let first: ReadonlyMap<string, number> | undefined
  for (;;)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof OtherServersError)) throw error
      first ??= new Map(error.servers.map(({ id, until }) => [id, until]))
      const isAlive = error.servers.some(
        ({ id, name, until }) => first?.get(id) !== until || isAliveHere(name),
      )
      if (isAlive || performance.now() - since > LEASE_MS + ASK_EVERY_MS) throw error
      await pause(ASK_EVERY_MS)
    }
}

export const nameOfServer = (): string => `${hostname()}:${process.pid}`

/** That it is not here does not make it dead: machines and containers may have the same name. */
function isAliveHere(name: string): boolean {
  const [host, pid] = name.split(':')
  if (host !== hostname() || Number(pid) === process.pid) return false
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
