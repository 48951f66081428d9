import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useId } from 'react'
import { Link } from 'wouter'
import type { Fate } from '../../core/console/fates.ts'
import { type Columns, cellOf, type ListColumn, type ListRow } from '../../core/console/people-list.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Tag } from '../parts/tag.tsx'
import { faultWords } from './fault-words.ts'

export interface Shown {
  row: ListRow
  fate: Fate
}

interface RowsProps {
  place: OrganizationMay
  columns: Columns
  shown: readonly Shown[]
  /** Undefined where there are too many to correct them here. */
  onCell: ((row: ListRow, column: ListColumn, value: string) => void) | undefined
  onEnter: () => void
}

const TAGS = { create: 'good', exists: 'soft', fix: 'bad' } as const

/** Rows of the list, each with what would become of it; faults stand at their cells, and can be corrected there. */
export function ImportRows({ place, columns, shown, onCell, onEnter }: RowsProps) {
  const words = consoleWords().peopleImport
  const chosen = columns.filter((column) => column !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="import-scroll" tabIndex={0} aria-label={words.viewsLabel}>
      <table className="import-table">
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            {chosen.map((column) => (
              <th key={column} scope="col">
                {words.columns[column]}
              </th>
            ))}
            <th scope="col">{words.fate}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, fate }) => (
            <tr key={row.number}>
              <th scope="row">
                <span className="import-label">{words.row} </span>
                {row.number}
              </th>
              {chosen.map((column) => (
                <td key={column}>
                  <span className="import-label">{words.columns[column]}</span>
                  {onCell && fate.is === 'fix' ? (
                    <Cell
                      label={words.cell(words.columns[column], row.number)}
                      value={cellOf(row, columns, column)}
                      fault={fate.fault.column === column ? faultWords(fate.fault) : undefined}
                      onChange={(value) => onCell(row, column, value)}
                      onEnter={onEnter}
                    />
                  ) : (
                    <>
                      <bdi>
                        {column === 'password' && cellOf(row, columns, column) !== ''
                          ? '••••••••'
                          : shownName(cellOf(row, columns, column))}
                      </bdi>
                      {fate.is === 'fix' && fate.fault.column === column && (
                        <small className="import-fault">{faultWords(fate.fault)}</small>
                      )}
                    </>
                  )}
                </td>
              ))}
              <td>
                <Tag kind={TAGS[fate.is]}>
                  {fate.is === 'exists' ? (
                    <Link href={consoleAddress(place.id, 'people', { id: fate.person })}>
                      {words.fates.exists}
                    </Link>
                  ) : (
                    words.fates[fate.is]
                  )}
                </Tag>
                {fate.is === 'fix' && !fate.fault.column && (
                  <small className="import-fault">{faultWords(fate.fault)}</small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps {
  label: string
  value: string
  fault: string | undefined
  onChange: (value: string) => void
  onEnter: () => void
}

function Cell({ label, value, fault, onChange, onEnter }: CellProps) {
  const id = useId()
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && onEnter()}
      />
      {fault !== undefined && (
        <small id={id} className="import-fault">
          {fault}
        </small>
      )}
    </>
  )
}
