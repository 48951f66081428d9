import { type ReactNode, useEffect, useRef, useState } from 'react'
import { changed, filtered, type TableState } from '../../core/console/table-state.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { FilterDialog, type FilterForm, wordsOfFilter } from './filters.tsx'

const SEARCH_REST_MS = 250

interface TableToolsProps {
  state: TableState
  onState: (state: TableState, replace?: boolean) => void
  /** What the search says; none: there is nothing to search by. */
  search?: string
  /** Named filters: `view` in the address. The first is all. */
  views: readonly (readonly [value: string, words: string])[]
  filters: readonly FilterForm[]
  /** What is shown: it names what filters only have the id of. */
  rows: readonly unknown[]
  /** What the address says and nobody knows. */
  hasUnknown: boolean
  /** On the other side. */
  children?: ReactNode
}

/** What narrows a list down: views, a search, and filters that were added one by one. */
export function TableTools(props: TableToolsProps) {
  const { state, onState, search, views, filters, rows, hasUnknown, children } = props
  const words = consoleWords().table
  const [editing, setEditing] = useState<FilterForm>()
  const [adding, setAdding] = useState<HTMLElement>()
  const view = state.filters.view ?? ''
  const set = filters.filter(({ id }) => state.filters[id])
  const left = filters.filter(({ id, kind }) => !state.filters[id] && kind !== 'named')
  const said = (filter: FilterForm) => wordsOfFilter(filter, state.filters[filter.id] ?? '', rows)
  const choose = (filter: FilterForm) =>
    filter.kind === 'flag' ? onState(filtered(state, filter.id, filter.value ?? 'true')) : setEditing(filter)
  return (
    <search className="table-tools">
      {views.length > 0 && (
        <fieldset className="table-views" aria-label={words.views}>
          {views.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={view === value}
              onClick={() => onState(filtered(state, 'view', value || undefined))}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      {search !== undefined && (
        <SearchBox label={search} value={state.q} onSearch={(q) => onState(changed(state, { q }), true)} />
      )}
      {set.map((filter) => (
        <span key={filter.id} className="table-chip">
          <button type="button" disabled={filter.kind === 'named'} onClick={() => choose(filter)}>
            {said(filter)}
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={words.removeFilter(said(filter))}
            title={words.removeFilter(said(filter))}
            onClick={() => onState(filtered(state, filter.id, undefined))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {left.length > 0 && (
        <span className="table-add-filter">
          <Button icon="add" aria-haspopup="menu" onClick={({ currentTarget }) => setAdding(currentTarget)}>
            {words.addFilter}
          </Button>
        </span>
      )}
      {adding && (
        <Menu
          label={words.addFilter}
          items={left.map(
            (filter): MenuItem => ({ id: filter.id, label: filter.label, run: () => choose(filter) }),
          )}
          place={{ below: adding, startOf: adding }}
          onClose={() => {
            setAdding(undefined)
            adding.focus()
          }}
        />
      )}
      {hasUnknown && <span className="soft">{words.unknownFilter}</span>}
      <span className="table-tools-end">{children}</span>
      {editing && (
        <FilterDialog
          filter={editing}
          value={state.filters[editing.id] ?? ''}
          onChoose={(value) => {
            setEditing(undefined)
            onState(filtered(state, editing.id, value || undefined))
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </search>
  )
}

/** What is typed is looked for once it rests. */
function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (q: string) => void
}) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Back and Forward change what is looked for, too.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      onSearch(sent.current)
    }, SEARCH_REST_MS)
  }
  return (
    <span className="table-search">
      <Icon name="search" />
      <input
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
    </span>
  )
}

interface ColumnsDialogProps {
  columns: readonly { id: string; label: string }[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
  onClose: () => void
}

/** Which columns are shown. */
export function ColumnsDialog({ columns, chosen, onChoose, onClose }: ColumnsDialogProps) {
  const words = consoleWords().table
  const toggle = (id: string) =>
    onChoose(
      columns
        .map((one) => one.id)
        .filter((one) => (one === id ? !chosen.includes(id) : chosen.includes(one))),
    )
  return (
    <Dialog
      title={words.columns}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <ul className="table-columns">
        {columns.map(({ id, label }) => (
          <li key={id}>
            <label className="option">
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <span>{label}</span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
