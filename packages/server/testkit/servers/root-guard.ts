import { checkStatements } from '../../src/platform/db/statements.ts'

/** Tables whose rows lie in roots. The index of SQLite on names is left out: its tokens name the root. */
const TABLES = new Set([
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
const TOKEN = /\/\*.*?\*\/|'(?:[^']|'')*'|"([^"]+)"|[A-Za-z_]\w*|\$?\d+|::|[^\s\w]/gs
const KEYWORDS = new Set(
  'as on where set values select join inner left right cross full natural group order limit offset union except intersect returning using for from and or not materialized default when window having with'.split(
    ' ',
  ),
)

type Node = string | Node[]

/**
 * Refuses statements on tables of files that do not say which root they mean, and those for which SQLite would go
 * through a whole table or root: without statistics it takes a root for a few rows.
 */
export function guardRoots(): void {
  const known = new Set<string>()
  checkStatements((statement, beside) => {
    if (known.has(statement) || statement.includes(ACROSS_ROOTS)) return
    const missing = tablesWithoutRoot(statement)
    if (missing.length > 0)
      throw new Error(`A statement names no root for ${missing.join(', ')} (ADR 0027): ${statement}`)
    if (beside && !statement.includes(WHOLE_ROOT)) {
      const values = Array.from(statement.matchAll(/\?/g), () => null)
      const plan = beside(`explain query plan ${statement}`, values) as { detail: string }[]
      const wide = wideSteps(
        statement,
        plan.map(({ detail }) => detail),
      )
      if (wide.length > 0)
        throw new Error(`A statement goes through too much (${wide.join('; ')}): ${statement}`)
    }
    known.add(statement)
  })
}

/** The steps of a plan that read a whole table of files, or all items of a root. */
export function wideSteps(statement: string, plan: readonly string[]): string[] {
  const names = new Map(blocksOf(nest(statement)).flatMap(namesIn))
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

/** Words and signs, those in parentheses as a list of their own. */
function nest(statement: string): Node[] {
  const stack: Node[][] = [[]]
  for (const [token, quoted] of statement.matchAll(TOKEN)) {
    const open = stack.at(-1) ?? []
    if (token === '(') {
      const inner: Node[] = []
      open.push(inner)
      stack.push(inner)
    } else if (token === ')') stack.pop()
    else if (!token.startsWith('/*')) open.push(quoted ?? token.toLowerCase())
  }
  return stack[0] ?? []
}

const isQuery = (node: Node): node is Node[] =>
  Array.isArray(node) && ['select', 'with', 'insert', 'update', 'delete'].includes(String(node[0]))

/** Each select, insert, update or delete, without those inside it, which are blocks of their own. */
function blocksOf(nodes: Node[]): Node[][] {
  const blocks: Node[][] = []
  let block: Node[] = []
  const visit = (inner: Node[]): Node[] =>
    inner.map((node) => {
      if (!Array.isArray(node)) return node
      if (!isQuery(node)) return visit(node)
      blocks.push(...blocksOf(node))
      return ['subquery']
    })
  for (const node of visit(nodes)) {
    if (node === 'union' || node === 'except' || node === 'intersect') {
      blocks.push(block)
      block = []
    } else block.push(node)
  }
  return [...blocks, block]
}

function missingIn(block: Node[]): string[] {
  const names = namesIn(block).map(([name]) => name)
  return names.filter((name) => !namesRoot(block, name, names.length === 1))
}

/** What the tables of files are called in a block, and which they are. */
function namesIn(block: Node[]): [name: string, table: string][] {
  const names: [string, string][] = []
  block.forEach((node, at) => {
    const before = block[at - 1]
    const isSource =
      ['from', 'join', 'update', 'into'].includes(String(before)) || (before === ',' && inFrom(block, at))
    if (typeof node !== 'string' || !isSource || !TABLES.has(node)) return
    const next = block[at + 1] === 'as' ? block[at + 2] : block[at + 1]
    const isAlias = typeof next === 'string' && /^\w+$/.test(next) && !KEYWORDS.has(next)
    names.push([isAlias ? next : node, node])
  })
  return names
}

/** Whether a comma separates sources, as in `from entry, change`. */
function inFrom(block: Node[], at: number): boolean {
  for (let n = at - 1; n >= 0; n--) {
    if (block[n] === 'from') return true
    if (['select', 'where', 'on', 'set', 'by', 'values', 'into'].includes(String(block[n]))) return false
  }
  return false
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
