/** Reads statements as far as the guards need it: which tables there are, under which names, and what they are asked for. */
const TOKEN = /\/\*.*?\*\/|'(?:[^']|'')*'|"([^"]+)"|[A-Za-z_]\w*|\$?\d+|::|[^\s\w]/gs
const KEYWORDS = new Set(
  'as on where set values select join inner left right cross full natural group order limit offset union except intersect returning using for from and or not materialized default when window having with'.split(
    ' ',
  ),
)

export type Node = string | Node[]

/** Words and signs, those in parentheses as a list of their own. */
export function nest(statement: string): Node[] {
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
export function blocksOf(nodes: Node[]): Node[][] {
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

/** What those of some tables are called in a block, and which they are. */
export function namesIn(block: Node[], tables: ReadonlySet<string>): [name: string, table: string][] {
  const names: [string, string][] = []
  block.forEach((node, at) => {
    // First, because a statement that inserts many rows has thousands of other nodes, each behind a comma.
    if (typeof node !== 'string' || !tables.has(node)) return
    const before = block[at - 1]
    const isSource =
      ['from', 'join', 'update', 'into'].includes(String(before)) || (before === ',' && inFrom(block, at))
    if (!isSource) return
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
