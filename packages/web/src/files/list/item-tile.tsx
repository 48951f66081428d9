import { memo } from 'react'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Badges } from './badges.tsx'
import { ItemCheck, ItemMenu, useChanged } from './item-parts.tsx'
import { ItemPicture } from './item-picture.tsx'
import { classOf, handlersOf, type ItemState } from './item-state.ts'
import { NameField } from './name-field.tsx'
import './item-grid.css'

/** An item as a tile with a picture of it, where there is one. */
export const ItemTile = memo(function ItemTile(state: ItemState) {
  const { item, index, selected, editing, taken, acts } = state
  const changed = useChanged(item)
  if (!item)
    return (
      <div className="item-tile item-waiting" role="row" aria-busy="true" tabIndex={-1}>
        <span role="gridcell" tabIndex={-1} className="item-grey" />
      </div>
    )
  const name = shownName(item.name)
  return (
    <div
      className={classOf('item-tile', state, changed)}
      role="row"
      aria-rowindex={index + 1}
      tabIndex={-1}
      {...handlersOf(state)}
    >
      <span role="gridcell" tabIndex={-1} className="item-tile-cell">
        <ItemCheck {...{ item, index, acts, taken, selected }} />
        <span className="item-picture">
          <ItemPicture item={item} address={acts.thumbnail(item, 256)} large />
        </span>
        <span className="item-tile-name">
          {editing ? (
            <NameField
              name={item.name}
              isFile={item.type === 'file'}
              onDone={(next) => acts.rename(item, next)}
            />
          ) : (
            <bdi title={name}>{name}</bdi>
          )}
        </span>
        <span className="item-tile-facts">
          <span>
            {[
              item.type === 'folder' && item.items !== undefined && t.general.items(item.items),
              item.size !== undefined && formatSize(item.size),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Badges item={item} starred={state.starred} />
        </span>
        <span className="item-tile-more">
          <ItemMenu {...{ item, index, acts, taken }} />
        </span>
      </span>
    </div>
  )
})
