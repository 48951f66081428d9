import type { DragEvent } from 'react'
import type { Carried } from './clipboard.ts'
import { DRAG_TYPE, drag, getDragged } from './clipboard.ts'

/** Anyone who rests on a folder so long wants to look into it. */
const REST_MS = 800

let marked: Element | undefined
let resting: ReturnType<typeof setTimeout> | undefined

/**
 * The place that would get what is dragged, and what happens when someone rests there. Drawn by hand: a drag tells of itself
 * many times a second.
 */
export function mark(element: Element | undefined, onRest?: () => void): void {
  if (marked === element) return
  clearTimeout(resting)
  marked?.classList.remove('item-target')
  element?.classList.add('item-target')
  marked = element
  if (onRest) resting = setTimeout(onRest, REST_MS)
}

/** With these keys what is dragged is copied. */
export const copies = (event: { ctrlKey: boolean; altKey: boolean }): boolean => event.ctrlKey || event.altKey

/** For links that lead to a place which takes items, too. */
export const takesItems = (take: (carried: Carried, copies: boolean) => unknown, onRest?: () => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = copies(event) ? 'copy' : 'move'
    mark(event.currentTarget, onRest)
  },
  onDragLeave: () => mark(undefined),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    mark(undefined)
    const dragged = getDragged()
    drag(undefined)
    if (dragged) void take(dragged, copies(event))
  },
})
