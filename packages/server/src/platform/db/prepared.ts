import type { CompiledQuery } from 'kysely'
import type { Db, Tx } from './database.ts'

/** Holds the place of a value that is known only when the query runs. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Place<Params> = <Name extends keyof Params & string>(name: Name) => Params[Name]

/**
 * A query that runs at every request is built once per kind of database; from then on only its values change.
 * Building costs as much as running, so this halves what the hottest queries cost.
 */
export function prepared<Params extends object, Row>(
  build: (db: Db, place: Place<Params>) => CompiledQuery<Row>,
): (db: Db, params: Params) => Promise<Row[]> {
  const built = new Map<unknown, CompiledQuery<Row>>()
  const place: Place<Params> = (name) => new Slot(name) as never
  return async (db, params) => {
    const executor = db.getExecutor()
    let query = built.get(executor.adapter.constructor)
    if (!query) {
      query = build(db, place)
      built.set(executor.adapter.constructor, query)
    }
    const values = params as Record<string, unknown>
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? (values[value.name] ?? null) : value,
    )
    const { sql, query: node, queryId } = query
    return (await executor.executeQuery<Row>({ sql, parameters, query: node, queryId })).rows
  }
}

/** As `prepared`, for queries that find one row or none. */
export function preparedFirst<Params extends object, Row>(
  build: (db: Db, place: Place<Params>) => CompiledQuery<Row>,
): (db: Db, params: Params) => Promise<Row | undefined> {
  const all = prepared(build)
  return async (db, params) => (await all(db, params))[0]
}

/** As `prepared`, for changes whose rows nobody wants back. */
export function preparedChange<Params extends object>(
  build: (db: Db, place: Place<Params>) => CompiledQuery<unknown>,
): (tx: Tx, params: Params) => Promise<void> {
  const run = prepared(build)
  return async (tx, params) => {
    await run(tx, params)
  }
}
