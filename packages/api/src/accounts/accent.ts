/** The colour of an organization, made readable: pages of the server and the app must show it alike. */

type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** What pages and the app are made of beside their accent, in both themes: for pictures of them. */
export const SURFACES = {
  light: { page: '#f4f6f9', card: '#ffffff', line: '#dde3ea', text: '#17202b', soft: '#586575' },
  dark: { page: '#0f1317', card: '#171c22', line: '#2b333d', text: '#e6eaef', soft: '#a0acb9' },
} as const
/** The darkest of what accents stand on in the light, and the lightest in the dark. */
const LIGHT_PAGE: Rgb = [244, 246, 249]
const DARK_CARD: Rgb = [23, 28, 34]
/** WCAG 2, 1.4.3: what text needs to be read by most people. */
const ENOUGH = 4.5

/** What a page is coloured with, in hexadecimal. */
export interface Accents {
  accent: string
  strong: string
  on: string
  tint: string
}

/** For light and dark pages, moved towards black or white until all can read it; undefined: no colour that we know. */
export function accentsOf(color: string): { light: Accents; dark: Accents } | undefined {
  const given = parse(color)
  if (!given) return undefined
  const light = until(given, BLACK, (shade) => isRead(shade, LIGHT_PAGE) && isRead(shade, lightTint(shade)))
  const dark = until(given, WHITE, (shade) => isRead(shade, DARK_CARD, 1) && isRead(shade, darkTint(shade)))
  const shades = (accent: Rgb, strong: Rgb, on: Rgb, tint: Rgb): Accents => ({
    accent: hex(accent),
    strong: hex(strong),
    on: hex(on),
    tint: hex(tint),
  })
  return {
    light: shades(light, mix(light, BLACK, 0.2), WHITE, lightTint(light)),
    dark: shades(dark, mix(dark, WHITE, 0.25), mix(DARK_CARD, BLACK, 0.4), darkTint(dark)),
  }
}

/** Black or white, whichever reads better on the colour of a button in an email: that is never changed. */
export function textOn(color: string): '#000000' | '#ffffff' {
  const ground = parse(color) ?? BLACK
  return contrast(ground, BLACK) >= contrast(ground, WHITE) ? '#000000' : '#ffffff'
}

/** How well two colours stand out from each other, from 1 to 21; undefined where one of them is none. */
export function contrastOf(one: string, other: string): number | undefined {
  const [a, b] = [parse(one), parse(other)]
  return a && b && contrast(a, b)
}

/** What is chosen lies on a shade of the accent itself, and its words are written in the accent. */
const lightTint = (accent: Rgb): Rgb => mix(accent, WHITE, 0.9)
const darkTint = (accent: Rgb): Rgb => mix(accent, DARK_CARD, 0.85)

const isRead = (shade: Rgb, ground: Rgb, more = 0): boolean => contrast(shade, ground) >= ENOUGH + more

function parse(color: string): Rgb | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

const hex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** A colour that a page can name, so that what is measured is what is shown. */
const mix = (from: Rgb, to: Rgb, amount: number): Rgb => [
  Math.round(from[0] + (to[0] - from[0]) * amount),
  Math.round(from[1] + (to[1] - from[1]) * amount),
  Math.round(from[2] + (to[2] - from[2]) * amount),
]

function until(color: Rgb, towards: Rgb, enough: (shade: Rgb) => boolean): Rgb {
  for (let amount = 0; amount < 1; amount += 0.04) {
    const shade = mix(color, towards, amount)
    if (enough(shade)) return shade
  }
  return towards
}

/** As WCAG 2 defines it: from 1, the same, to 21, black on white. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
