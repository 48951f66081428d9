import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../errors.ts'
import type { CertificatePair } from '../../platform/tls/certificate.ts'
import { answerHealthEarly, asksForHealth } from '../exchange/health.ts'
import { SECURITY_HEADERS } from '../exchange/security-headers.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import type { Connections } from './connections.ts'
import { answerMalformed } from './malformed.ts'
import type { trustedProxies } from './trusted-proxies.ts'

const MAX_HEADER_BYTES = 64 * 1024

/** Connections that go on by another protocol. */
export interface Upgrades {
  wants(req: IncomingMessage): boolean
  take(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
}

export interface ServerOptions extends CertificatePair {
  upgrades: Upgrades
  isTrusted: ReturnType<typeof trustedProxies>
}

/**
 * The two that speak HTTP. Neither listens: connections are handed to them. Plain requests count only from a proxy, or as
 * health checks (ADR 0067).
 */
export function createServers(
  { cert, key, isTrusted, upgrades }: ServerOptions,
  connections: Connections,
  limits: ConnectionLimits,
  handle: RequestListener,
): { secure: Server; plain: Server; renew(pair: CertificatePair): void } {
  const options = nodeOptions(limits)
  const handshakeTimeout = limits.headersMs
  const isSecure = (req: IncomingMessage) => isTrusted(req.socket.remoteAddress) && saysTls(req)
  // What is not wanted goes on as a request, and is answered as one.
  const secure = createHttpsServer({
    ...options,
    ...secrets({ cert, key }),
    handshakeTimeout,
    shouldUpgradeCallback: (req) => upgrades.wants(req),
  })
  const plain = createHttpServer({
    ...options,
    shouldUpgradeCallback: (req) => upgrades.wants(req) && isSecure(req),
  })
  for (const server of [secure, plain])
    server.on('upgrade', (req, socket, head) => {
      connections.release(socket)
      void upgrades.take(req, socket, head)
    })
  secure.on('secureConnection', (socket) => connections.add(socket))
  plain.on('connection', (socket) => connections.add(socket))
  const route = refusingMalformed(handle)
  serve(secure, connections, limits, route)
  serve(plain, connections, limits, (req, res) => {
    if (isSecure(req) || asksForHealth(req)) route(req, res)
    else refuse(res, new ApiError('insecure_transport'))
  })
  return { secure, plain, renew: (pair) => secure.setSecureContext(secrets(pair)) }
}

const secrets = ({ cert, key }: CertificatePair) => ({ cert, key, minVersion: 'TLSv1.2' }) as const

const nodeOptions = (limits: ConnectionLimits) => ({
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: limits.headersMs,
  // Parameters are held to a minute elsewhere.
  requestTimeout: 0,
  keepAliveTimeout: limits.keepAliveMs,
  connectionsCheckingInterval: limits.checkEveryMs,
  // Node would refuse a request without a host itself, but not in JSON.
  requireHostHeader: false,
})

function serve(
  server: Server,
  connections: Connections,
  limits: ConnectionLimits,
  handle: RequestListener,
): void {
  const guarded: RequestListener = (req, res) => {
    connections.begin(req, res)
    limitLeftovers(req, res, limits.lingerMs)
    if (req.httpVersion === '1.1' && req.headers.host === undefined)
      return refuse(res, new ApiError('invalid_request', 'The request has no Host header.'))
    handle(req, res)
  }
  server.on('request', guarded)
  // Anyone who reads the body says when to go on (see body.ts), so that a refusal comes before the bytes.
  server.on('checkContinue', guarded)
  server.on('checkExpectation', guarded)
  server.on('clientError', answerMalformed(connections, limits.lingerMs))
  server.setTimeout(limits.idleMs)
  // Node starts its watch over connections, which timeouts depend on, when a server listens. These never do: their
  // connections are handed to them.
  server.emit('listening')
}

/** A sender who was answered before all of its body came may go on for a while, so that it hears the answer. */
function limitLeftovers(req: IncomingMessage, res: ServerResponse, lingerMs: number): void {
  res.once('finish', () => {
    if (req.complete) return
    // It keeps no server from ending: one that closes drops what is left by itself.
    const timer = setTimeout(() => req.socket.destroy(), lingerMs).unref()
    req.once('close', () => clearTimeout(timer))
  })
}

/** Starting takes less, unless something is in the way. */
const HELD_MS = 5000

/**
 * Requests that come before there is anything to serve them from wait for that: another process may be serving already, and
 * nobody is to notice which of them took the connection. They are refused if it takes long or never comes, as are those that
 * would leave HTTP.
 */
export function holdUntil(ready: Promise<RequestListener>, mostMs = HELD_MS): RequestListener {
  const served = Promise.race([ready, pause(mostMs, undefined, { ref: false })])
  // Nobody may be waiting for it.
  served.catch(() => {})
  return (req, res) => {
    if (answerHealthEarly(req.url, res)) return
    if (req.headers.upgrade !== undefined) return answerNotReady(res)
    served.then(
      (handle) => (handle ? refusingMalformed(handle)(req, res) : answerNotReady(res)),
      () => answerNotReady(res),
    )
  }
}

function answerNotReady(res: ServerResponse): void {
  res.setHeader('retry-after', '1')
  refuse(res, new ApiError('temporarily_unavailable', 'The service is starting. Try again shortly.'))
}

/** A router throws out a path that it cannot decode, past every error handler. */
const refusingMalformed =
  (route: RequestListener): RequestListener =>
  (req, res) => {
    try {
      route(req, res)
    } catch (error) {
      const status = (error as { statusCode?: number }).statusCode ?? 500
      if (status >= 500) throw error
      refuse(res, new ApiError('invalid_request', 'The request is malformed.'))
    }
  }

function refuse(res: ServerResponse, { status, body }: ApiError): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  })
  res.end(text)
}

const saysTls = (req: IncomingMessage): boolean => {
  const [scheme] = String(req.headers['x-forwarded-proto'] ?? '').split(',')
  return scheme?.trim().toLowerCase() === 'https'
}
