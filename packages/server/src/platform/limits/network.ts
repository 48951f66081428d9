import { isIPv4, isIPv6 } from 'node:net'
import { addressAsking } from '../basics/asking.ts'

/**
 * The network that the request under way came from; empty for what the service does by itself. Every password that is
 * hashed or tried anywhere asks for it.
 */
export const networkAsking = (): string => networkOf(addressAsking())

/** One customer has many addresses of IPv6, but mostly one network of 64 bits. */
export function networkOf(address: string): string {
  const plain = withoutMapping(address)
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** How much of an address stands in the log. */
export type AddressesInLog = 'full' | 'short' | 'none'

/** Short: the network of a provider's customers (IPv4 /24, IPv6 /48), which tells no two of them apart. */
export function addressToLog(address: string, how: AddressesInLog): string | undefined {
  if (how === 'none') return undefined
  const plain = withoutMapping(address)
  if (how === 'full') return plain
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : undefined
}

/** Of IPv4 on a socket of IPv6. */
const withoutMapping = (address: string): string =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? 8 - groups.length - rest.length : 0
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest]
}
