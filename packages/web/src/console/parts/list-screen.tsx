import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { AnyOperation } from '@holdfast/api/operation'
import type { TablePage } from '@holdfast/api/table'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { isNothing, NOTHING, type Selection } from '../../core/console/chosen.ts'
import {
  changed,
  type TableForm,
  type TableState,
  tableQuery,
  tableStateIn,
} from '../../core/console/table-state.ts'
import { changeSettings, useSettings } from '../../data/account/settings.ts'
import { csvAddress, type RowOf, useTable, useTotal } from '../../data/console/table.ts'
import { codeOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMinute, shownName } from '../../messages/format.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { type BarAction, BulkBar } from './bulk-bar.tsx'
import type { Column } from './columns.ts'
import { DataTable, type RowForm } from './data-table.tsx'
import type { FilterForm } from './filters.tsx'
import { type ReportForm, ReportTiles } from './report-tiles.tsx'
import { Scope } from './scope.tsx'
import { ColumnsDialog, TableTools } from './table-tools.tsx'

/** A list of the console: of what, how it is drawn, and what can be done with all of it. */
export interface ListForm<Op extends AnyOperation> {
  op: Op
  table: TableForm
  title: string
  nameLabel: string
  search: string
  columns: readonly Column<RowOf<Op>>[]
  row: RowForm<RowOf<Op>>
  /** In place of views. */
  reports?: { label: string; all: readonly ReportForm[] }
  views?: readonly (readonly [value: string, words: string])[]
  filters?: readonly FilterForm[]
  icon: IconName
  /** What it lists is below: there is no switch. */
  isAlwaysBelow?: boolean
  empty: { title: string; why: string; noneMatch: string }
  /** Beside the title. */
  actions?: ReactNode
  /** What can be done with several. */
  bulk?: (chosen: Chosen) => readonly BarAction[]
}

/** What is chosen in a list, and of what. */
export interface Chosen {
  selection: Selection
  state: TableState
  onDone: () => void
}

type Ided = { id: number; organization: { name: string } }

export function ListScreen<Op extends AnyOperation>({
  place,
  form,
}: {
  place: OrganizationMay
  form: ListForm<Op>
}) {
  const [path, navigate] = useLocation()
  const { unknown, ...state } = tableStateIn(useSearch(), form.table)
  const go = (next: TableState, replace = false) => navigate(path + tableQuery(next, form.table), { replace })
  const words = consoleWords().table
  const settings = useSettings()
  const [isChoosing, setChoosing] = useState(false)
  const list = useTable(form.op, place.id, state)
  const [selection, onSelect] = useChosen(state)
  const total = useTotal(form.op, place.id, state, !isNothing(selection) && list.data?.total === null)
  // A page that was left behind by what has changed since: the list begins anew.
  const isStale = state.cursor !== undefined && codeOf(list.error) === 'invalid_request'
  if (isStale) queueMicrotask(() => go({ ...state, cursor: undefined }, true))
  const all =
    state.below && !form.isAlwaysBelow
      ? [organizationColumn<RowOf<Op>>(words.organization), ...form.columns]
      : form.columns
  const chosen = settings.columns[form.op.name]
  const columns = all.filter(({ id, isExtra }) =>
    chosen && id !== 'organization' ? chosen.includes(id) : !isExtra,
  )
  const shown = columns.map(({ id }) => id)
  const choose = (ids: readonly string[]) =>
    void changeSettings({ columns: { ...settings.columns, [form.op.name]: ids } })
  return (
    <>
      <header className="console-head">
        <h1>{form.title}</h1>
        {!form.isAlwaysBelow && (
          <Scope place={place} below={state.below} onChange={(below) => go(changed(state, { below }))} />
        )}
        <span className="console-acts">{form.actions}</span>
      </header>
      {form.reports && (
        <ReportTiles
          op={form.op}
          place={place}
          state={state}
          label={form.reports.label}
          reports={form.reports.all}
          onState={go}
        />
      )}
      <TableTools
        state={state}
        onState={go}
        search={form.search}
        views={form.views ?? []}
        filters={form.filters ?? []}
        rows={list.data?.results ?? []}
        hasUnknown={unknown.length > 0}
      >
        <IconButton icon="columns" label={words.columns} onClick={() => setChoosing(true)} />
        <a
          className="icon-button"
          href={csvAddress(form.op, place.id, state, [
            'name',
            ...columns.flatMap(({ id, fields }) => fields ?? [id]),
          ])}
          download
          aria-label={words.csv}
          title={words.csv}
        >
          <Icon name="download" />
        </a>
      </TableTools>
      {form.bulk && !isNothing(selection) && (
        <BulkBar
          selection={selection}
          total={list.data?.total ?? (total.data?.total_is === 'exact' ? total.data.total : null)}
          onSelect={onSelect}
          actions={form.bulk({ selection, state, onDone: () => onSelect(NOTHING) })}
        />
      )}
      <div role="status">
        {list.showNews && (
          <p className="table-news">
            {words.updated} <Button onClick={list.showNews}>{words.refresh}</Button>
          </p>
        )}
      </div>
      {list.data ? (
        list.data.results.length === 0 && !list.data.searched ? (
          <NothingHere form={form} state={state} onState={go} />
        ) : (
          <>
            <DataTable
              label={form.title}
              nameLabel={form.nameLabel}
              columns={columns}
              form={form.row}
              state={state}
              page={list.data as TablePage<RowOf<Op> & Ided>}
              isOld={list.isPlaceholderData}
              onState={go}
              chosen={form.bulk && { selection, onSelect }}
            />
            <Foot op={form.op} place={place} state={state} page={list.data} onState={go} />
          </>
        )
      ) : list.error && !isStale ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="table-coming" aria-hidden="true" />
      )}
      {isChoosing && (
        <ColumnsDialog
          columns={all.filter(({ id }) => id !== 'organization')}
          chosen={shown}
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** What is chosen, on all pages and in any order; another search or filter begins anew. */
function useChosen({ q, filters, below }: TableState): [Selection, (selection: Selection) => void] {
  const of = JSON.stringify([q, filters, below])
  const [kept, setKept] = useState({ of, selection: NOTHING })
  const selection = kept.of === of ? kept.selection : NOTHING
  return [selection, (next) => setKept({ of, selection: next })]
}

const organizationColumn = <Row,>(label: string): Column<Row> => ({
  id: 'organization',
  label,
  rank: 2,
  width: 8.5,
  cell: (row) => <bdi>{shownName((row as unknown as Ided).organization.name)}</bdi>,
})

interface PartProps {
  state: TableState
  onState: (state: TableState) => void
}

/** Nothing at all, or nothing that was looked for: not the same. */
function NothingHere<Op extends AnyOperation>({ form, state, onState }: PartProps & { form: ListForm<Op> }) {
  const words = consoleWords().table
  const isNarrow = state.q !== '' || Object.keys(state.filters).length > 0
  return (
    <div className="empty">
      <Icon name={isNarrow ? 'search' : form.icon} large />
      <h2>{state.q ? words.noResults(state.q) : isNarrow ? form.empty.noneMatch : form.empty.title}</h2>
      {isNarrow ? (
        <p className="empty-actions">
          <Button onClick={() => onState(changed(state, { q: '', filters: {} }))}>
            {words.clearFilters}
          </Button>
        </p>
      ) : (
        <p>{form.empty.why}</p>
      )}
    </div>
  )
}

interface FootProps<Op extends AnyOperation> extends PartProps {
  op: Op
  place: OrganizationMay
  page: TablePage<RowOf<Op>>
}

function Foot<Op extends AnyOperation>({ op, place, state, page, onState }: FootProps<Op>) {
  const words = consoleWords().table
  const counted = useTotal(op, place.id, state, page.total === null)
  const total = page.total === null ? counted.data : page
  const said =
    total && total.total !== null
      ? total.total_is === 'exact'
        ? words.results(total.total)
        : words.atLeast(formatCount(total.total))
      : ''
  return (
    <footer className="table-foot">
      <span role="status">{said}</span>
      {page.at && <span className="soft">{words.figuresFrom(formatMinute(page.at))}</span>}
      {page.searched !== null && <span>{words.searched(formatCount(page.searched))}</span>}
      <span className="table-tools-end">
        {page.back && (
          <Button icon="back" onClick={() => onState({ ...state, cursor: page.back ?? undefined })}>
            {words.previous}
          </Button>
        )}
        {page.cursor && (
          <Button onClick={() => onState({ ...state, cursor: page.cursor ?? undefined })}>
            {page.searched === null ? words.next : words.continue}
          </Button>
        )}
      </span>
    </footer>
  )
}
