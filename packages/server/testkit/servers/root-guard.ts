import { type Beside, checkStatements } from '../../src/platform/db/statements.ts'
import { type Indexes, narrowerThan, tablesOf } from './narrow-index.ts'
import { blocksOf, type Node, namesIn, nest } from './statement-parts.ts'

/** Tables whose rows are in roots. The index of SQLite on names is left out: its tokens name the root. */
export const TABLES = new Set([
  'entry',
  'revision',
  'revision_chunk',
  'chunk',
  'change',
  'entry_version',
  'entry_search',
])
const ACROSS_ROOTS = '/* across roots */'
const WHOLE_ROOT = '/* whole root */'

/**
 * Refuses statements on tables of files that do not say which root they mean, and those for which SQLite would go
 * through a whole table or root, or take an index that finds more rows than another one: without statistics it takes a root
 * for a few rows (ADR 0063). So are those of SQLite that would be prepared anew at each run.
 */
export function guardRoots(): void {
  const known = new Set<string>()
  checkStatements((statement, beside) => {
    if (known.has(statement)) return
    const form = shortened(statement)
    if (!known.has(form)) check(statement, beside)
    known.add(form).add(statement)
  })
}

function check(statement: string, beside?: Beside): void {
  if (hasBareLimit(statement))
    throw new Error(`SQLite prepares a statement with a bare limit anew at each run: ${statement}`)
  if (statement.includes(ACROSS_ROOTS)) return
  const missing = tablesWithoutRoot(statement)
  if (missing.length > 0)
    throw new Error(`A statement names no root for ${missing.join(', ')} (ADR 0027): ${statement}`)
  // What explains another one cannot be explained.
  if (beside && !statement.includes(WHOLE_ROOT) && !statement.startsWith('explain ')) {
    const values = Array.from(statement.matchAll(/\?/g), () => null)
    const plan = beside(`explain query plan ${statement}`, values) as { detail: string }[]
    const steps = plan.map(({ detail }) => detail)
    const wide = [...wideSteps(statement, steps), ...narrowerThan(statement, steps, indexesOf(beside))]
    if (wide.length > 0)
      throw new Error(`A statement goes through too much (${wide.join('; ')}): ${statement}`)
  }
}

const SCHEMA = 'select count(*) as parts, sum(length(sql)) as length from sqlite_master'
const indexesBySchema = new Map<string, Indexes>()

/** Looked for once in each schema: that takes longer than most tests that ask for it. */
function indexesOf(beside: Beside): Indexes {
  const schema = JSON.stringify(beside(SCHEMA, []))
  const indexes = indexesBySchema.get(schema) ?? tablesOf(beside)
  indexesBySchema.set(schema, indexes)
  return indexes
}

/** How many values a list has changes nothing here. */
const shortened = (statement: string): string =>
  statement.replace(/\$\d+/g, '$').replace(/([?$])(?:, \1)+/g, '$1')

/** PostgreSQL's places are called `$1`. */
export const hasBareLimit = (statement: string): boolean =>
  /\b(?:limit|offset)\s+\?(?!\s*\+ 0)/i.test(statement)

/** The steps of a plan that read a whole table of files, or all items of a root. */
export function wideSteps(statement: string, plan: readonly string[]): string[] {
  const names = new Map(blocksOf(nest(statement)).flatMap((block) => namesIn(block, TABLES)))
  return plan.filter((step) => {
    const [, way, name = ''] = /^(SCAN|SEARCH) (\S+)/.exec(step) ?? []
    const table = names.get(name)
    if (table === undefined || table === 'entry_search') return false
    return way === 'SCAN' || (table.startsWith('entry') && / INDEX \w+ \(root_id=\?\)/.test(step))
  })
}

/** The tables, by the names that they have in the statement, of which it does not say which root it means. */
export function tablesWithoutRoot(statement: string): string[] {
  if (/^\s*(create|alter|drop|pragma|analyze|vacuum)\b/i.test(statement)) return []
  return blocksOf(nest(statement)).flatMap(missingIn)
}

function missingIn(block: Node[]): string[] {
  const names = namesIn(block, TABLES).map(([name]) => name)
  return names.filter((name) => !namesRoot(block, name, names.length === 1))
}

/** Whether the root of a table is compared with something, or given to its new rows. */
function namesRoot(nodes: Node[], name: string, alone: boolean): boolean {
  return nodes.some((node, at) => {
    if (Array.isArray(node)) return isColumnList(nodes, at, node) || namesRoot(node, name, alone)
    if (node !== 'root_id') return false
    const qualified = nodes[at - 1] === '.'
    if (qualified ? nodes[at - 2] !== name : !alone) return false
    const before = nodes[at - (qualified ? 3 : 1)]
    const after = nodes.slice(at + 1, at + 4).join('')
    return /^(=|in\b|in|\+0=)/.test(after) || before === '='
  })
}

/** `insert into entry (root_id, …)`, or `(root_id, id) = (…)`. */
function isColumnList(nodes: Node[], at: number, node: Node[]): boolean {
  if (!node.includes('root_id')) return false
  const isInsert = nodes[at - 2] === 'into'
  const isCompared = ['=', 'in'].includes(String(nodes[at + 1])) || nodes[at - 1] === '='
  return isInsert || isCompared
}
