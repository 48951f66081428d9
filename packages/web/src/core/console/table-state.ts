/** What a table shows, as the address says it. */
export interface TableState {
  q: string
  /** A column, with a minus in front where the last comes first. */
  sort: string
  filters: Readonly<Record<string, string>>
  /** With all organizations below. */
  below: boolean
  /** The page behind this place; undefined is the first. */
  cursor: string | undefined
}

/** What a table knows to do. */
export interface TableForm {
  /** The first is the one it begins with. */
  sorts: readonly string[]
  filters: readonly string[]
}

const OWN = ['q', 'sort', 'below', 'cursor']

export const columnOf = (sort: string): string => sort.replace(/^-/, '')

/** What the address says; what it says that the table does not know is `unknown`. */
export function tableStateIn(query: string, form: TableForm): TableState & { unknown: readonly string[] } {
  const given = new URLSearchParams(query)
  const sort = given.get('sort') ?? ''
  const isSort = form.sorts.includes(columnOf(sort))
  const others = [...given.keys()].filter((name) => !OWN.includes(name))
  return {
    q: given.get('q') ?? '',
    sort: isSort ? sort : (form.sorts[0] ?? 'name'),
    filters: Object.fromEntries(
      form.filters.flatMap((name) => {
        const value = given.get(name)
        return value ? [[name, value]] : []
      }),
    ),
    below: given.get('below') === '1',
    cursor: given.get('cursor') ?? undefined,
    unknown: [...(sort && !isSort ? ['sort'] : []), ...others.filter((name) => !form.filters.includes(name))],
  }
}

/** With its question mark, or empty: what is as it begins is left out. */
export function tableQuery(state: TableState, form: TableForm): string {
  const query = new URLSearchParams()
  if (state.q !== '') query.set('q', state.q)
  if (state.sort !== form.sorts[0]) query.set('sort', state.sort)
  for (const [name, value] of Object.entries(state.filters)) query.set(name, value)
  if (state.below) query.set('below', '1')
  if (state.cursor !== undefined) query.set('cursor', state.cursor)
  return query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', ',').replaceAll('*', '%2A')}`
}

/** Another search, filter or order begins at the first page. */
export const changed = (state: TableState, change: Partial<Omit<TableState, 'cursor'>>): TableState => ({
  ...state,
  ...change,
  cursor: undefined,
})

export function filtered(state: TableState, name: string, value: string | undefined): TableState {
  const { [name]: _, ...rest } = state.filters
  return changed(state, { filters: value ? { ...rest, [name]: value } : rest })
}

/** Pressed once a column is sorted as it comes naturally, pressed again the other way round. */
export const sortedBy = (state: TableState, column: string, natural: 'up' | 'down'): TableState => {
  const first = natural === 'up' ? column : `-${column}`
  const other = natural === 'up' ? `-${column}` : column
  return changed(state, { sort: state.sort === first ? other : first })
}
