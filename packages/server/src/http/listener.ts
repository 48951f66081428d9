import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, BlockList, createServer as createNetServer, isIPv6, type Socket } from 'node:net'
import { ApiError } from '../errors.ts'

const TLS_HANDSHAKE = 0x16
const FIRST_BYTE_MS = 30_000
const IDLE_MS = 120_000
const DRAIN_MS = 15_000

const LIMITS = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 30_000,
  // Bodies may take as long as they keep coming; parameters are held to a minute elsewhere.
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
}

export interface Listener {
  /** Gives the port, which matters when 0 was asked for. */
  listen(host: string, port: number): Promise<number>
  /** Takes no new connection, lets requests under way finish, then closes what is left. */
  close(): Promise<void>
}

/** One port for both: the first byte tells TLS from plain HTTP, which is refused unless a trusted proxy ended TLS. */
export function createListener(
  { cert, key, trustProxy }: { cert: string; key: string; trustProxy: readonly string[] },
  handle: RequestListener,
): Listener {
  const secure = createHttpsServer({ ...LIMITS, cert, key, minVersion: 'TLSv1.2' })
  const plain = createHttpServer(LIMITS)
  const trusted = blockListOf(trustProxy)
  serve(secure, handle)
  serve(plain, (req, res) => {
    if (cameOverTls(req, trusted)) return handle(req, res)
    const { status, body } = new ApiError('insecure_transport')
    res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    res.end(JSON.stringify(body))
  })
  const connections = new Set<Socket>()
  const front = createNetServer({ noDelay: true }, (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    dispatch(socket, secure, plain)
  })
  return {
    async listen(host, port) {
      front.listen({ host, port, backlog: 1024 })
      await once(front, 'listening')
      return (front.address() as AddressInfo).port
    },
    async close() {
      const closed = new Promise((done) => front.close(done))
      const servers = [secure, plain]
      // Ends a kept-alive connection as soon as its request is answered.
      const closeIdle = () => {
        for (const server of servers) server.closeIdleConnections()
      }
      closeIdle()
      const sweep = setInterval(closeIdle, 50)
      const force = setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, DRAIN_MS)
      await closed
      clearInterval(sweep)
      clearTimeout(force)
      // They never listened themselves; this only stops their timers.
      for (const server of servers) server.close()
    },
  }
}

function serve(server: Server, handle: RequestListener): void {
  server.on('request', handle)
  // Whoever reads the body says when to go on (see body.ts), so that a refusal comes before the bytes.
  server.on('checkContinue', handle)
  server.on('checkExpectation', handle)
  server.on('clientError', answerMalformed)
  server.setTimeout(IDLE_MS)
  // Node starts its watch over connections, which timeouts and closing depend on, when a server listens. These never
  // do: their connections are handed to them.
  server.emit('listening')
}

function dispatch(socket: Socket, secure: Server, plain: Server): void {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(FIRST_BYTE_MS, () => socket.destroy())
  socket.once('readable', () => {
    const first: Buffer | null = socket.read()
    if (!first) return socket.destroy()
    socket.setTimeout(0)
    socket.removeAllListeners('timeout')
    socket.unshift(first)
    const server = first[0] === TLS_HANDSHAKE ? secure : plain
    server.emit('connection', socket)
  })
}

function cameOverTls(req: IncomingMessage, trusted: BlockList): boolean {
  const address = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  if (!trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return false
  const [scheme] = String(req.headers['x-forwarded-proto'] ?? '').split(',')
  return scheme?.trim().toLowerCase() === 'https'
}

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return list
}

const MALFORMED: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long.',
}

/** What Node could not read as HTTP at all still gets a JSON answer. */
function answerMalformed(error: NodeJS.ErrnoException, socket: import('node:stream').Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { body } = new ApiError('invalid_request', MALFORMED[error.code ?? ''] ?? 'The request is malformed.')
  const text = JSON.stringify(body)
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
