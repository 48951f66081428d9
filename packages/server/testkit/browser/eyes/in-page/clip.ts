/** How far something can be seen in one direction, and what ends it there. */
interface Edge {
  from: number
  to: number
  by: Element | 'screen' | undefined
}
export interface Window {
  x: Edge
  y: Edge
}

const SCROLLS = /auto|scroll/
const CUTS = /hidden|clip/

/** Boxes above an element that could cut it: those its box is laid out in. */
function* boxesAbove(element: Element): Generator<Element> {
  let { position } = getComputedStyle(element)
  let current: Element | null = element
  while (current) {
    if (current.matches('dialog:modal, :popover-open') || position === 'fixed') return
    const parent: Element | null = current.parentElement
    if (!parent || parent === document.documentElement) return
    const style = getComputedStyle(parent)
    // What is placed freely is cut by nothing that is not placed itself.
    if (position !== 'absolute' || style.position !== 'static') {
      yield parent
      position = style.position
    }
    current = parent
  }
}

/**
 * Until where an element can be seen, or what is in it. What can be scrolled to counts as seen, unless it is asked for what
 * is seen now.
 */
export function windowOf(element: Element, { inIt = false, now = false } = {}): Window {
  const x: Edge = { from: -Infinity, to: Infinity, by: undefined }
  const y: Edge = { ...x }
  const open = { x: true, y: true }
  for (const box of inIt ? [element, ...boxesAbove(element)] : boxesAbove(element)) {
    const { overflowX, overflowY, display } = getComputedStyle(box)
    if (display === 'inline' || display === 'contents') continue
    const { left, top } = box.getBoundingClientRect()
    const [startX, startY] = [left + box.clientLeft, top + box.clientTop]
    const cuts = now ? /hidden|clip|auto|scroll/ : CUTS
    if (open.x && cuts.test(overflowX)) narrow(x, startX, startX + box.clientWidth, box)
    if (open.y && cuts.test(overflowY)) narrow(y, startY, startY + box.clientHeight, box)
    if (now) continue
    // Whatever the scrolling box is in cuts that box, which is looked at for itself.
    if (SCROLLS.test(overflowX) && box.scrollWidth > box.clientWidth) open.x = false
    if (SCROLLS.test(overflowY) && box.scrollHeight > box.clientHeight) open.y = false
  }
  if (open.x) narrow(x, 0, document.documentElement.clientWidth, 'screen')
  return { x, y }
}

function narrow(edge: Edge, from: number, to: number, by: Element | 'screen'): void {
  if (from <= edge.from && to >= edge.to) return
  edge.from = Math.max(edge.from, from)
  edge.to = Math.min(edge.to, to)
  edge.by = by
}

/** The part of a box that can be seen; undefined where there is none. */
export function shownPart(rect: DOMRect, { x, y }: Window): DOMRect | undefined {
  const left = Math.max(rect.left, x.from)
  const top = Math.max(rect.top, y.from)
  const width = Math.min(rect.right, x.to) - left
  const height = Math.min(rect.bottom, y.to) - top
  return width > 0 && height > 0 ? new DOMRect(left, top, width, height) : undefined
}
