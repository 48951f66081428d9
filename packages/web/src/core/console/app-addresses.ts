/** What is wrong with an address that people are led back to; the service decides by the same rules. */
export type AddressFault = 'invalid' | 'fragment' | 'scheme' | 'https' | 'username' | 'not_origin'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const FORBIDDEN = /^(javascript|data|blob|file|vbscript|about|view-source|filesystem):$/

/** Lines with something on them, each once. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

export function redirectFault(address: string): AddressFault | undefined {
  const url = URL.parse(address)
  // Browsers read a backslash as a slash and drop what cannot be seen; others do not.
  if (!url || /[\s\\\p{Cc}]/u.test(address)) return 'invalid'
  if (address.includes('#')) return 'fragment'
  if (FORBIDDEN.test(url.protocol)) return 'scheme'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (!/^https?:\/\/[^/]/i.test(address)) return 'invalid'
  if (/^https?:\/\/[^/?]*@/i.test(address)) return 'username'
  return url.protocol === 'https:' || LOOPBACK.includes(url.hostname) ? undefined : 'https'
}

/** Of a site whose pages call the API: as a browser writes it, without a path. */
export const originFault = (site: string): AddressFault | undefined =>
  redirectFault(site) ??
  (/^https?:/.test(site) && URL.parse(site)?.origin === site ? undefined : 'not_origin')

/** The first line that is wrong. */
export function firstFault(
  text: string,
  faultOf: (line: string) => AddressFault | undefined,
): { line: string; fault: AddressFault } | undefined {
  for (const line of linesOf(text)) {
    const fault = faultOf(line)
    if (fault) return { line, fault }
  }
  return undefined
}
