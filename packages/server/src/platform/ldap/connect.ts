import { isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { ConnectError } from '../outbound/connect.ts'
import type { Outbound } from '../outbound/outbound.ts'
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
export async function openConnection(
  outbound: Outbound,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Socket> {
  const { host, port, ssl, startTls, trusted } = endpoint
  const deadline = AbortSignal.any([AbortSignal.timeout(CONNECT_MS), signal])
  const encrypted = ssl || startTls
  const socket = await outbound.connect({ host, port, trusted, encrypted }, deadline).catch((error) => {
    throw error instanceof ConnectError ? new DirectoryError(error.fault) : error
  })
  const stop = () => socket.destroy(new Error('too late'))
  deadline.addEventListener('abort', stop)
  try {
    if (startTls) await askForTls(socket)
    return encrypted ? await encrypt(endpoint, socket) : socket
  } catch (error) {
    socket.destroy()
    if (deadline.aborted) throw new DirectoryError('slow')
    throw error instanceof DirectoryError ? error : new DirectoryError('lost')
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
    secure.once('close', () => reject(new DirectoryError('no_tls')))
    secure.on('error', (error) => reject(tlsFault(error)))
  })
}

function tlsFault(error: Error): DirectoryError {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return new DirectoryError('certificate_other_host')
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return new DirectoryError('certificate_expired')
  if (/CERT|SELF_SIGNED|UNABLE_TO|SIGNATURE|CRL/.test(code))
    return new DirectoryError(
      'certificate_untrusted',
      `It is not trusted (${code}). Set the certificate of its authority as ca_certificate.`,
    )
  return new DirectoryError('no_tls')
}
