import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { checkedAddresses } from './addresses.ts'
import { DirectoryError } from './directory-error.ts'
import { askForTls } from './start-tls.ts'

const CONNECT_MS = 5000

export interface Endpoint {
  host: string
  port: number
  ssl: boolean
  startTls: boolean
  /** PEM; instead of the authorities that the server trusts anyway. */
  caCertificate: string | null
  trusted: boolean
}

/** A connection to a directory: encrypted as asked for, to an address that was checked, with a certificate that was. */
export async function openConnection(endpoint: Endpoint): Promise<Socket> {
  const { host, port, ssl, startTls, trusted } = endpoint
  const deadline = AbortSignal.timeout(CONNECT_MS)
  const addresses = await checkedAddresses({ host, port, trusted, encrypted: ssl || startTls })
  let failure: unknown
  for (const address of addresses) {
    try {
      return await openAt(endpoint, address, deadline)
    } catch (error) {
      failure = error
      // Another address of the same name would not make a certificate good.
      if (error instanceof DirectoryError) break
    }
  }
  if (failure instanceof DirectoryError) throw failure
  throw new DirectoryError(
    'connection',
    deadline.aborted ? 'It did not answer in time.' : 'Nothing answers at this host and port.',
  )
}

async function openAt(endpoint: Endpoint, address: string, deadline: AbortSignal): Promise<Socket> {
  const socket = connectPlain({ host: address, port: endpoint.port })
  const stop = () => socket.destroy(new Error('too late'))
  deadline.addEventListener('abort', stop)
  try {
    await once(socket, 'connect', { signal: deadline })
    // From here on an error reaches the one who waits; it must not end the process meanwhile.
    socket.on('error', () => {})
    if (endpoint.startTls) await askForTls(socket)
    return endpoint.ssl || endpoint.startTls ? await encrypt(endpoint, socket) : socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    deadline.removeEventListener('abort', stop)
  }
}

async function encrypt({ host, caCertificate }: Endpoint, socket: Socket): Promise<TLSSocket> {
  const options: ConnectionOptions = {
    socket,
    // The name that was given, not the address that it led to; an address cannot be asked for by name (RFC 6066).
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(caCertificate !== null && { ca: caCertificate }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  }
  const secure = connectTls(options)
  return new Promise((resolve, reject) => {
    secure.once('secureConnect', () => resolve(secure))
    secure.once('close', () => reject(new DirectoryError('connection', 'TLS could not be set up.')))
    secure.on('error', (error) => reject(tlsFault(error)))
  })
}

function tlsFault(error: Error): DirectoryError {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return new DirectoryError('certificate', 'It is for another host name.')
  if (/CERT|SELF_SIGNED|UNABLE_TO|SIGNATURE|CRL/.test(code))
    return new DirectoryError(
      'certificate',
      `It is not trusted (${code}). Set the certificate of its authority as ca_certificate.`,
    )
  return new DirectoryError('connection', 'TLS could not be set up.')
}
