import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { TABLES } from '../servers/root-guard.ts'
import { blocksOf, type Node, namesIn, nest } from '../servers/statement-parts.ts'
import type { Seen } from './seen-statements.ts'

/** The tables of a SQLite database whose rows are in no root: those of roots the guard looks at in every test. */
export async function tablesOutsideOfRoots(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`.execute(db)
  return new Set(rows.map(({ name }) => name).filter((name) => !TABLES.has(name)))
}

/**
 * Which of some tables a statement goes through from end to end, by the plan of SQLite: where no limit ends that before. To make
 * an index that is only for it, it does so as well.
 */
export async function scannedBy(
  db: Db,
  { sql: text, parameters }: Pick<Seen, 'sql' | 'parameters'>,
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
  const steps = (await db.executeQuery<{ detail: string }>(explain)).rows.map(({ detail }) => detail)
  const sorts = steps.some((step) => step.startsWith('USE TEMP B-TREE FOR ORDER BY'))
  const unbounded = new Map(
    blocksOf(nest(text))
      .filter((block) => block[0] !== 'insert' && (sorts || !hasLimit(block)))
      .flatMap((block) => namesIn(block, tables)),
  )
  return steps.flatMap((step) => {
    const [, scanned, indexed] = /^(?:SCAN (\S+)|SEARCH (\S+) USING AUTOMATIC )/.exec(step) ?? []
    const name = scanned ?? indexed ?? ''
    return unbounded.get(name) ?? []
  })
}

const hasLimit = (block: Node[]): boolean => block.includes('limit')
