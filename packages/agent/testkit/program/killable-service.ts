import path from 'node:path'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, type Stack } from '@holdfast/server/testkit/servers/stacks'

export const EMAIL = 'admin@localhost'

interface Server {
  readonly settings: NodeJS.ProcessEnv
  readonly place: Place
  process: ServerProcess
}

/** One server, or several on one database, each of which can be killed and started again at its address. */
export class KillableService {
  readonly #place: Place
  readonly #servers: readonly Server[]

  private constructor(place: Place, servers: readonly Server[]) {
    this.#place = place
    this.#servers = servers
  }

  static async start(stack: Stack, count: number): Promise<KillableService> {
    const shared = await stack.open('migrated')
    const servers: Server[] = []
    for (let n = 0; n < count; n++) {
      const settings = {
        HOLDFAST_PORT: String(await freePort()),
        HOLDFAST_ADMIN_EMAIL: EMAIL,
        HOLDFAST_MASTER_KEY_FILE: path.join(shared.dataDir, 'master.key'),
      }
      const place = n === 0 ? shared : { ...shared, dataDir: await makeTempDir() }
      servers.push({ settings, place, process: await ServerProcess.start(place, settings) })
    }
    return new KillableService(shared, servers)
  }

  /** Of the servers in turn. */
  url(n: number): string {
    return this.#servers[n % this.#servers.length]?.process.url ?? ''
  }

  async kill(n: number): Promise<void> {
    const server = this.#servers[n % this.#servers.length]
    if (!server) return
    await server.process.kill()
    server.process = await ServerProcess.start(server.place, server.settings)
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.map(({ process }) => process.kill()))
    await this.#place.dispose()
  }

  /** The ids of all contents that it has ever held. */
  async contents(): Promise<Set<string>> {
    const db = await openQuietly(this.#place.database)
    try {
      const rows = await rawSql<{ content: Uint8Array }>(db, 'select content from revision')
      return new Set(rows.map(({ content }) => Buffer.from(content).toString('hex')))
    } finally {
      await db.close()
    }
  }
}
