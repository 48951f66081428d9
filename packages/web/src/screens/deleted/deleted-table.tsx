import type { DeletedItem } from '@holdfast/api/files/deleted-items'
import type { EntryId } from '@holdfast/api/ids'
import type { Place } from '../../data/files/places.ts'
import { formatExactTime, formatMoment, formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'

interface DeletedTableProps {
  items: readonly DeletedItem[]
  places: readonly Place[]
  chosen: ReadonlySet<EntryId>
  /** About to be restored, or to be deleted for good. */
  isGoing: (item: DeletedItem) => boolean
  onChoose: (ids: ReadonlySet<EntryId>) => void
  mayRestore: (item: DeletedItem) => boolean
  onRestore: (item: DeletedItem) => void
}

/** On a phone each row is a card of its facts. */
export function DeletedTable(props: DeletedTableProps) {
  const { items, places, chosen, isGoing, onChoose, mayRestore, onRestore } = props
  const names = new Map(places.map(({ id, name }) => [id, name]))
  const toggle = (id: EntryId) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const areAll = items.every(({ id }) => chosen.has(id))
  return (
    <table className="deleted-table">
      <caption className="unseen">{t.deleted.list}</caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              className="item-box-check"
              aria-label={t.deleted.selectAll}
              checked={areAll}
              onChange={() => onChoose(new Set(areAll ? [] : items.map(({ id }) => id)))}
            />
          </th>
          <th scope="col">{t.deleted.name}</th>
          <th scope="col">{t.deleted.where}</th>
          <th scope="col">{t.deleted.when}</th>
          <th scope="col">{t.deleted.by}</th>
          <th scope="col">
            <span className="unseen">{t.files.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr
            key={item.id}
            className={isGoing(item) ? 'deleted-going' : chosen.has(item.id) ? 'deleted-chosen' : undefined}
            aria-disabled={isGoing(item)}
          >
            <td className="deleted-check">
              <input
                type="checkbox"
                className="item-box-check"
                aria-label={`${t.files.select}: ${shownName(item.name)}`}
                checked={chosen.has(item.id)}
                disabled={isGoing(item)}
                onChange={() => toggle(item.id)}
              />
            </td>
            <td>
              <span className="deleted-name">
                <FileIcon item={item} />
                <span>
                  <bdi>{shownName(item.name)}</bdi>
                  {item.type === 'file' && <small className="soft"> {formatSize(item.size)}</small>}
                </span>
              </span>
            </td>
            <td className="deleted-where soft">
              <bdi>{shownName([names.get(item.root_id), ...foldersOf(item)].join(' / '))}</bdi>
            </td>
            <td className="soft">
              <time title={formatExactTime(item.deleted)}>{formatMoment(item.deleted)}</time>
            </td>
            <td className="soft">
              <bdi>{shownName(item.deleted_by_name ?? '')}</bdi>
            </td>
            <td className="deleted-restore">
              {mayRestore(item) && !isGoing(item) && (
                <Button
                  icon="restore"
                  title={t.deleted.restore}
                  aria-label={`${t.deleted.restore}: ${shownName(item.name)}`}
                  onClick={() => onRestore(item)}
                >
                  {t.deleted.restore}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const foldersOf = ({ path }: DeletedItem): string[] => path.split('/').slice(1, -1)
