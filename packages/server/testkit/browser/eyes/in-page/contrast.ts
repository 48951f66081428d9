import { type Color, colorOf, contrastOf, over } from './colors.ts'
import { isShown, nameOf, scope, shownControls, shownTexts } from './shown.ts'

const WHITE: Color = [1, 1, 1, 1]
/** WCAG 2.2, 1.4.3 and 1.4.11. */
const OF_TEXT = 4.5
const OF_LARGE_TEXT = 3
const OF_SIGNS = 3
const ROUNDING = 0.02

/** Every colour that is behind a point of an element; none where a picture is, which may be anything. */
export function backdropsOf(element: Element, { x, y }: { x: number; y: number }): Color[] {
  const behind = document.elementsFromPoint(x, y)
  const own = behind.indexOf(element)
  const stack = own >= 0 ? behind.slice(own) : chainOf(element)
  let fronts: Color[] = [[0, 0, 0, 0]]
  for (const box of stack) {
    if (box.matches('img, video, canvas')) return []
    const { backgroundColor, backgroundImage } = getComputedStyle(box)
    if (/url\(/.test(backgroundImage)) return []
    const stops = backgroundImage.match(/(rgba?|color|oklch|oklab|lab|lch|hsla?)\([^()]*\)/g) ?? []
    if (stops.length > 0) fronts = stops.flatMap((stop) => fronts.map((front) => over(front, colorOf(stop))))
    fronts = fronts.map((front) => over(front, colorOf(backgroundColor)))
    if (fronts.every(([, , , opaque]) => opaque > 0.99)) return fronts
  }
  return fronts.map((front) => over(front, WHITE))
}

function* ancestorsOf(element: Element): Generator<Element> {
  for (let box: Element | null = element; box; box = box.parentElement) yield box
}
const chainOf = (element: Element): Element[] => [...ancestorsOf(element)]

/** Those that cannot be used need no contrast, and what is faded as a whole is for axe. */
const isLeftOut = (element: Element): boolean =>
  element.closest(':disabled, [aria-disabled=true]') !== null ||
  chainOf(element).some((box) => Number(getComputedStyle(box).opacity) < 1)

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
  const contrasts = backdropsOf(element, at).map((back) => contrastOf(over(colorOf(color), back), back))
  const worst = Math.min(...contrasts)
  return worst < needed - ROUNDING ? `${worst.toFixed(2)}, not ${needed}` : undefined
}
