import { DavError } from './dav-error.ts'

/** Where the door is. */
export const DAV_BASE = '/dav'

/** The names that lead to a place, from the top on. */
export function namesIn(path: string): string[] {
  if (path.includes('#')) throw new DavError(400, 'The address has a “#”, which must be sent as %23.')
  const inside = path.slice(DAV_BASE.length).split('/').filter(Boolean)
  const names = inside.map(decoded)
  // PostgreSQL could not even be asked for such a name.
  if (names.some((name) => name.includes('\0')))
    throw new DavError(400, 'A name cannot contain this character.')
  return names
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name).normalize('NFC')
  } catch {
    throw new DavError(400, 'The address cannot be read.')
  }
}

/** The path of a request's address, as it was sent. */
export const pathOfUrl = (url: string): string => (url.split('?', 1)[0] ?? '').replace(/\/{2,}/g, '/')

const isInside = (path: string): boolean => path === DAV_BASE || path.startsWith(`${DAV_BASE}/`)

/** The names of an address that a header gives: a path, or a whole one of this very host. Undefined for one elsewhere. */
export function namesOfAddress(address: string, hosts: ReadonlySet<string>): string[] | undefined {
  const whole = /^https?:\/\/([^/?#]*)(.*)$/i.exec(address)
  if (whole && !hosts.has((whole[1] ?? '').toLowerCase())) return undefined
  const path = pathOfUrl(whole ? (whole[2] ?? '') : address)
  return isInside(path) ? namesIn(path) : undefined
}

const PLAIN = /^[\w.~-]+$/

/** Addresses have the digits of their percent codes in capitals, and leave as little as they can to taste. */
const encoded = (name: string): string =>
  PLAIN.test(name)
    ? name
    : encodeURIComponent(name).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      )

export const hrefOf = (names: readonly string[], isFolder: boolean): string =>
  `${DAV_BASE}${names.map((name) => `/${encoded(name)}`).join('')}${isFolder ? '/' : ''}`

/** The address of something in a folder whose own is known. */
export const hrefIn = (folder: string, name: string, isFolder: boolean): string =>
  `${folder}${encoded(name)}${isFolder ? '/' : ''}`
