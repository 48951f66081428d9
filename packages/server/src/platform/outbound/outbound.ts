import { once } from 'node:events'
import { request } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { isListed, isNeverAllowed, isPublic, type Resolve, resolveByName } from './addresses.ts'
import { connectTo, type Place } from './connect.ts'

/** What kept a request from an answer. The other side’s own words are not passed on. */
export type OutboundFault =
  | 'address'
  | 'port'
  | 'name'
  | 'connection'
  | 'certificate'
  | 'timeout'
  | 'redirect'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly fault: OutboundFault
  /** Of an answer that was refused. */
  readonly status: number | undefined

  constructor(fault: OutboundFault, status?: number) {
    super(`The request failed (${fault})`)
    this.fault = fault
    this.status = status
  }
}

/** Requests and connections to servers that administrators name. All of them leave here. */
export interface Outbound {
  /**
   * Posts to an https address and gives the status of the answer, whatever that is: throws OutboundError for an address that
   * must not be reached, a redirect, and where nobody answers in time. Each address of the name is checked, and a checked one is
   * connected to.
   */
  post(url: URL, sent: { headers: Record<string, string>; body: string }): Promise<{ status: number }>
  /**
   * A connection to a server such as a directory's, which is usually in a private network: these are allowed without being listed.
   * Throws ConnectError for an address that must not be reached, and where nobody answers until the deadline.
   */
  connect(place: Place, deadline: AbortSignal): Promise<Socket>
}

export interface OutboundOptions {
  /** Addresses and networks that may be reached though they are private, at any port. */
  allow: readonly string[]
  resolve?: Resolve
  /** PEM, instead of the authorities that Node trusts. */
  ca?: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const MOST_HEADER_BYTES = 16 * 1024
const PORTS = [443, 8443]

export function openOutbound(options: OutboundOptions): Outbound {
  const { timeoutMs = TIMEOUT_MS, resolve = resolveByName } = options
  return {
    connect: (place, deadline) => connectTo(place, resolve, deadline),
    async post(url, sent) {
      const deadline = AbortSignal.timeout(timeoutMs)
      // A name that is looked up for long cannot be told to end.
      const late = once(deadline, 'abort').then(() => -1)
      const answered = exchange(url, sent, options, deadline).catch((error) => {
        throw deadline.aborted ? new OutboundError('timeout') : error
      })
      // Whoever loses the race must not end the process.
      answered.catch(() => {})
      const status = await Promise.race([answered, late])
      if (status < 0) throw new OutboundError('timeout')
      if (status >= 300 && status < 400) throw new OutboundError('redirect', status)
      return { status }
    },
  }
}

async function exchange(
  url: URL,
  sent: { headers: Record<string, string>; body: string },
  options: OutboundOptions,
  deadline: AbortSignal,
): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket = await openFirst(host, Number(url.port || 443), options, deadline)
  try {
    return await post(url, sent, socket, deadline)
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('connection')
  } finally {
    socket.destroy()
  }
}

async function openFirst(
  host: string,
  port: number,
  options: OutboundOptions,
  deadline: AbortSignal,
): Promise<TLSSocket> {
  const addresses = await checkedAddresses(host, port, options)
  let failure: unknown
  for (const address of addresses) {
    if (deadline.aborted) break
    try {
      return await open(host, { host: address, port }, options.ca, deadline)
    } catch (error) {
      failure = error
      // Another address of the same name would not make a certificate good.
      if (error instanceof OutboundError) break
    }
  }
  throw failure instanceof OutboundError ? failure : new OutboundError('connection')
}

/** All or none: a name with one address that must not be reached is not to be trusted with the others. */
async function checkedAddresses(
  host: string,
  port: number,
  { allow, resolve = resolveByName }: OutboundOptions,
): Promise<string[]> {
  const found = await resolve(host).catch(() => [])
  if (found.length === 0) throw new OutboundError('name')
  const listed = found.every((address) => !isNeverAllowed(address) && isListed(allow, address))
  if (listed) return found
  if (!found.every((address) => isPublic(address) || (!isNeverAllowed(address) && isListed(allow, address))))
    throw new OutboundError('address')
  if (!PORTS.includes(port)) throw new OutboundError('port')
  return found
}

async function open(
  host: string,
  to: { host: string; port: number },
  ca: string | undefined,
  deadline: AbortSignal,
): Promise<TLSSocket> {
  const socket = connect({
    ...to,
    // The name that was given, not the address that it led to; an address cannot be asked for by name (RFC 6066).
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  })
  const stop = () => socket.destroy()
  deadline.addEventListener('abort', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.once('close', () => reject(new Error('closed')))
      // From here on an error reaches the one who waits; it must not end the process later.
      socket.on('error', (error) => reject(isOfCertificate(error) ? new OutboundError('certificate') : error))
    })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    deadline.removeEventListener('abort', stop)
  }
}

const isOfCertificate = (error: Error): boolean =>
  'code' in error && /CERT|SELF_SIGNED|UNABLE_TO|SIGNATURE|CRL|HOSTNAME/.test(String(error.code))

function post(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  socket: TLSSocket,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      createConnection: () => socket,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
    })
    asked.on('error', reject)
    asked.on('upgrade', () => reject(new OutboundError('connection')))
    asked.on('response', (answer) => {
      // Accepted is accepted: nobody reads the rest, however long it is.
      answer.on('error', () => {})
      resolve(answer.statusCode ?? 0)
    })
    asked.end(body)
  })
}
