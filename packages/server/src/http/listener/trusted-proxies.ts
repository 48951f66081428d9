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
