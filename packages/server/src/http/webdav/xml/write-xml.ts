export const XML_TYPE = 'application/xml; charset=utf-8'
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>'

const ESCAPES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
// What means something in XML, and what XML 1.0 cannot have at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const SPECIAL = /[<>&"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Most texts have nothing of that, and looking is all it takes. */
export const escapeXml = (text: string): string =>
  text.search(SPECIAL) < 0 ? text : text.replace(SPECIAL, (sign) => ESCAPES[sign] ?? '\ufffd')

export const DAV = 'DAV:'

/** The name of an element with its namespace, as one text: `{DAV:}prop`. */
export const nameIn = (uri: string, local: string): string => `{${uri}}${local}`

const CLARK = /^\{([^}]*)\}(.+)$/s

interface Tags {
  empty: string
  open: string
  close: string
}

/** How an element of a name begins and ends; those of WebDAV by the prefix `d`, which the answer declares. */
export function tagsOf(name: string): Tags {
  const [, uri = '', local = ''] = CLARK.exec(name) ?? []
  const [tag, declared] = uri === DAV ? [`d:${local}`, ''] : [local, ` xmlns="${escapeXml(uri)}"`]
  return { empty: `<${tag}${declared}/>`, open: `<${tag}${declared}>`, close: `</${tag}>` }
}

export function element(name: string, inner = ''): string {
  const { empty, open, close } = tagsOf(name)
  return inner === '' ? empty : open + inner + close
}
