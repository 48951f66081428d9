import type { TablePage } from '@holdfast/api/table'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { isNothing, NOTHING, pageIs, pageToggled, type Selection, upTo } from '../../core/console/chosen.ts'
import { fitColumns } from '../../core/console/fit-columns.ts'
import { columnOf, sortedBy, type TableState } from '../../core/console/table-state.ts'
import { placeAfter } from '../../core/list/move.ts'
import { has, toggled } from '../../core/list/selection.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { type Column, widthOf } from './columns.ts'
import { useRoom } from './use-width.ts'
import './table.css'

export interface RowForm<Row> {
  name: (row: Row) => string
  /** Nothing is sorted by it. */
  isUnsorted?: boolean
  /** Where it leads. */
  address?: (row: Row) => string
  /** Below its name. */
  below?: (row: Row) => ReactNode
  /** On a phone, in place of the columns that have no room there. */
  facts: (row: Row) => ReactNode
  menu: (row: Row) => readonly (MenuItem | 'line')[]
}

interface DataTableProps<Row> {
  label: string
  /** Of the column of names, which is always the first. */
  nameLabel: string
  columns: readonly Column<Row>[]
  form: RowForm<Row>
  state: TableState
  page: TablePage<Row>
  /** The page is of what was asked for before. */
  isOld: boolean
  onState: (state: TableState) => void
  /** What is chosen, where there is something to do with several. */
  chosen?: { selection: Selection; onSelect: (selection: Selection) => void } | undefined
}

/** How wide the boxes of rows and their menus are, in rem. */
const [CHECK, MORE] = [2.5, 3.25]

/** Rows under the names of their columns, walked through by keys as a list of files is. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, nameLabel, form, state, page, isOld, onState, chosen } = props
  const words = consoleWords().table
  const [focus, setFocus] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const room = useRoom(table)
  const columns =
    room === 0 ? props.columns : fitColumns(props.columns, room - (chosen ? CHECK : 0) - MORE, widthOf)
  const [, navigate] = useLocation()
  const rows = page.results
  const at = Math.min(focus, Math.max(0, rows.length - 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is walked through from its top
  useEffect(() => setFocus(0), [page.results[0]?.id])
  const ids = rows.map(({ id }) => id)
  const toggle = (index: number) => chosen?.onSelect(toggled(chosen.selection, ids[index] as number, index))
  const rowAt = (index: number) => body.current?.rows[index]
  const press = (event: React.KeyboardEvent<HTMLTableSectionElement>) => {
    const isRow = event.target instanceof HTMLTableRowElement
    if (event.defaultPrevented || event.altKey || !isRow) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || !chosen) return
      chosen.onSelect(
        pageIs(chosen.selection, ids) === 'all' ? chosen.selection : pageToggled(chosen.selection, ids),
      )
      return event.preventDefault()
    }
    const to = placeAfter(event.key, at, { count: rows.length, columns: 1, screen: 10 })
    const row = rows[at]
    if (to !== undefined) {
      setFocus(to)
      rowAt(to)?.focus()
      if (event.shiftKey && chosen)
        chosen.onSelect(
          upTo(isNothing(chosen.selection) ? { ...NOTHING, anchor: at } : chosen.selection, ids, to),
        )
    } else if (event.key === ' ' && chosen) toggle(at)
    else if (event.key === 'Escape' && chosen && !isNothing(chosen.selection)) chosen.onSelect(NOTHING)
    else if (event.key === 'Enter' && row && form.address) navigate(form.address(row))
    else if (event.key === '/') document.querySelector<HTMLElement>('.table-search input')?.focus()
    else if (event.key === 'f') document.querySelector<HTMLElement>('.table-add-filter button')?.click()
    else if (event.key === '.') rowAt(at)?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
    else if (event.key === ']' && page.cursor) onState({ ...state, cursor: page.cursor })
    else if (event.key === '[' && page.back) onState({ ...state, cursor: page.back })
    else return
    event.preventDefault()
  }
  const head = (id: string, text: string, sort: Column<Row>['sort'], className: string, width?: number) => {
    const isCurrent = columnOf(state.sort) === id
    const isDown = state.sort.startsWith('-')
    return (
      <th
        key={id}
        scope="col"
        className={className}
        style={width === undefined ? undefined : { inlineSize: `${width}rem` }}
        aria-sort={sort && (isCurrent ? (isDown ? 'descending' : 'ascending') : 'none')}
      >
        {sort ? (
          <button type="button" onClick={() => onState(sortedBy(state, id, sort))}>
            {text}
            {isCurrent && <Icon name={isDown ? 'down' : 'up'} />}
          </button>
        ) : (
          text
        )}
      </th>
    )
  }
  return (
    <table
      ref={table}
      className={isOld ? 'data-table data-table-old' : 'data-table'}
      aria-label={label}
      aria-busy={isOld}
    >
      <thead>
        <tr>
          {chosen && (
            <th className="data-check">
              <PageBox
                is={pageIs(chosen.selection, ids)}
                onToggle={() => chosen.onSelect(pageToggled(chosen.selection, ids))}
              />
            </th>
          )}
          {head('name', nameLabel, form.isUnsorted ? undefined : 'up', 'data-name')}
          {columns.map((column) =>
            head(column.id, column.label, column.sort, classOf(column), widthOf(column)),
          )}
          <th className="data-more">
            <span className="unseen">{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={press}>
        {rows.map((row, index) => (
          <tr key={row.id} tabIndex={index === at ? 0 : -1} onFocus={() => setFocus(index)}>
            {chosen && (
              <td className="data-check">
                <input
                  type="checkbox"
                  aria-label={words.selectOne(form.name(row))}
                  checked={has(chosen.selection, row.id)}
                  onChange={() => toggle(index)}
                  tabIndex={index === at ? 0 : -1}
                />
              </td>
            )}
            <td className="data-name">
              {form.address ? (
                <Link href={form.address(row)} tabIndex={-1}>
                  <bdi>{form.name(row)}</bdi>
                </Link>
              ) : (
                <bdi>{form.name(row)}</bdi>
              )}
              {form.below && <span className="data-below">{form.below(row)}</span>}
              <span className="data-facts">{form.facts(row)}</span>
            </td>
            {columns.map((column) => (
              <td key={column.id} className={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
            <td className="data-more">
              {form.menu(row).length > 0 && (
                <MenuButton
                  icon="more"
                  label={words.actionsOf(form.name(row))}
                  items={() => form.menu(row)}
                  tabIndex={index === at ? 0 : -1}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** For all rows of the page at once. */
function PageBox({ is, onToggle }: { is: 'all' | 'some' | 'none'; onToggle: () => void }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = is === 'some'
  }, [is])
  return (
    <input
      ref={ref}
      type="checkbox"
      aria-label={consoleWords().table.selectPage}
      checked={is === 'all'}
      onChange={onToggle}
    />
  )
}

const classOf = <Row,>({ rank, isNumber }: Column<Row>): string =>
  `data-rank-${rank}${isNumber ? ' data-number' : ''}`
