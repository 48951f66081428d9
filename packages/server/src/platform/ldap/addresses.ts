import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { DirectoryError } from './directory-error.ts'

/**
 * The host of a directory is chosen by an administrator of any organization, and the server reaches more than that
 * person does. Private networks are where directories live; what no directory can be is refused.
 */
const NEVER = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  // Addresses at which clouds give their machines credentials, outside of the link-local ones.
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
] as const)
  NEVER.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
] as const)
  NEVER.addSubnet(net, bits, 'ipv6')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

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

export const isNeverADirectory = (address: string): boolean => {
  const plain = plainAddress(address)
  return NEVER.check(plain, familyOf(plain))
}

export const isLoopback = (address: string): boolean => {
  const plain = plainAddress(address)
  return LOOPBACK.check(plain, familyOf(plain))
}

/** A host name or an IP address; nothing that could be read as more than that. */
export const isHost = (host: string): boolean =>
  isIP(host) !== 0 ||
  (host.length <= 253 &&
    /^([a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?\.)*[a-z]([a-z\d-]{0,61}[a-z\d])?\.?$/i.test(host))

export interface Place {
  host: string
  port: number
  /** Whether a system administrator chose it, who may also mean this very machine. */
  trusted: boolean
  /** Whether what is sent there is encrypted. */
  encrypted: boolean
}

/**
 * Every address of a host, each of them one that may be connected to. The caller connects to these and does not ask
 * for the name again: the next answer could be another one.
 */
export async function checkedAddresses({ host, trusted, encrypted }: Place): Promise<string[]> {
  const found = isIP(host) ? [host] : await resolve(host)
  for (const address of found) {
    if (isNeverADirectory(address)) throw new DirectoryError('address', 'This address is not allowed.')
    if (isLoopback(address)) {
      if (!trusted)
        throw new DirectoryError('address', 'Only a system administrator can connect to the server itself.')
    } else if (!encrypted)
      throw new DirectoryError(
        'address',
        'The connection is not encrypted. Set ssl or start_tls, unless the directory runs on the server itself.',
      )
  }
  return found
}

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
  } catch {
    throw new DirectoryError('connection', 'The host name cannot be resolved.')
  }
}
