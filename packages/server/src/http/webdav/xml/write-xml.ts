export const XML_TYPE = 'application/xml; charset=utf-8'
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>'

const ESCAPES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
const SPECIAL = /[<>&"]/
// What XML 1.0 cannot have at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export function escapeXml(text: string): string {
  const fit = text.replace(UNFIT, '\ufffd')
  return SPECIAL.test(fit) ? fit.replace(/[<>&"]/g, (sign) => ESCAPES[sign] ?? sign) : fit
}

export const DAV = 'DAV:'

/** The name of an element with its namespace, as one text: `{DAV:}prop`. */
export const nameIn = (uri: string, local: string): string => `{${uri}}${local}`

const CLARK = /^\{([^}]*)\}(.+)$/s

/** An element of any name; those of WebDAV by the prefix `d`, which the answer declares. */
export function element(name: string, inner = ''): string {
  const [, uri = '', local = ''] = CLARK.exec(name) ?? []
  if (uri === DAV) return inner === '' ? `<d:${local}/>` : `<d:${local}>${inner}</d:${local}>`
  const declared = ` xmlns="${escapeXml(uri)}"`
  return inner === '' ? `<${local}${declared}/>` : `<${local}${declared}>${inner}</${local}>`
}
