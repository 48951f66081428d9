import type { SortKey } from '@holdfast/api/files/files'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'

interface ListHeadProps {
  place: FilesPlace
  onSort: (next: Partial<FilesPlace>) => void
  /** How much is chosen, where something can be. */
  chosen?: 'none' | 'some' | 'all'
  onAll?: (all: boolean) => void
}

/** The names of the columns, by which the list can be sorted. */
export function ListHead({ place, onSort, chosen, onAll }: ListHeadProps) {
  const column = (key: SortKey, className: string) => {
    const current = place.sort === key
    const order = place.descending ? 'descending' : 'ascending'
    return (
      <span role="columnheader" tabIndex={-1} className={className} aria-sort={current ? order : 'none'}>
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onSort({ sort: key, descending: current && !place.descending })}
        >
          {t.files[key]}
          {current && <Icon name={place.descending ? 'down' : 'up'} />}
        </button>
      </span>
    )
  }
  return (
    <div className="item-head" role="row" tabIndex={-1}>
      <span role="columnheader" tabIndex={-1} className="item-check">
        {onAll ? (
          <input
            type="checkbox"
            className="item-box-check"
            tabIndex={-1}
            aria-label={t.files.selectAll}
            ref={(box) => {
              if (box) box.indeterminate = chosen === 'some'
            }}
            checked={chosen === 'all'}
            onChange={() => onAll(chosen === 'none')}
          />
        ) : (
          <span className="unseen">{t.files.select}</span>
        )}
      </span>
      {column('name', '')}
      {column('modified', 'item-modified')}
      <span role="columnheader" tabIndex={-1} className="item-by">
        {t.files.changedBy}
      </span>
      {column('size', 'item-size')}
      <span role="columnheader" tabIndex={-1}>
        <span className="unseen">{t.files.actions}</span>
      </span>
    </div>
  )
}
