import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useEffect, useRef, useState } from 'react'
import { countFates, type Fate, MOST_FIXED_HERE } from '../../core/console/fates.ts'
import {
  type Columns,
  guessColumns,
  type ListColumn,
  type ListRow,
  missingColumns,
  withCell,
} from '../../core/console/people-list.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { saveCsv } from '../parts/save-csv.ts'
import { faultWords } from './fault-words.ts'
import type { Given } from './given.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import { type Imported, LARGE, type Left, runImport } from './run-import.ts'
import { useChecked } from './use-checked.ts'

type View = 'all' | Fate['is']
const VIEWS: readonly View[] = ['all', 'create', 'exists', 'fix']
const PAGE = 100

interface PreviewProps {
  place: OrganizationMay
  given: Given
  onDone: (imported: Imported, saveLeft: () => void) => void
  onAnother: () => void
}

/** What would become of each row, and what has to be corrected first. */
export function ImportPreview({ place, given: { list, isWestern }, onDone, onAnother }: PreviewProps) {
  const words = consoleWords().peopleImport
  const [columns, setColumns] = useState<Columns>(() => guessColumns(list))
  const [rows, setRows] = useState(list.rows)
  /** Corrections that were not checked yet, by the number of their row. */
  const [edits, setEdits] = useState<ReadonlyMap<number, ListRow>>(new Map())
  const [view, setView] = useState<View>()
  const [most, setMost] = useState(PAGE)
  const [isRunning, setRunning] = useState(false)
  const { fates, isCurrent, error, retry } = useChecked(place.id, rows, columns)
  const status = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus goes with a check: a row that is right now, or a button
  useEffect(() => {
    if (document.activeElement === document.body) status.current?.focus()
  }, [isCurrent])
  const isComplete = missingColumns(columns).length === 0
  const counts = fates && countFates(fates)
  const shownView = view && (view === 'all' || counts?.[view]) ? view : counts?.fix ? 'fix' : 'all'
  const found = rows.flatMap((row, at) => {
    const fate = fates?.[at]
    return fate && (shownView === 'all' || fate.is === shownView)
      ? [{ row: edits.get(row.number) ?? row, fate }]
      : []
  })
  const editable = counts !== undefined && counts.fix <= MOST_FIXED_HERE
  const length = shownView === 'fix' && editable ? MOST_FIXED_HERE : most
  const check = () => {
    if (edits.size === 0) return
    setRows(rows.map((row) => edits.get(row.number) ?? row))
    setEdits(new Map())
  }
  const edit = (row: ListRow, column: ListColumn, value: string) =>
    setEdits(new Map(edits).set(row.number, withCell(row, columns.indexOf(column), value)))
  const save = (left: readonly Left[]) => {
    const headings = Array.from({ length: list.width }, (_, at) => {
      const column = columns[at]
      return column ? words.columns[column] : list.headings?.[at] || words.columnNumber(at + 1)
    })
    const lines = left.map(({ row, why }) => [...headings.map((_, at) => row.cells[at] ?? ''), why])
    saveCsv(words.leftFile, [[...headings, words.problem], ...lines])
  }
  const faults = (): Left[] =>
    rows.flatMap((row, at) => {
      const fate = fates?.[at]
      return fate?.is === 'fix' ? [{ row, why: faultWords(fate.fault) }] : []
    })
  const run = async () => {
    setRunning(true)
    const ready = rows.filter((_, at) => fates?.[at]?.is === 'create')
    const imported = await runImport(place, ready, columns, save)
    const left = [...faults(), ...imported.left].toSorted((one, other) => one.row.number - other.row.number)
    onDone({ ...imported, left }, () => save(left))
  }
  return (
    <>
      {isWestern && <p className="note">{words.western}</p>}
      <ImportColumns
        list={list}
        columns={columns}
        onChange={(next) => {
          setRows(rows.map((row) => edits.get(row.number) ?? row))
          setEdits(new Map())
          setColumns(next)
        }}
      />
      {error !== undefined && (
        <p className="note note-bad" role="alert">
          {problemOf(error).words} <Button onClick={retry}>{t.general.retry}</Button>
        </p>
      )}
      <div className="import-bar">
        <p ref={status} role="status" tabIndex={-1}>
          {isRunning && counts
            ? words.importing(counts.create)
            : isComplete && !isCurrent && error === undefined
              ? words.checking(rows.length)
              : isComplete && counts
                ? words.ready(counts.create, counts.exists, counts.fix)
                : ''}
        </p>
        {!isRunning && <Button onClick={onAnother}>{words.another}</Button>}
        {counts && isComplete && (
          <Act
            edits={edits.size}
            create={counts.create}
            isBusy={isRunning || !isCurrent}
            onCheck={check}
            onImport={() => void run()}
          />
        )}
      </div>
      {isRunning && counts && counts.create > LARGE && <p>{words.running}</p>}
      {counts && isComplete && (
        <>
          {counts.create > 0 && <p className="soft">{words.mails}</p>}
          {!editable && <p className="note">{words.tooManyFaults(counts.fix)}</p>}
          <div className="table-tools">
            <fieldset className="table-views" aria-label={words.viewsLabel}>
              {VIEWS.filter((one) => one === 'all' || counts[one] > 0).map((one) => (
                <button key={one} type="button" aria-pressed={one === shownView} onClick={() => setView(one)}>
                  {words.views[one](one === 'all' ? rows.length : counts[one])}
                </button>
              ))}
            </fieldset>
            {counts.fix > 0 && (
              <Button icon="download" onClick={() => save(faults())}>
                {words.download}
              </Button>
            )}
          </div>
          <ImportRows
            place={place}
            columns={columns}
            shown={found.slice(0, length)}
            onCell={editable && !isRunning ? edit : undefined}
            onEnter={check}
          />
          {found.length > length && <Button onClick={() => setMost(most + PAGE)}>{words.more}</Button>}
        </>
      )}
    </>
  )
}

interface ActProps {
  edits: number
  create: number
  isBusy: boolean
  onCheck: () => void
  onImport: () => void
}

/** What comes next: what was corrected is checked before anybody is created. */
function Act({ edits, create, isBusy, onCheck, onImport }: ActProps) {
  const words = consoleWords().peopleImport
  if (edits > 0)
    return (
      <Button kind="primary" busy={isBusy} onClick={onCheck}>
        {words.check(edits)}
      </Button>
    )
  if (create === 0) return <span>{words.nothing}</span>
  return (
    <Button kind="primary" busy={isBusy} onClick={onImport}>
      {words.import(create)}
    </Button>
  )
}
