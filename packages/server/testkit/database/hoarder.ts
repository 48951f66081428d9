import pg from 'pg'
import { until } from '../servers/until.ts'

/** Someone else, who takes every connection that there is. */
export class Hoarder {
  readonly #url: string
  readonly #all: number
  readonly #clients: pg.Client[] = []

  /** `all`: how many connections the server allows. */
  constructor(url: string, all: number) {
    this.#url = url
    this.#all = all
  }

  /** Ends the connections of others, and takes their places before they come again. */
  async takeAll(): Promise<void> {
    await until(async () => {
      await Promise.all(Array.from({ length: this.#all - this.#clients.length }, () => this.#take()))
      if (this.#clients.length === this.#all) return true
      await this.#clients[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and application_name <> 'hoarder'`,
      )
      return false
    }, 1)
  }

  async #take(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'hoarder' })
    client.on('error', () => {})
    try {
      await client.connect()
      this.#clients.push(client)
      return true
    } catch {
      return false
    }
  }

  async letGo(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end()))
  }
}
