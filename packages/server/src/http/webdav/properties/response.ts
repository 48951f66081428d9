import type { Instant } from '@holdfast/api/time'
import { element, XML_HEAD } from '../xml/write-xml.ts'
import { LIVE } from './live.ts'
import type { Resource } from './resource.ts'
import type { Wanted } from './wanted.ts'

export const MULTISTATUS = `${XML_HEAD}<d:multistatus xmlns:d="DAV:">`
export const MULTISTATUS_END = '</d:multistatus>'

export const propstat = (properties: string, status: string): string =>
  `<d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat>`

const OK = '200 OK'
const MISSING = '404 Not Found'

/** What a PROPFIND answers about each of many resources. Names that nothing has are written once for all of them. */
export function responseWriter(wanted: Wanted, now: Instant): (resource: Resource) => string {
  const missing = new Map<string, string>()
  return (resource) => {
    const found: string[] = []
    const lacking: string[] = []
    for (const [name, value] of valuesOf(resource, wanted, now)) {
      if (value !== undefined) found.push(element(name, wanted.kind === 'names' ? '' : value))
      else if (wanted.kind === 'named') lacking.push(name)
    }
    let stats = found.length > 0 || lacking.length === 0 ? propstat(found.join(''), OK) : ''
    if (lacking.length > 0) {
      const key = lacking.join(' ')
      let text = missing.get(key)
      if (text === undefined) {
        text = propstat(lacking.map((name) => element(name)).join(''), MISSING)
        missing.set(key, text)
      }
      stats += text
    }
    return `<d:response><d:href>${resource.href}</d:href>${stats}</d:response>`
  }
}

function* valuesOf(
  resource: Resource,
  wanted: Wanted,
  now: Instant,
): Generator<readonly [string, string | undefined]> {
  const { kept } = resource
  if (wanted.kind === 'named') {
    for (const name of wanted.names) {
      const live = LIVE.get(name)
      yield [name, live ? live.read(resource, now) : kept.find((one) => one.name === name)?.value]
    }
    return
  }
  const named = wanted.kind === 'all' ? wanted.names : []
  for (const [name, { read, isDear }] of LIVE)
    if (!isDear || wanted.kind === 'names' || named.includes(name)) yield [name, read(resource, now)]
  for (const { name, value } of kept) yield [name, value]
}
