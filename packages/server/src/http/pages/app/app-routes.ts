import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findAccount } from '../../../sign-in/oauth/authenticate.ts'
import { acceptedCoding } from '../../exchange/accepted-coding.ts'
import { readCookie, SESSION_COOKIE } from '../../exchange/cookies.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import type { App, Reply, Request } from '../../exchange/server.ts'
import { accentStyle } from '../frame/accent.ts'
import { APP_SEGMENTS } from '../frame/app-addresses.ts'
import { LOOK } from '../frame/look.ts'
import type { Look } from '../frame/page-frame.ts'
import { sendPage } from '../frame/send-page.ts'
import { lookAt, lookOf, siteAt } from '../frame/site.ts'
import { frontPage } from '../front/front-page.ts'
import { signInAddress } from '../sign-in/sign-in-page.ts'
import { appAsset, appParts } from './app-files.ts'
import { LOOK_PATH, MANIFEST_PATH, shell } from './shell.ts'

const ASSETS = '/assets'
/** What the app remembers of how it is to look. */
const THEME_COOKIE = 'holdfast_theme'
const YEAR_SECONDS = 365 * 24 * 60 * 60

export const APP_PAGES: readonly PageRoute[] = [
  ...APP_SEGMENTS.map((segment) => `/${segment}(/.*)?`),
  `${ASSETS}/[^/]+`,
  LOOK_PATH,
  MANIFEST_PATH.replace('.', '\\.'),
].map((path) => ({ method: 'GET', path }))

/** The app for people: one page for all of its addresses, and what that page loads. */
export function appRoutes(app: App, ctx: Ctx): void {
  app.get('/', async (req, reply) =>
    readCookie(req, SESSION_COOKIE) === undefined
      ? sendPage(reply, frontPage(await siteAt(ctx, req)))
      : sendShell(req, reply),
  )
  for (const segment of APP_SEGMENTS) {
    app.get(`/${segment}`, (req, reply) => open(req, reply))
    app.get(`/${segment}/*`, (req, reply) => open(req, reply))
  }
  app.get(`${ASSETS}/:name`, async (req, reply) => {
    const { name } = req.params as { name: string }
    const asset = (await appAsset(name)) ?? fail('not_found')
    reply.type(asset.type).header('vary', 'accept-encoding')
    reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    const coding = acceptedCoding(req) ?? 'gzip'
    return reply.header('content-encoding', coding).send(asset[coding])
  })
  app.get(LOOK_PATH, async (req, reply) => {
    const { color } = await lookOfCaller(ctx, req)
    return reply.type('text/css; charset=utf-8').send(`${LOOK}\n${accentStyle(color)}\n`)
  })
  app.get(MANIFEST_PATH, async (req, reply) => {
    const { name } = await lookAt(ctx, req)
    const icons = [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }]
    const manifest = { name, short_name: name, start_url: '/', display: 'standalone', icons }
    return reply.type('application/manifest+json').send(JSON.stringify(manifest))
  })

  const open = (req: Request, reply: Reply) =>
    readCookie(req, SESSION_COOKIE) === undefined
      ? reply.code(303).header('location', signInAddress(req.url)).send()
      : sendShell(req, reply)
  const sendShell = async (req: Request, reply: Reply) => {
    const parts = appParts() ?? fail('not_found', 'The app is not built. Run npm run build.')
    const [theme = ''] = /^(light|dark)$/.exec(readCookie(req, THEME_COOKIE) ?? '') ?? []
    return sendPage(reply, shell(await siteAt(ctx, req), parts, theme))
  }
}

/** Whoever is signed in sees the colours of their own organization, wherever they came. */
async function lookOfCaller(ctx: Ctx, req: Request): Promise<Look> {
  const who = await findAccount(ctx, readCookie(req, SESSION_COOKIE)).catch(() => undefined)
  return who ? lookOf(ctx, who.organizationId) : lookAt(ctx, req)
}
