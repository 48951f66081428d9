import type { SortKey } from '@holdfast/api/files/files'
import { t } from '../../messages/words.ts'
import { TableHead } from '../../ui/table/table-head.tsx'

interface ListHeadProps {
  place: { sort: SortKey; descending: boolean }
  onSort: (next: { sort: SortKey; descending: boolean }) => void
  chosen?: 'none' | 'some' | 'all'
  onAll?: (all: boolean) => void
}

/** The head of a list of files. */
export const ListHead = ({ place, onSort, ...choosing }: ListHeadProps) => (
  <TableHead
    columns={[
      { label: t.files.name, sort: 'name', className: '' },
      { label: t.files.modified, sort: 'modified', className: 'item-modified' },
      { label: t.files.changedBy, className: 'item-by' },
      { label: t.files.size, sort: 'size', className: 'item-size' },
      { label: t.files.actions, unseen: true },
    ]}
    sort={place.sort}
    descending={place.descending}
    onSort={(sort, descending) => onSort({ sort, descending })}
    words={t.files}
    {...choosing}
  />
)
