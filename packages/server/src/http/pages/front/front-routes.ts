import type { Ctx } from '../../../platform/context.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import { ALIVE, HEALTH } from '../../exchange/health.ts'
import type { App, Reply } from '../../exchange/server.ts'
import { ICON_ICO, ICON_PATH, ICON_SVG } from '../frame/icon.ts'

const PATHS = { icon: '/favicon.ico', robots: '/robots.txt' }

/** The first of them is `/`, which other pages are told apart from without the slash at their end. */
export const FRONT_PAGES: readonly PageRoute[] = [
  '',
  ICON_PATH,
  PATHS.icon,
  PATHS.robots,
  ...Object.values(HEALTH),
].map((path) => ({
  method: 'GET',
  path: path.replace('.', '\\.'),
}))

/** What stands at the address of the service itself, and what browsers and crawlers look for there. */
export function frontRoutes(app: App, ctx: Ctx): void {
  app.get(ICON_PATH, (_req, reply) => keep(reply).type('image/svg+xml').send(ICON_SVG))
  app.get(PATHS.icon, (_req, reply) => keep(reply).type('image/x-icon').send(ICON_ICO))
  // Whatever is here is for those who were given its address.
  app.get(PATHS.robots, (_req, reply) =>
    keep(reply).type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
  app.get(HEALTH.alive, (_req, reply) => fresh(reply).type('text/plain; charset=utf-8').send(ALIVE))
  app.get(HEALTH.ready, async (_req, reply) => {
    const state = await ctx.readiness.look()
    const text = JSON.stringify(state)
    return fresh(reply)
      .code(state.ready ? 200 : 503)
      .type('application/json; charset=utf-8')
      .send(text)
  })
}

const fresh = (reply: Reply): Reply => reply.header('cache-control', 'no-store')
const keep = (reply: Reply): Reply => reply.header('cache-control', 'public, max-age=86400')
