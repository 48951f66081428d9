/** What some programs call themselves, what people call them, and where they run. */
const KNOWN: Readonly<Record<string, { name: string; system?: string }>> = {
  WebDAVFS: { name: 'Finder', system: 'macOS' },
  WebDAVLib: { name: 'Finder', system: 'macOS' },
  'Microsoft-WebDAV-MiniRedir': { name: 'Windows Explorer', system: 'Windows' },
  gvfs: { name: 'GNOME Files', system: 'Linux' },
  davfs2: { name: 'davfs2', system: 'Linux' },
}
const LONGEST = 40
const PHONES = ['iOS', 'iPadOS', 'Android']

export interface Program {
  /** The same for all its versions. */
  name: string
  system: string | undefined
  isPhone: boolean
}

/** The program that a request names as its own (RFC 9110, 10.1.5), in a few words to know it by. */
export function programOf(
  userAgent: string | undefined,
  systemOf: (text?: string) => string | undefined,
): Program {
  const products = (userAgent ?? '')
    .slice(0, 1000)
    .replace(/\([^()]*\)/g, ' ')
    .split(/\s+/)
    .flatMap((product) => /^[\w.+-]+/.exec(product)?.[0] ?? [])
  // Many begin as browsers did, and name themselves last.
  const own = (products[0] === 'Mozilla' ? products.at(-1) : products[0])?.slice(0, LONGEST)
  const known = own === undefined ? undefined : KNOWN[own]
  const system = known?.system ?? systemOf(userAgent)
  return { name: known?.name ?? own ?? 'WebDAV', system, isPhone: PHONES.includes(system ?? '') }
}
