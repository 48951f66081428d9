import { isIPv6 } from 'node:net'
import { addressAsking } from '../basics/asking.ts'

/**
 * The network that the request under way came from; empty for what the service does by itself. Every password that is
 * hashed or tried anywhere asks for it.
 */
export const networkAsking = (): string => networkOf(addressAsking())

/** One customer has many addresses of IPv6, but mostly one network of 64 bits. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? 8 - groups.length - rest.length : 0
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest]
  return `${all.slice(0, 4).join(':')}::/64`
}
