import { blocksOf, type Node, namesIn, nest } from './statement-parts.ts'

/** An index or a key of a table of SQLite. */
export interface Index {
  name: string
  columns: readonly string[]
  /** No two rows have the same values of all its columns. */
  unique: boolean
  /** A partial one has rows only where this column has a value; undefined if it has all rows. */
  having?: string | undefined
}

/** All indexes by their table. Those of which SQLite cannot know whether they hold all that is asked for are left out. */
export type Indexes = ReadonlyMap<string, readonly Index[]>

type Ask = (statement: string, values: readonly unknown[]) => unknown[]

export function tablesOf(ask: Ask): Indexes {
  const rows = ask(
    `select t.name as "table", l.name as "index", l.partial, l."unique", i.name as "column", x.sql
     from sqlite_master t, pragma_index_list(t.name) l, pragma_index_info(l.name) i
     left join sqlite_master x on x.type = 'index' and x.name = l.name
     where t.type = 'table' order by l.name, i.seqno`,
    [],
  ) as { table: string; index: string; partial: 0 | 1; unique: 0 | 1; column: string; sql: string | null }[]
  const tables = new Map<string, (Index & { columns: string[] })[]>()
  for (const { table, index, partial, unique, column, sql } of rows) {
    const having = /where "?(\w+)"? is not null$/i.exec(sql ?? '')?.[1]
    if (partial === 1 && having === undefined) continue
    const indexes = tables.get(table) ?? []
    tables.set(table, indexes)
    const known = indexes.find(({ name }) => name === index)
    if (known) known.columns.push(column)
    else indexes.push({ name: index, columns: [column], unique: unique === 1, having })
  }
  return tables
}

/**
 * The steps of a plan that look for rows by fewer columns than another index has of those that the statement gives values
 * for. SQLite keeps no statistics here: it takes all rows of a root for a handful, and its key for as good as any index.
 */
export function narrowerThan(statement: string, plan: readonly string[], indexes: Indexes): string[] {
  const tables = new Set(indexes.keys())
  const given = new Map<string, { table: string; columns: Given }>()
  for (const block of blocksOf(nest(statement))) {
    const names = namesIn(block, tables)
    for (const [name, table] of names) {
      const columns = columnsGiven(conditionsIn(block), name, names.length === 1)
      // One name in several blocks is several tables, of which the plan does not tell which one it means.
      const before = given.get(name)
      given.set(name, { table, columns: before ? inBoth(before.columns, columns) : columns })
    }
  }
  const read = new Set<string>([NOBODY])
  return plan.flatMap((step) => {
    const [, name = ''] = /^(?:SEARCH|SCAN) (\S+)/.exec(step) ?? []
    const { table, columns } = given.get(name) ?? {}
    const wider =
      table && columns ? narrowerFor(step, indexes.get(table) ?? [], knownBy(columns, read)) : undefined
    read.add(name)
    return wider ? [`${step}, where ${wider.name} has ${wider.columns.join(', ')}`] : []
  })
}

/** By column, whose values it is to have: another table's, or nobody's where they are given. */
type Given = ReadonlyMap<string, ReadonlySet<string>>
const NOBODY = ''

/** The columns whose values are known once some tables are read. */
const knownBy = (columns: Given, read: ReadonlySet<string>): Set<string> =>
  new Set(
    [...columns].flatMap(([column, others]) => ([...others].some((one) => read.has(one)) ? [column] : [])),
  )

function narrowerFor(step: string, all: readonly Index[], columns: ReadonlySet<string>): Index | undefined {
  const [, used = ''] = /^SEARCH \S+ [^(]*\((.*)\)$/.exec(step) ?? []
  if (used === '' || used.includes('rowid=?')) return undefined
  const equal = used.split(' AND ').flatMap((part) => /^(\w+)=\?$/.exec(part)?.[1] ?? [])
  if (all.some((index) => index.unique && index.columns.every((column) => equal.includes(column))))
    return undefined
  const taken = equal.length + pairsIn(used)
  return all.find((index) => (!index.having || columns.has(index.having)) && leading(index, columns) > taken)
}

/** `(entry_id,seq)>(?,?) AND (entry_id,seq)<(?,?)` is one value of the first column, as our statements say it. */
const pairsIn = (used: string): number => (/(\(\w+,\w+\))>\(.*\1</.test(used) ? 1 : 0)

const inBoth = (one: Given, other: Given): Given => new Map([...one].filter(([column]) => other.has(column)))

/** How many columns of an index, from its first on, the statement gives values for. */
function leading({ columns }: Index, given: ReadonlySet<string>): number {
  const end = columns.findIndex((column) => !given.has(column))
  return end === -1 ? columns.length : end
}

/** What stands behind `where` and `on`, without alternatives and cases, which do not narrow anything for sure. */
function conditionsIn(block: Node[]): Node[] {
  const found: Node[] = []
  let inside = false
  let cases = 0
  for (const node of block) {
    if (node === 'where' || node === 'on') inside = true
    else if (
      ['join', 'left', 'cross', 'inner', 'group', 'order', 'limit', 'returning'].includes(String(node))
    )
      inside = false
    if (node === 'case') cases++
    if (inside && cases === 0) found.push(node)
    if (node === 'end') cases--
  }
  return found.includes('or') ? [] : found
}

function columnsGiven(nodes: Node[], name: string, alone: boolean): Given {
  const columns = new Map<string, Set<string>>()
  const add = (column: string, whose: Iterable<string>) =>
    columns.set(column, new Set([...(columns.get(column) ?? []), ...whose]))
  nodes.forEach((node, at) => {
    if (Array.isArray(node)) {
      if (node.includes('or') || node.includes('case') || nodes[at - 1] === 'in') return
      for (const [column, whose] of columnsGiven(node, name, alone)) add(column, whose)
      return
    }
    const qualified = nodes[at - 1] === '.'
    if (qualified ? nodes[at - 2] !== name : !alone || nodes[at + 1] === '.') return
    const first = at - (qualified ? 2 : 0)
    const before = nodes[first - 1]
    if (nodes[at + 1] === '=' || nodes[at + 1] === 'in') {
      if (!['+', '-', '.'].includes(String(before))) add(node, [whoseAt(nodes, at + 2)])
      // `x = a.b`, unless more follows, as in `x = a.b + 1`.
    } else if (before === '=' && /^(and|undefined)$/.test(String(nodes[at + 1])) && /^[a-z_]\w*$/.test(node))
      add(node, [whoseAt(nodes, first - (nodes[first - 3] === '.' ? 4 : 2))])
  })
  return columns
}

/** The table that a value comes from, which begins at a place. */
const whoseAt = (nodes: Node[], at: number): string => (nodes[at + 1] === '.' ? String(nodes[at]) : NOBODY)
