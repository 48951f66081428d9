import { type Color, colorOf, contrastOf, over } from './colors.ts'
import { isShown, nameOf, scope, shownControls, shownTexts } from './shown.ts'

const WHITE: Color = [1, 1, 1, 1]
/** WCAG 2.2, 1.4.3 and 1.4.11. */
const OF_TEXT = 4.5
const OF_LARGE_TEXT = 3
const OF_SIGNS = 3
const ROUNDING = 0.02
const UNUSABLE = ':disabled, [aria-disabled=true]'

const CLEAR: Color = [0, 0, 0, 0]
/** What is in front, and what it is in front of. */
type Pair = [Color, Color]

/** Every colour that is behind a point of an element; none where a picture is, which may be anything. */
export const backdropsOf = (element: Element, at: { x: number; y: number }): Color[] =>
  pairsAt(element, CLEAR, at).map(([, back]) => back)

/**
 * How a colour at a point of an element is seen, and what is behind it, each mixed with all that is below. What is faded as a
 * whole is mixed with what is below it only once it is put together.
 */
function pairsAt(element: Element, color: Color, { x, y }: { x: number; y: number }): Pair[] {
  const behind = document.elementsFromPoint(x, y)
  const first = behind.indexOf(element)
  const stack = first >= 0 ? behind.slice(first) : chainOf(element)
  let pairs: Pair[] = [[color, CLEAR]]
  for (const [n, box] of stack.entries()) {
    if (box.matches('img, video, canvas')) return []
    const { backgroundColor, backgroundImage } = getComputedStyle(box)
    if (/url\(/.test(backgroundImage)) return []
    const stops = backgroundImage.match(/(rgba?|color|oklch|oklab|lab|lch|hsla?)\([^()]*\)/g) ?? []
    const own = opacityOf(box, (around) => !around.contains(element))
    if (stops.length > 0) pairs = stops.flatMap((stop) => drawOn(pairs, faded(colorOf(stop), own)))
    pairs = drawOn(pairs, faded(colorOf(backgroundColor), own))
    const next = stack[n + 1]
    const left = opacityOf(element, (around) => around.contains(box) && !(next && around.contains(next)))
    if (left < 1) pairs = pairs.map(([front, back]) => [faded(front, left), faded(back, left)])
    const isFaded = next !== undefined && opacityOf(element, (around) => around.contains(next)) < 1
    if (!isFaded && pairs.every(([, [, , , opaque]]) => opaque > 0.99)) return pairs
  }
  return drawOn(pairs, WHITE)
}

const drawOn = (pairs: Pair[], below: Color): Pair[] =>
  pairs.map(([front, back]) => [over(front, below), over(back, below)])

const faded = ([r, g, b, a]: Color, opacity: number): Color => [r, g, b, a * opacity]

/** Of all boxes around one that are counted, together. */
function opacityOf(box: Element, counts: (around: Element) => boolean): number {
  let left = 1
  for (const around of ancestorsOf(box)) if (counts(around)) left *= Number(getComputedStyle(around).opacity)
  return left
}

function* ancestorsOf(element: Element): Generator<Element> {
  for (let box: Element | null = element; box; box = box.parentElement) yield box
}
const chainOf = (element: Element): Element[] => [...ancestorsOf(element)]

/** Those that cannot be used need no contrast, nor do their labels. */
const isLeftOut = (element: Element): boolean =>
  element.closest(UNUSABLE) !== null || element.closest('label')?.control?.matches(UNUSABLE) === true

/** Text that cannot be read well on what is behind it: a tint, a gradient, another element. */
export function findFaintTexts(): string[] {
  const found = new Set<string>()
  const seen = new Map<Element, string | undefined>()
  for (const { node, element, text } of shownTexts(scope())) {
    if (!seen.has(element)) seen.set(element, faintnessOf(node, element))
    const fault = seen.get(element)
    if (fault) found.add(`text has a contrast of ${fault}: ${nameOf(element, text)}`)
  }
  return [...found]
}

function faintnessOf(node: Text, element: Element): string | undefined {
  if (isLeftOut(element)) return undefined
  const range = document.createRange()
  range.selectNodeContents(node)
  const { left, top, width, height } = range.getBoundingClientRect()
  const { color, fontSize, fontWeight } = getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
  const needed = isLarge ? OF_LARGE_TEXT : OF_TEXT
  return faint(element, color, { x: left + width / 2, y: top + height / 2 }, needed)
}

/** Signs without words on controls. */
export function findFaintSigns(): string[] {
  return shownControls(scope())
    .filter((control) => control.textContent?.trim() === '' && !isLeftOut(control))
    .flatMap((control) => {
      const sign = control.querySelector('svg')
      if (!sign || !isShown(sign)) return []
      const { left, top, width, height } = sign.getBoundingClientRect()
      const center = { x: left + width / 2, y: top + height / 2 }
      const fault = faint(control, getComputedStyle(sign).color, center, OF_SIGNS)
      return fault ? [`sign has a contrast of ${fault}: ${nameOf(control)}`] : []
    })
}

function faint(
  element: Element,
  color: string,
  at: { x: number; y: number },
  needed: number,
): string | undefined {
  const contrasts = pairsAt(element, colorOf(color), at).map(([front, back]) => contrastOf(front, back))
  const worst = Math.min(...contrasts)
  return worst < needed - ROUNDING ? `${worst.toFixed(2)}, not ${needed}` : undefined
}
