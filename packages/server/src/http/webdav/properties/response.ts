import type { Instant } from '@holdfast/api/time'
import { element, tagsOf, XML_HEAD } from '../xml/write-xml.ts'
import { LIVE } from './live.ts'
import type { Resource } from './resource.ts'
import type { Wanted } from './wanted.ts'

export const MULTISTATUS = `${XML_HEAD}<d:multistatus xmlns:d="DAV:">`
export const MULTISTATUS_END = '</d:multistatus>'

export const propstat = (properties: string, status: string): string =>
  `<d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat>`

const OK = '200 OK'
const MISSING = '404 Not Found'

/** What a PROPFIND answers about each of many resources. What their elements are called is worked out once for all. */
export function responseWriter(wanted: Wanted, now: Instant): (resource: Resource) => string {
  const fields = namesOf(wanted).map((name) => ({ name, live: LIVE.get(name), ...tagsOf(name) }))
  const isNamed = wanted.kind === 'named'
  const withValues = wanted.kind !== 'names'
  return (resource) => {
    const { href, kept } = resource
    let found = ''
    let lacking = ''
    for (const { name, live, empty, open, close } of fields) {
      const value = live ? live.read(resource, now) : kept.find((one) => one.name === name)?.value
      if (value === undefined) lacking += empty
      else found += value === '' || !withValues ? empty : open + value + close
    }
    if (!isNamed) for (const { name, value } of kept) found += element(name, withValues ? value : '')
    const none = isNamed && lacking !== '' ? propstat(lacking, MISSING) : ''
    const some = found !== '' || none === '' ? propstat(found, OK) : ''
    return `<d:response><d:href>${href}</d:href>${some}${none}</d:response>`
  }
}

function namesOf(wanted: Wanted): string[] {
  if (wanted.kind === 'named') return [...wanted.names]
  const named = wanted.kind === 'all' ? wanted.names : []
  const isAsked = ([name, { isDear }]: readonly [string, { isDear?: true }]) =>
    !isDear || wanted.kind === 'names' || named.includes(name)
  return [...LIVE].filter(isAsked).map(([name]) => name)
}
