import { ApiError } from '../../errors.ts'
import { PerNetwork } from '../../platform/limits/per-network.ts'
import type { App } from './server.ts'

/** Requests of one network that a proxy passes on at once: connections are the proxy's own, so these are what is counted. */
export function limitForwarded(app: App, most: number): void {
  const underWay = new PerNetwork(most)
  app.addHook('onRequest', (req, reply, done) => {
    const direct = req.ip === req.socket.remoteAddress
    if (direct || underWay.admit(req.ip, (release) => reply.raw.once('close', release))) return done()
    done(new ApiError('temporarily_unavailable', 'Too many requests of your network are under way.'))
  })
}
