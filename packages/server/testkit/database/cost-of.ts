import type { Database, Tx } from '../../src/platform/db/database.ts'

/** What something asked of the database. */
export interface Cost {
  statements: number
  /** That came back. */
  rows: number
}

interface Executing {
  executeQuery(query: unknown): Promise<{ rows: unknown[] }>
}

/** Counts what everybody asks of a database, in transactions too, until `stop`. */
export class CostMeter {
  #cost: Cost = { statements: 0, rows: 0 }
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

  /** What was asked since the last time. */
  take(): Cost {
    const cost = this.#cost
    this.#cost = { statements: 0, rows: 0 }
    return cost
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  #watch(executor: Executing): () => void {
    const usual = executor.executeQuery
    executor.executeQuery = async (query) => {
      const result = await usual.call(executor, query)
      this.#cost.statements++
      this.#cost.rows += result.rows.length
      return result
    }
    return () => {
      executor.executeQuery = usual
    }
  }
}
