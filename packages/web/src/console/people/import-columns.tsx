import { useState } from 'react'
import {
  type Columns,
  LIST_COLUMNS,
  type ListColumn,
  missingColumns,
  type PeopleList,
  withColumn,
} from '../../core/console/people-list.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatNames, shownName } from '../../messages/format.ts'
import { SelectField } from '../../ui/field.tsx'

interface ColumnsProps {
  list: PeopleList
  columns: Columns
  onChange: (columns: Columns) => void
}

/** What each column of the list is about, to be corrected where its heading did not tell. */
export function ImportColumns({ list, columns, onChange }: ColumnsProps) {
  const words = consoleWords().peopleImport
  const missing = missingColumns(columns)
  const [isOpen, setOpen] = useState(missing.length > 0)
  const used = columns.filter((column) => column !== undefined).length
  const options = [
    ['', words.leaveOut] as const,
    ...LIST_COLUMNS.map((column) => [column, words.columns[column]] as const),
  ]
  const exampleAt = (at: number): string =>
    list.rows.map(({ cells }) => cells[at]?.trim() ?? '').find((cell) => cell !== '') ?? ''
  return (
    <details
      className="console-part import-columns"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {words.columnsTitle} <span className="soft">{words.matched(used, list.width)}</span>
      </summary>
      {!list.headings && <p>{words.noHeadings}</p>}
      {missing.length > 0 && (
        <p className="note note-bad" role="alert">
          {words.needed(formatNames(missing.map((column) => words.columns[column])))}
        </p>
      )}
      <div className="import-choices">
        {columns.map((column, at) => {
          const heading = list.headings?.[at]?.trim()
          return (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it is
              key={at}
              label={heading ? words.column(shownName(heading)) : words.columnNumber(at + 1)}
              {...(exampleAt(at) && {
                hint: words.for(column === 'password' ? '••••••••' : shownName(exampleAt(at))),
              })}
              value={column ?? ''}
              options={options}
              onChange={(value) =>
                onChange(withColumn(columns, at, (value || undefined) as ListColumn | undefined))
              }
            />
          )
        })}
      </div>
    </details>
  )
}
