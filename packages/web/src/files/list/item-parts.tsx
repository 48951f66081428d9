import { type MouseEvent, useRef } from 'react'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { IconButton } from '../../ui/button.tsx'
import type { ListActs, ListItem } from './list-acts.ts'

interface PartProps {
  item: ListItem
  index: number
  acts: ListActs
  taken: boolean
}

/** Chooses an item beside others. */
export const ItemCheck = ({ item, index, acts, taken, selected }: PartProps & { selected: boolean }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps presses from the row, whose keys choose
  <label className="item-check-area" onClick={keep} onDoubleClick={keep}>
    <input
      type="checkbox"
      className="item-box-check"
      tabIndex={-1}
      checked={selected}
      disabled={taken}
      aria-label={`${t.files.select}: ${shownName(item.name)}`}
      onChange={() => {
        acts.focus(index)
        acts.toggle(item, index)
      }}
    />
  </label>
)

const keep = (event: MouseEvent) => {
  // With a key held down it is the row that is pressed: not all browsers pass that on to the box.
  if (event.shiftKey || event.ctrlKey || event.metaKey) event.preventDefault()
  else event.stopPropagation()
}

/** For those who press no right button and no keys. */
export const ItemMenu = ({ item, index, acts, taken }: PartProps) => (
  <IconButton
    icon="more"
    label={t.files.actionsOf(shownName(item.name))}
    tabIndex={-1}
    disabled={taken}
    onClick={(event) => {
      event.stopPropagation()
      acts.focus(index)
      const { left, bottom } = event.currentTarget.getBoundingClientRect()
      acts.menu(item, { x: left, y: bottom })
    }}
  />
)

/** Rows that changed while they are shown fade in: each time by another name, so that it starts again. */
export function useChanged(item: ListItem | undefined): string | undefined {
  const first = useRef(item?.ver)
  if (item?.ver === undefined || first.current === undefined || item.ver === first.current) return undefined
  return item.ver % 2 === 0 ? 'item-changed' : 'item-changed item-changed-again'
}
