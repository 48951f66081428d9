import { AtOnce } from '../../platform/limits/at-once.ts'
import { networkOf } from '../../platform/limits/network.ts'
import type { App } from './server.ts'

/** Requests of one network that a proxy passes on at once: connections are the proxy's own, so these are what is counted. */
export function limitForwarded(app: App, most: number): void {
  const underWay = new AtOnce(most, 'Too many requests from your network at once. Try again shortly.')
  app.addHook('onRequest', async (req, reply) => {
    if (req.ip === req.socket.remoteAddress) return
    const place = underWay.take(networkOf(req.ip))
    reply.raw.once('close', () => place[Symbol.dispose]())
  })
}
