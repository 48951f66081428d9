import { accentsOf, contrastOf, SURFACES, textOn } from '@holdfast/api/accounts/accent'

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** What becomes of a colour somewhere. */
export interface Used {
  color: string
  /** What is written on it. */
  on: string
  /** What the rows of lists have that are chosen; none in emails. */
  tint: string
  /** How well it stands out from what it is on, from 1 to 21. */
  ratio: number
  isChanged: boolean
}

export interface BrandColors {
  schemes: Record<Scheme, Used>
  email: Used
}

/** The colours that people see where an organization has chosen one; undefined where that is none. */
export function brandColorsOf(chosen: string): BrandColors | undefined {
  const color = chosen.toLowerCase()
  const accents = accentsOf(color)
  if (!accents) return undefined
  const used = (scheme: Scheme, ground: string): Used => {
    const { accent, on, tint } = accents[scheme]
    return { color: accent, on, tint, ratio: contrastOf(accent, ground) ?? 1, isChanged: accent !== color }
  }
  const on = textOn(color)
  return {
    schemes: { light: used('light', SURFACES.light.page), dark: used('dark', SURFACES.dark.card) },
    email: { color, on, tint: color, ratio: contrastOf(color, on) ?? 1, isChanged: false },
  }
}
