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
