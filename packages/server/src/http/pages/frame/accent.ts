import { type Accents, accentsOf } from '@holdfast/api/accounts/accent'
import { inBothSchemes } from './look.ts'

/** The colour of an organization as rules of a style sheet. */
export function accentStyle(color: string): string {
  const accents = accentsOf(color)
  return accents ? inBothSchemes(rules(accents.light), rules(accents.dark)) : ''
}

const rules = ({ accent, strong, on, tint }: Accents): string =>
  `--accent: ${accent}; --accent-strong: ${strong}; --on-accent: ${on}; --tint: ${tint};`
