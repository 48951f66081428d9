import { shownPart, windowOf } from './clip.ts'
import { nameOf, scope, shownControls } from './shown.ts'

/** Borders may touch. */
const SLACK = 2

interface Placed {
  control: Element
  layer: Element | null
  rects: DOMRect[]
}

/** Two controls that share some of the screen: whoever presses there cannot know which of them it is. */
export function findOverlaps(): string[] {
  const found: string[] = []
  const placed = shownControls(scope()).map(place)
  for (const [n, one] of placed.entries())
    for (const other of placed.slice(n + 1)) {
      const shared = sharedBy(one, other)
      if (!shared) continue
      const size = `${Math.round(shared.width)} × ${Math.round(shared.height)} px`
      found.push(`controls overlap by ${size}: ${nameOf(one.control)} and ${nameOf(other.control)}`)
    }
  return found
}

function place(control: Element): Placed {
  const window = windowOf(control, { now: true })
  const rects = [...control.getClientRects()].flatMap((rect) => shownPart(rect, window) ?? [])
  return { control, layer: layerOf(control), rects }
}

/** What lies over other things on purpose: they are scrolled, or wait, behind it. */
function layerOf(control: Element): Element | null {
  for (let box: Element | null = control; box; box = box.parentElement) {
    const { position, zIndex } = getComputedStyle(box)
    const isOver = /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) > 0)
    if (isOver || box.matches('dialog:modal, :popover-open')) return box
  }
  return null
}

function sharedBy(one: Placed, other: Placed): DOMRect | undefined {
  if (one.layer !== other.layer || isOneThing(one.control, other.control)) return undefined
  for (const a of one.rects)
    for (const b of other.rects) {
      const shared = intersectionOf(a, b)
      if (!shared || isFor(one, a, b) || isFor(other, b, a)) continue
      if (isOnTop(shared, one.control) || isOnTop(shared, other.control)) return shared
    }
  return undefined
}

/** One in the other, or a field and its label. */
const isOneThing = (one: Element, other: Element): boolean =>
  one.contains(other) ||
  other.contains(one) ||
  (one.closest('label') !== null && one.closest('label') === other.closest('label'))

function intersectionOf(a: DOMRect, b: DOMRect): DOMRect | undefined {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)]
  const [width, height] = [Math.min(a.right, b.right) - left, Math.min(a.bottom, b.bottom) - top]
  return width > SLACK && height > SLACK ? new DOMRect(left, top, width, height) : undefined
}

/** Inside of the other and above it: a button at the end of a field, where this leaves room for it, or on a tile. */
function isFor({ control }: Placed, own: DOMRect, inner: DOMRect): boolean {
  const isInside =
    inner.left >= own.left - SLACK &&
    inner.right <= own.right + SLACK &&
    inner.top >= own.top - SLACK &&
    inner.bottom <= own.bottom + SLACK
  if (!isInside || isOnTop(inner, control)) return false
  if (!control.matches('input, textarea, select')) return true
  const { paddingLeft, paddingRight } = getComputedStyle(control)
  const room = inner.left - own.left > own.width / 2 ? paddingRight : paddingLeft
  return Number.parseFloat(room) >= inner.width - SLACK
}

function isOnTop({ left, top, width, height }: DOMRect, control: Element): boolean {
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && control.contains(hit)
}
