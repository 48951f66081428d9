import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { AtOnce } from '../../platform/limits/at-once.ts'
import { networkOf } from '../../platform/limits/network.ts'
import type { CertificatePair } from '../../platform/tls/certificate.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts'
import { Connections } from './connections.ts'
import { createServers, type Upgrades } from './servers.ts'
import { trustedProxies } from './trusted-proxies.ts'

const TLS_HANDSHAKE = 0x16

export interface ListenerOptions extends CertificatePair {
  trustProxy: readonly string[]
  /** Connections that one network may have open. */
  perNetwork: number
  limits?: Partial<ConnectionLimits>
  upgrades?: Upgrades
}

const NO_UPGRADES: Upgrades = { wants: () => false, take: async () => {} }

export interface Listener {
  /** Gives the port, which matters when 0 was asked for. */
  listen(host: string, port: number): Promise<number>
  /** Takes no new connection, lets requests under way finish, then closes what is left; gives how many those were. */
  close(drainMs?: number): Promise<number>
  /** How many are open. */
  readonly connections: number
  /** For connections from now on; those that are open keep theirs. Throws for what cannot be used, and goes on with the old. */
  renew(pair: CertificatePair): void
}

/** One port for both: the first byte tells TLS from plain HTTP, which is refused unless a trusted proxy ended TLS. */
export function createListener(options: ListenerOptions, handle: RequestListener): Listener {
  const limits = { ...CONNECTION_LIMITS, ...options.limits }
  const isTrusted = trustedProxies(options.trustProxy)
  const perNetwork = new AtOnce(options.perNetwork)
  const connections = new Connections()
  const { secure, plain, renew } = createServers(
    { upgrades: NO_UPGRADES, ...options, isTrusted },
    connections,
    limits,
    handle,
  )
  const sockets = new Set<Socket>()
  const unheard = new Set<Socket>()
  const front = createNetServer({ noDelay: true }, (socket) => {
    const peer = socket.remoteAddress
    // Whom a proxy speaks for is known with each request: see `limitForwarded`.
    if (!isTrusted(peer)) {
      const place = perNetwork.tryTake(networkOf(peer ?? ''))
      if (!place) {
        socket.destroy()
        return
      }
      socket.once('close', () => place[Symbol.dispose]())
    }
    sockets.add(socket)
    unheard.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      unheard.delete(socket)
    })
    dispatch(socket, limits, (first) => {
      unheard.delete(socket)
      const server = first === TLS_HANDSHAKE ? secure : plain
      server.emit('connection', socket)
    })
  })
  return {
    renew,
    get connections() {
      return sockets.size
    },
    async listen(host, port) {
      front.listen({ host, port, backlog: 1024 })
      await once(front, 'listening')
      return (front.address() as AddressInfo).port
    },
    async close(drainMs = limits.drainMs) {
      let cut = 0
      const closed = new Promise((done) => front.close(done))
      connections.close()
      for (const socket of unheard) socket.destroy()
      const force = setTimeout(() => {
        cut = sockets.size
        for (const socket of sockets) socket.destroy()
      }, drainMs)
      await closed
      clearTimeout(force)
      // They never listened themselves; this only stops their timers.
      for (const server of [secure, plain]) server.close()
      return cut
    },
  }
}

function dispatch(
  socket: Socket,
  { firstByteMs }: ConnectionLimits,
  handOver: (first: number) => void,
): void {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(firstByteMs, () => socket.destroy())
  socket.once('readable', () => {
    const start: Buffer | null = socket.read()
    if (!start) return socket.destroy()
    socket.setTimeout(0)
    socket.removeAllListeners('timeout')
    socket.unshift(start)
    handOver(start[0] as number)
  })
}
