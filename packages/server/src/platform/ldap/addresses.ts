import { isLoopback, isNeverAllowed, type Resolve, resolveByName } from '../outbound/addresses.ts'
import { DirectoryError } from './directory-error.ts'

export interface Place {
  host: string
  port: number
  /** Whether a system administrator chose it, who may also mean this very machine. */
  trusted: boolean
  /** Whether what is sent there is encrypted. */
  encrypted: boolean
}

/**
 * Every address of a directory, each of them one that may be connected to: private networks are where directories live. The
 * caller connects to these and does not ask for the name again: the next answer could be another one.
 */
export async function checkedAddresses(
  { host, trusted, encrypted }: Place,
  resolve: Resolve = resolveByName,
): Promise<string[]> {
  const found = await resolve(host).catch(() => {
    throw new DirectoryError('connection', 'The host name cannot be resolved.')
  })
  for (const address of found) {
    if (isNeverAllowed(address)) throw new DirectoryError('address', 'This address is not allowed.')
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
