import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { withinTime } from '../basics/within-time.ts'
import type { PostgresLimits } from '../config/limits.ts'
import type { Hear, Topic } from './database.ts'
import { Listeners } from './news.ts'
import { PostgresClient } from './postgres-client.ts'

const CHANNEL = 'holdfast_change'
/** PostgreSQL takes payloads of less than 8000 bytes. */
const MAX_TOPICS = 300
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000

/**
 * Carries news between processes by NOTIFY. Sent after the commit and not in it: a transaction that notifies holds a
 * lock of the whole database until it is on disk, so all of them would be written one by one (ADR 0017). What is announced
 * while a message is on its way goes out with the next one, however many changes that are.
 */
export class PostgresNews {
  readonly #url: string
  readonly #pool: pg.Pool
  readonly #limits: PostgresLimits
  readonly #onError: (error: Error) => void
  readonly #listeners = new Listeners()
  /** Tells this process's own messages from those of others. */
  readonly #self = randomBytes(6).toString('base64url')
  readonly #pending = new Set<Topic>()
  #sending: Promise<void> | undefined
  #listening = false
  #client: PostgresClient | undefined
  #closed = false
  #endPause: () => void = () => {}

  constructor(url: string, pool: pg.Pool, limits: PostgresLimits, onError: (error: Error) => void) {
    this.#url = url
    this.#pool = pool
    this.#limits = limits
    this.#onError = onError
  }

  publish(topics: readonly Topic[]): void {
    if (topics.length === 0) return
    this.#listeners.tell(topics)
    for (const topic of topics) this.#pending.add(topic)
    this.#sending ??= this.#send()
  }

  /** The connection for it is made when someone first listens: command line tools never do. */
  listen(hear: Hear): () => void {
    if (!this.#listening) void this.#keepListening()
    this.#listening = true
    return this.#listeners.add(hear)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#endPause()
    await this.#sending
    this.#client?.destroy()
  }

  async #send(): Promise<void> {
    while (this.#pending.size > 0) {
      const topics = [...this.#pending].slice(0, MAX_TOPICS)
      for (const topic of topics) this.#pending.delete(topic)
      try {
        await this.#pool.query({
          text: 'select pg_notify($1, $2)',
          values: [CHANNEL, `${this.#self} ${topics.join(' ')}`],
          query_timeout: this.#limits.connect,
        } as pg.QueryConfig)
      } catch (error) {
        // They are not lost: waiters elsewhere look for themselves after a while.
        this.#onError(error as Error)
      }
    }
    this.#sending = undefined
  }

  async #keepListening(): Promise<void> {
    let pause = MIN_PAUSE_MS
    while (!this.#closed) {
      try {
        await this.#listenOnce(() => {
          pause = MIN_PAUSE_MS
        })
      } catch (error) {
        if (!this.#closed) this.#onError(error as Error)
      }
      if (this.#closed) return
      await this.#pause(pause)
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
    }
  }

  /** Until the connection breaks. */
  async #listenOnce(onReady: () => void): Promise<void> {
    const client = new PostgresClient({ connectionString: this.#url }, this.#limits)
    const broken = new Promise<void>((resolve) => client.once('end', resolve))
    // Whatever it is, `end` follows.
    client.on('error', (error) => this.#closed || this.#onError(error))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      onReady()
      // Whatever was announced while nobody listened.
      this.#listeners.tell('anything')
      if (this.#closed) return
      await this.#askWhile(client, broken)
    } finally {
      client.destroy()
    }
  }

  /** A connection that only listens never notices that the other end is gone, so it asks from time to time. */
  async #askWhile(client: PostgresClient, broken: Promise<void>): Promise<void> {
    const { heartbeat, connect } = this.#limits
    while (!(await withinTime(heartbeat, broken)))
      await client.query({ text: 'select 1', query_timeout: connect } as pg.QueryConfig)
  }

  #hear(payload: string): void {
    const [from, ...topics] = payload.split(' ')
    if (from !== this.#self) this.#listeners.tell(topics as Topic[])
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
