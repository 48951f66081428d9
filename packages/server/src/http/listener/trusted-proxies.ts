import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Tells the proxies that are believed by their addresses. */
export function trustedProxies(addresses: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return (given = '') => {
    const address = given.replace(/^::ffff:/, '')
    // A peer that is gone already has no address.
    return isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

/** Where a request comes from that Fastify does not see: each trusted proxy says whom it speaks for, the nearest one last. */
export function clientAddress(
  req: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: ReturnType<typeof trustedProxies>,
): string {
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
  const hops = [...forwarded.split(',').map((hop) => hop.trim()), req.socket.remoteAddress ?? ''].filter(
    Boolean,
  )
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? ''
}
