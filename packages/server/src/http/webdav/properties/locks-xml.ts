import type { Instant } from '@holdfast/api/time'
import type { ActiveLock } from '../../../files/webdav/locks/locks-on.ts'
import { escapeXml } from '../xml/write-xml.ts'

const entry = (scope: string) =>
  `<d:lockentry><d:lockscope><d:${scope}/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockentry>`
export const SUPPORTED_LOCKS = entry('exclusive') + entry('shared')

/** `href` is that of the resource at which the lock was found. */
export function lockXml(
  { token, scope, deep, owner, until }: ActiveLock,
  href: string,
  now: Instant,
): string {
  const whose = 'name' in owner ? escapeXml(owner.name) : owner.xml
  const timeout = until === null ? 'Infinite' : `Second-${Math.max(0, Math.round((until - now) / 1000))}`
  return (
    `<d:activelock><d:locktype><d:write/></d:locktype><d:lockscope><d:${scope}/></d:lockscope>` +
    `<d:depth>${deep ? 'infinity' : '0'}</d:depth>${whose === '' ? '' : `<d:owner>${whose}</d:owner>`}` +
    `<d:timeout>${timeout}</d:timeout>` +
    (token === undefined ? '' : `<d:locktoken><d:href>${token}</d:href></d:locktoken>`) +
    `<d:lockroot><d:href>${href}</d:href></d:lockroot></d:activelock>`
  )
}
