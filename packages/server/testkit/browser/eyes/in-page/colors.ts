/** Red, green, blue and how opaque it is, each from 0 to 1. */
export type Color = [number, number, number, number]

const known = new Map<string, Color>()
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

/** Of whatever form a style has it in. */
export function colorOf(text: string): Color {
  const before = known.get(text)
  if (before) return before
  const color = parse(text)
  known.set(text, color)
  return color
}

function parse(text: string): Color {
  const [r, g, b, a = 255] = /^rgba?\(/.test(text) ? numbersIn(text) : drawn(text)
  return [(r ?? 0) / 255, (g ?? 0) / 255, (b ?? 0) / 255, a / 255]
}

function numbersIn(text: string): number[] {
  const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
  return [r, g, b, a * 255]
}

function drawn(text: string): number[] {
  if (!canvas) throw new Error('There is no canvas')
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = text
  canvas.fillRect(0, 0, 1, 1)
  return [...canvas.getImageData(0, 0, 1, 1).data]
}

export function over([r, g, b, a]: Color, [r2, g2, b2, a2]: Color): Color {
  const under = a2 * (1 - a)
  const all = a + under
  if (all === 0) return [0, 0, 0, 0]
  const mix = (top: number, bottom: number) => (top * a + bottom * under) / all
  return [mix(r, r2), mix(g, g2), mix(b, b2), all]
}

function luminance([r, g, b]: Color): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** WCAG 2.2: from 1 to 21. */
export function contrastOf(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
