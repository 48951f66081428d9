import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

type Net = readonly [address: string, bits: number]

const blockList = (...nets: Net[]): BlockList => {
  const list = new BlockList()
  for (const [net, bits] of nets) list.addSubnet(net, bits, familyOf(net))
  return list
}
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
const isIn = (list: BlockList, address: string): boolean => {
  const plain = plainAddress(address)
  return list.check(plain, familyOf(plain))
}

/**
 * Where administrators of organizations have the server connect to is theirs to say, and the server reaches more than they do.
 * These are for nobody: no service that somebody means has such an address.
 */
const NEVER = blockList(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  // Addresses at which clouds give their machines credentials, outside of the link-local ones.
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
)

const LOOPBACK = blockList(['127.0.0.0', 8], ['::1', 128])

/** All else that is no address of the public internet (IANA's registries of special-purpose addresses). */
const PRIVATE = blockList(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
)

/** The part of IPv6 that is given out to the public internet, and what in it is not. */
const GLOBAL = blockList(['2000::', 3])
const NOT_GLOBAL = blockList(
  ['2001::', 23],
  ['2001:db8::', 32],
  // Tunnels, whose other end is an IPv4 address that nobody looked at.
  ['2002::', 16],
  ['3fff::', 20],
)

/** Ways of writing an IPv4 address as one of IPv6 that a network may turn back: they are judged as what they mean. */
const EMBEDDING = [/^::ffff:/, /^::ffff:0:/, /^64:ff9b::/, /^::/]

/** The IPv4 address inside one of IPv6, or the address itself. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address
  const [bare = ''] = address.split('%')
  // URL brings every spelling to hexadecimal groups with at most one "::".
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  for (const prefix of EMBEDDING) {
    const rest = canonical.replace(prefix, '')
    if (rest === canonical || !/^[\da-f]{1,4}:[\da-f]{1,4}$/.test(rest)) continue
    const bytes = rest.split(':').flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 0xff]
    })
    return bytes.join('.')
  }
  return canonical
}

export const isNeverAllowed = (address: string): boolean => isIn(NEVER, address)
export const isLoopback = (address: string): boolean => isIn(LOOPBACK, address)

/** Whether an address is one of the public internet. */
export function isPublic(address: string): boolean {
  if (isNeverAllowed(address)) return false
  const plain = plainAddress(address)
  return isIPv4(plain) ? !isIn(PRIVATE, plain) : isIn(GLOBAL, plain) && !isIn(NOT_GLOBAL, plain)
}

/** Whether an address is in a list of addresses and networks (`a.b.c.d/n`). */
export function isListed(networks: readonly string[], address: string): boolean {
  const nets = networks.map((text): Net => {
    const [net = '', bits] = text.split('/')
    return [net, bits === undefined ? (isIPv4(net) ? 32 : 128) : Number(bits)]
  })
  return isIn(blockList(...nets), address)
}

/** A host name or an IP address; nothing that could be read as more than that. */
export const isHost = (host: string): boolean =>
  isIP(host) !== 0 ||
  (host.length <= 253 &&
    /^([a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?\.)*[a-z]([a-z\d-]{0,61}[a-z\d])?\.?$/i.test(host))

/** The addresses of a host. Throws where there are none. */
export type Resolve = (host: string) => Promise<string[]>

export const resolveByName: Resolve = async (host) =>
  isIP(host) ? [host] : (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
