export interface Html {
  html: string
}
type Part = string | Html | readonly Html[] | undefined | false

// They could turn a name around, so that it reads as another one, or reach out of it into the text beside it.
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Escapes whatever stands in the template unless it was made by this function. */
export function html(text: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: String.raw({ raw: text }, ...parts.map(markup)) }
}

function markup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string')
    return part.replaceAll(BIDI_CONTROLS, '').replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('')
}

/** No sentence has this sign, which Unicode leaves without a meaning; between two of them stands the number of a part. */
const SLOT = /\uf8ff(\d+)\uf8ff/

/** A sentence of the catalogue with markup for what it is made from. Each language puts the parts where it wants them. */
export function filled<Names extends string[]>(
  sentence: (...names: Names) => string,
  ...parts: { [K in keyof Names]: Html }
): Html {
  const slots = parts.map((_, n) => `\uf8ff${n}\uf8ff`) as Names
  const pieces = sentence(...slots).split(SLOT)
  return html`${pieces.map((piece, n) => (n % 2 === 0 ? html`${piece}` : (parts[Number(piece)] ?? html``)))}`
}
