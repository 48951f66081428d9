import { type Window, windowOf } from './clip.ts'
import { isShown, nameOf, scope, shownControls, shownTexts } from './shown.ts'

/** What a pixel or two of rounding makes is nothing that anyone sees. */
const SLACK = 1.5
/** Of a line's height: letters leave room above and below. */
const SLACK_OF_LINE = 0.34

/** What scrolls sideways, and is meant to: code, tables, tabs of a phone, the days of a strip, a large picture. */
const SIDEWAYS =
  'pre, table, .table, .me-nav, .details-tabs, .console-tabs, .table-views, .strip-bars, .viewer-picture-large, .viewer-text'

/** Text beyond the screen, or cut by a box around it that puts no ellipsis in its place. */
export function findCutTexts(): string[] {
  const found: string[] = []
  const windows = new Map<Element, Window>()
  for (const { node, element, text } of shownTexts(scope())) {
    let window = windows.get(element)
    if (!window) {
      window = windowOf(element, { inIt: true })
      windows.set(element, window)
    }
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const fault = faultOf(line, window, element)
      if (fault) found.push(`${fault}: ${nameOf(element, text)}`)
      if (fault) break
    }
  }
  return found
}

function faultOf(line: DOMRect, { x, y }: Window, element: Element): string | undefined {
  const over = Math.max(x.from - line.left, line.right - x.to)
  if (line.width > 0 && over > SLACK) {
    if (x.by === 'screen') return `text is ${Math.round(over)} px beyond the screen`
    if (x.by && !hasEllipsis(x.by, element)) return `text is cut by ${Math.round(over)} px`
  }
  const covered = Math.max(y.from - line.top, line.bottom - y.to)
  if (y.by instanceof Element && covered > line.height * SLACK_OF_LINE && !hasEllipsis(y.by, element))
    return `text is cut by ${Math.round(covered)} px of its height`
  return undefined
}

/** Only of lines of its own: boxes in it, of a grid for instance, get none. */
function hasEllipsis(box: Element, element: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(box)
  if (webkitLineClamp !== 'none') return true
  let lines = element
  while (lines !== box && /^(inline|contents)/.test(getComputedStyle(lines).display)) {
    if (!lines.parentElement) return false
    lines = lines.parentElement
  }
  return textOverflow === 'ellipsis' && lines === box && !/flex|grid/.test(getComputedStyle(box).display)
}

const pen = document.createElement('canvas').getContext('2d')

/** Hints in fields that are longer than these. */
export function findCutHints(): string[] {
  const found: string[] = []
  for (const field of scope().querySelectorAll<HTMLInputElement>('input:placeholder-shown')) {
    const { font, textOverflow, paddingLeft, paddingRight } = getComputedStyle(field)
    if (!pen || textOverflow === 'ellipsis' || !isShown(field)) continue
    pen.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const over = Math.round(pen.measureText(field.placeholder).width - room)
    if (over > SLACK) found.push(`hint is cut by ${over} px: ${nameOf(field, field.placeholder)}`)
  }
  return found
}

/** Controls and boxes that go beyond the screen, or out of what they are in. */
export function findWide(): string[] {
  const found: string[] = []
  const screen = document.documentElement
  const over = screen.scrollWidth - screen.clientWidth
  if (over > 0) found.push(`the page is ${over} px too wide`)
  for (const control of shownControls(scope())) {
    const { left, right } = control.getBoundingClientRect()
    const { x } = windowOf(control)
    const out = Math.round(Math.max(x.from - left, right - x.to) - emptyEdgeOf(control))
    if (out > SLACK) found.push(`control is ${out} px out of ${where(x)}: ${nameOf(control)}`)
  }
  for (const box of [scope(), ...scope().querySelectorAll('*')]) {
    const out = box.scrollWidth - box.clientWidth
    if (out <= SLACK || box.clientWidth === 0 || box.closest(SIDEWAYS) || !isShown(box)) continue
    if (/auto|scroll/.test(getComputedStyle(box).overflowX) && !box.matches('input, textarea'))
      found.push(`box scrolls sideways by ${out} px: ${nameOf(box)}`)
  }
  return found
}

/** How much of it is nothing but room: of text without a box around it. */
function emptyEdgeOf(control: Element): number {
  const { backgroundColor, borderLeftWidth, paddingLeft } = getComputedStyle(control)
  const isBare = backgroundColor === 'rgba(0, 0, 0, 0)' && borderLeftWidth === '0px'
  return isBare ? Number.parseFloat(paddingLeft) : 0
}

const where = ({ by }: Window['x']): string =>
  by instanceof Element ? `its ${by.localName}.${by.classList[0] ?? ''}` : 'the screen'
