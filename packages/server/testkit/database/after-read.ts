import type { Db } from '../../src/platform/db/database.ts'

/** Makes something happen once, right after the next read whose text matches: what else only chance brings. */
export function afterRead(db: Db, read: RegExp, happens: () => Promise<unknown>): void {
  const executor = db.getExecutor() as unknown as {
    executeQuery: (query: { sql: string }) => Promise<unknown>
  }
  const usual = executor.executeQuery
  executor.executeQuery = async (query) => {
    const result = await usual.call(executor, query)
    if (read.test(query.sql)) {
      executor.executeQuery = usual
      await happens()
    }
    return result
  }
}
