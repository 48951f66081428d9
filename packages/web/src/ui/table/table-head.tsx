import { Icon } from '../icon.tsx'

export interface Column<Key extends string> {
  label: string
  className?: string
  /** Absent: it cannot be sorted by this. */
  sort?: Key
  /** Said to those who hear the page, and not shown. */
  unseen?: boolean
}

interface TableHeadProps<Key extends string> {
  columns: readonly Column<Key>[]
  sort: Key
  descending: boolean
  onSort: (sort: Key, descending: boolean) => void
  /** How much is chosen, where something can be. */
  chosen?: 'none' | 'some' | 'all'
  onAll?: (all: boolean) => void
  words: { select: string; selectAll: string }
}

/** The names of the columns, by which a table can be sorted, behind a box that chooses all of it. */
export function TableHead<Key extends string>(props: TableHeadProps<Key>) {
  const { columns, sort, descending, onSort, chosen, onAll, words } = props
  return (
    <div className="item-head" role="row" tabIndex={-1}>
      <span role="columnheader" tabIndex={-1} className="item-check">
        {onAll ? (
          <input
            type="checkbox"
            className="item-box-check"
            tabIndex={-1}
            aria-label={words.selectAll}
            ref={(box) => {
              if (box) box.indeterminate = chosen === 'some'
            }}
            checked={chosen === 'all'}
            onChange={() => onAll(chosen === 'none')}
          />
        ) : (
          <span className="unseen">{words.select}</span>
        )}
      </span>
      {columns.map(({ label, className, sort: key, unseen }) => {
        const isCurrent = key !== undefined && key === sort
        return (
          <span
            key={label}
            role="columnheader"
            tabIndex={-1}
            className={className}
            aria-sort={key && (isCurrent ? (descending ? 'descending' : 'ascending') : 'none')}
          >
            {key ? (
              <button type="button" tabIndex={-1} onClick={() => onSort(key, isCurrent && !descending)}>
                {label}
                {isCurrent && <Icon name={descending ? 'down' : 'up'} />}
              </button>
            ) : unseen ? (
              <span className="unseen">{label}</span>
            ) : (
              label
            )}
          </span>
        )
      })}
    </div>
  )
}
