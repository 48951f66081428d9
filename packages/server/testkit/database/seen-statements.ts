import type { Database, Tx } from '../../src/platform/db/database.ts'

/** A statement as it ran, and the function with SQL that it came from. */
export interface Seen {
  sql: string
  parameters: readonly unknown[]
  /** `files/search/queries.ts listNames` */
  from: string
}

interface Executing {
  executeQuery(query: Omit<Seen, 'from'>): Promise<unknown>
}

const WITH_SQL = /\/packages\/server\/src\/((?:\S+queries|records\/\S+)\.ts)$/
const FRAMES = 40

/** Watches which functions with SQL are called, in transactions too, and keeps one statement of each text. */
export class StatementWatch {
  readonly functions = new Set<string>()
  readonly #texts = new Map<string, Seen>()
  readonly #stops: (() => void)[] = []

  constructor(db: Database) {
    this.#stops.push(this.#watch(db.read.getExecutor() as unknown as Executing))
    const { write } = db
    db.write = (work) =>
      write((tx: Tx) => {
        this.#watch(tx.getExecutor() as unknown as Executing)
        return work(tx)
      })
    this.#stops.push(() => {
      db.write = write
    })
  }

  #watch(executor: Executing): () => void {
    const usual = executor.executeQuery
    executor.executeQuery = (query) => {
      for (const from of callers()) {
        this.functions.add(from)
        if (!this.#texts.has(query.sql)) this.#texts.set(query.sql, { ...query, from })
      }
      return usual.call(executor, query)
    }
    return () => {
      executor.executeQuery = usual
    }
  }

  get statements(): Seen[] {
    return [...this.#texts.values()]
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }
}

/** The functions with SQL that are being called, the innermost first. A stack as text costs far more than its frames. */
function callers(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_, frames) => frames
  const frames = new Error('here').stack as unknown as NodeJS.CallSite[]
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return frames.flatMap((frame) => {
    const name = frame.getFunctionName()
    const [, file] = WITH_SQL.exec(frame.getFileName() ?? '') ?? []
    return name && file ? [`${file} ${name}`] : []
  })
}
