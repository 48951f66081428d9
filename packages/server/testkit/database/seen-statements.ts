import type { Database } from '../../src/platform/db/database.ts'

/** A statement as it ran, and the function of a room's queries that it came from. */
export interface Seen {
  sql: string
  parameters: readonly unknown[]
  /** `files/search/queries.ts listNames` */
  from: string
}

interface Executing {
  executeQuery(query: Omit<Seen, 'from'>): Promise<unknown>
}

const FRAME = /at (?:async )?(?:(?:Object|Module)\.)?(\w+) .*\/packages\/server\/src\/(\S+queries\.ts):/

/** Watches which functions with SQL are called outside of transactions, and keeps one statement of each text. */
export class StatementWatch {
  readonly functions = new Set<string>()
  readonly #texts = new Map<string, Seen>()
  readonly #stop: () => void

  constructor(db: Database) {
    const executor = db.read.getExecutor() as unknown as Executing
    const usual = executor.executeQuery
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 40
    executor.executeQuery = (query) => {
      for (const line of (new Error('here').stack ?? '').split('\n')) {
        const [, name, file] = FRAME.exec(line) ?? []
        if (!name || !file) continue
        this.functions.add(`${file} ${name}`)
        if (!this.#texts.has(query.sql)) this.#texts.set(query.sql, { ...query, from: `${file} ${name}` })
      }
      return usual.call(executor, query)
    }
    this.#stop = () => {
      executor.executeQuery = usual
      Error.stackTraceLimit = stackTraceLimit
    }
  }

  get statements(): Seen[] {
    return [...this.#texts.values()]
  }

  stop(): void {
    this.#stop()
  }
}
