import { memo } from 'react'
import { formatExactTime, formatSize, formatTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Badges } from './badges.tsx'
import { ItemCheck, ItemMenu, useChanged } from './item-parts.tsx'
import { ItemPicture } from './item-picture.tsx'
import { classOf, handlersOf, type ItemState } from './item-state.ts'
import { NameField } from './name-field.tsx'

/** An item as a line: name, when, how large, by whom. On a phone the last three are one line below the name. */
export const ItemRow = memo(function ItemRow(state: ItemState) {
  const { item, index, selected, editing, taken, acts } = state
  const changed = useChanged(item)
  if (!item)
    return (
      <div
        className="item-row item-waiting"
        role="row"
        aria-rowindex={index + 1}
        aria-busy="true"
        tabIndex={-1}
      >
        <span role="gridcell" tabIndex={-1} className="item-grey" />
      </div>
    )
  const name = shownName(item.name)
  const modified = item.modified
  return (
    <div
      className={classOf('item-row', state, changed)}
      role="row"
      aria-rowindex={index + 1}
      tabIndex={-1}
      {...handlersOf(state)}
    >
      <span role="gridcell" tabIndex={-1} className="item-check">
        <ItemCheck {...{ item, index, acts, taken, selected }} />
      </span>
      <span role="gridcell" tabIndex={-1} className="item-name">
        <ItemPicture item={item} address={acts.thumbnail(item, 96)} />
        {editing ? (
          <NameField
            name={item.name}
            isFile={item.type === 'file'}
            onDone={(next) => acts.rename(item, next)}
          />
        ) : (
          <span className="item-title">
            <bdi title={name}>{name}</bdi>
            <small className="item-facts">
              {[modified && formatTime(modified), item.size !== undefined && formatSize(item.size)]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
        )}
        <Badges item={item} starred={state.starred} />
      </span>
      <span
        role="gridcell"
        tabIndex={-1}
        className="item-modified"
        title={modified && formatExactTime(modified)}
      >
        {modified && formatTime(modified)}
      </span>
      <span role="gridcell" tabIndex={-1} className="item-by">
        <bdi>{shownName(item.changed_by_name ?? '')}</bdi>
      </span>
      <span
        role="gridcell"
        tabIndex={-1}
        className="item-size"
        title={item.type === 'folder' && item.items !== undefined ? t.general.items(item.items) : undefined}
      >
        {item.size !== undefined && formatSize(item.size)}
      </span>
      <span role="gridcell" tabIndex={-1} className="item-more">
        <ItemMenu {...{ item, index, acts, taken }} />
      </span>
    </div>
  )
})
