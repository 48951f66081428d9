import type Sqlite from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'
import { checkStatement } from './statements.ts'
import type { Turns } from './turns.ts'

/** Runs compiled queries on a better-sqlite3 handle, keeping prepared statements by their text. */
export class Connection {
  readonly #db: Sqlite.Database
  readonly #turns: Turns
  readonly #statements = new Map<string, { statement: Sqlite.Statement; returnsRows: boolean }>()

  constructor(db: Sqlite.Database, turns: Turns) {
    this.#db = db
    this.#turns = turns
  }

  execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql)
    return this.#turns.count(() =>
      returnsRows
        ? { rows: statement.all(parameters) as R[] }
        : { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) },
    )
  }

  #prepare(sql: string) {
    let known = this.#statements.get(sql)
    if (!known) {
      if (this.#statements.size >= 1000) this.#statements.clear()
      checkStatement(sql, (beside, values) => this.#db.prepare(beside).all(values))
      const statement = this.#db.prepare(sql)
      // Kept, since asking a statement takes as long as running a simple one.
      known = { statement, returnsRows: statement.reader }
      this.#statements.set(sql, known)
    }
    return known
  }
}
