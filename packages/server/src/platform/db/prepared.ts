import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db, Tx } from './database.ts'

/** Holds the place of a value that is known only when the query runs. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Place<Params> = <Name extends keyof Params & string>(name: Name) => Params[Name]

type Run<Params, Answer> = (db: Db, params: Params) => Promise<Answer>

/**
 * A query that runs at every request is built once per kind of database; from then on only its values change.
 * Building costs as much as running, so this halves what the hottest queries cost.
 */
export const prepared = <Params extends object, Row>(
  build: (db: Db, place: Place<Params>) => CompiledQuery<Row>,
): Run<Params, Row[]> => preparedFor(build, rowsOf)

/** As `prepared`, for queries that find one row or none. */
export const preparedFirst = <Params extends object, Row>(
  build: (db: Db, place: Place<Params>) => CompiledQuery<Row>,
): Run<Params, Row | undefined> => preparedFor(build, firstOf)

/** As `prepared`, for changes whose rows nobody wants back. */
export const preparedChange = <Params extends object>(
  build: (db: Db, place: Place<Params>) => CompiledQuery<unknown>,
): ((tx: Tx, params: Params) => Promise<void>) => preparedFor(build, nothingOf)

const rowsOf = <Row>({ rows }: QueryResult<Row>): Row[] => rows
const firstOf = <Row>({ rows }: QueryResult<Row>): Row | undefined => rows[0]
const nothingOf = (): void => {}

/** Gives one promise for each run: on SQLite most of what a small statement costs is what stands around it. */
function preparedFor<Params extends object, Row, Answer>(
  build: (db: Db, place: Place<Params>) => CompiledQuery<Row>,
  answer: (result: QueryResult<Row>) => Answer,
): Run<Params, Answer> {
  const built = new Map<unknown, CompiledQuery<Row>>()
  const place: Place<Params> = (name) => new Slot(name) as never
  return (db, params) => {
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
    return executor.executeQuery<Row>({ sql, parameters, query: node, queryId }).then(answer)
  }
}
