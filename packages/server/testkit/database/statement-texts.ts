import type { Database, Tx } from '../../src/platform/db/database.ts'

/** The texts of all statements that `work` runs, each once: so many have to be prepared. */
export async function statementTexts(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const texts = new Set<string>()
  await db.write(async (tx) => {
    // What Kysely shows of an executor leaves out what runs here: see `DirectExecutor`.
    const executor = tx.getExecutor() as unknown as { executeQuery: (query: { sql: string }) => unknown }
    const usual = executor.executeQuery
    executor.executeQuery = (query) => {
      texts.add(query.sql)
      return usual.call(executor, query)
    }
    await work(tx)
  })
  return [...texts]
}
