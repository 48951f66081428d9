import { hostname, release } from 'node:os'

const OS_TYPES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'osx', win32: 'win' }

/** What this computer tells of itself, in the words of the service. */
export const THIS_COMPUTER = {
  dns_name: hostname().slice(0, 255),
  os_type: OS_TYPES[process.platform] ?? 'linux',
  os_version: release().slice(0, 100),
}
