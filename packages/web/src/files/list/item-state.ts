import type { DragEvent, MouseEvent } from 'react'
import { only } from '../../core/list/selection.ts'
import type { ListActs, ListItem } from './list-acts.ts'

export interface ItemState {
  /** Undefined while it is on its way. */
  item: ListItem | undefined
  index: number
  focused: boolean
  selected: boolean
  editing: boolean
  cut: boolean
  /** About to go: there is nothing to do with it any more. */
  taken: boolean
  starred: boolean
  /** Whether anything is chosen: then a tap chooses too. */
  choosing: boolean
  acts: ListActs
}

export const classOf = (
  base: string,
  { item, focused, selected, cut, taken }: ItemState,
  changed: string | undefined,
): string =>
  [
    base,
    changed,
    focused && 'item-focused',
    selected && 'item-selected',
    cut && 'item-cut',
    taken && 'item-taken',
    item?.is_deleted && 'item-deleted',
  ]
    .filter(Boolean)
    .join(' ')

const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  (nativeEvent as PointerEvent).pointerType === 'touch'

/** What rows and tiles have in common: they are pressed, dragged and dropped on alike. */
export function handlersOf({ item, index, selected, choosing, taken, acts }: ItemState) {
  if (!item) return {}
  if (taken) return { id: `item-${item.id}`, 'data-item': item.id, 'aria-disabled': true }
  return {
    id: `item-${item.id}`,
    'data-item': item.id,
    'aria-selected': selected,
    draggable: !item.is_deleted,
    onClick: (event: MouseEvent) => {
      acts.focus(index)
      if (isTouch(event) && !choosing) acts.open(item)
      else if (event.shiftKey) acts.selectRange(index)
      else if (isTouch(event) || event.ctrlKey || event.metaKey) acts.toggle(item, index)
      else acts.select(only(item.id, index))
    },
    onDoubleClick: () => acts.open(item),
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      event.stopPropagation()
      acts.focus(index)
      if (isTouch(event)) acts.toggle(item, index)
      else acts.menu(item, { x: event.clientX, y: event.clientY })
    },
    onDragStart: (event: DragEvent) => acts.drag(item, event),
    onDragOver: (event: DragEvent) => acts.over(item, event),
    onDrop: (event: DragEvent) => acts.drop(item, event),
  }
}
