import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isLoopback, isNeverAllowed, type Resolve } from './addresses.ts'

/** What kept a connection from being made. */
export type ConnectFault =
  | 'host_unknown'
  | 'address_not_allowed'
  | 'own_machine'
  | 'not_encrypted'
  | 'closed'
  | 'slow'

export class ConnectError extends Error {
  override name = 'ConnectError'
  readonly fault: ConnectFault

  constructor(fault: ConnectFault) {
    super(`The connection failed (${fault})`)
    this.fault = fault
  }
}

/** A server that is usually in a private network, such as one with a directory. */
export interface Place {
  host: string
  port: number
  /** Whether a system administrator chose it, who may also mean this very machine. */
  trusted: boolean
  /** Whether what is sent there is encrypted. */
  encrypted: boolean
}

/**
 * Connects to the first address that answers, each of them checked: private networks are allowed here, without being listed. The
 * name is not asked for again: the next answer could be another one. Throws ConnectError. What is sent, and whether it is
 * encrypted as promised, is up to the caller.
 */
export async function connectTo(place: Place, resolve: Resolve, deadline: AbortSignal): Promise<Socket> {
  // A name that is looked up for long cannot be told to end.
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new ConnectError('host_unknown'))
    if (deadline.aborted) end()
    else deadline.addEventListener('abort', end, { once: true })
  })
  late.catch(() => {})
  const addresses = await Promise.race([checkedAddresses(place, resolve), late])
  for (const address of addresses) {
    const socket = connect({ host: address, port: place.port })
    // From here on an error reaches the one who waits; it must not end the process meanwhile.
    socket.on('error', () => {})
    try {
      await once(socket, 'connect', { signal: deadline })
      return socket
    } catch {
      socket.destroy()
      if (deadline.aborted) break
    }
  }
  throw new ConnectError(deadline.aborted ? 'slow' : 'closed')
}

async function checkedAddresses({ host, trusted, encrypted }: Place, resolve: Resolve): Promise<string[]> {
  const found = await resolve(host).catch(() => [])
  if (found.length === 0) throw new ConnectError('host_unknown')
  for (const address of found) {
    if (isNeverAllowed(address)) throw new ConnectError('address_not_allowed')
    if (isLoopback(address)) {
      if (!trusted) throw new ConnectError('own_machine')
    } else if (!encrypted) throw new ConnectError('not_encrypted')
  }
  return found
}
