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
import { sendAnswer } from '../frame/page-answer.ts'
import type { Look, Site } from '../frame/page-frame.ts'
import { sendPage } from '../frame/send-page.ts'
import { lookAt, lookOf, siteAt } from '../frame/site.ts'
import { showSignIn, signInAddress } from '../sign-in/sign-in-page.ts'
import { signInVisit } from '../sign-in/sign-in-visit.ts'
import { type AppParts, appAsset, appParts, workerScript } from './app-files.ts'
import { manifestOf, UPLOAD_PATH } from './manifest.ts'
import { LOOK_PATH, MANIFEST_PATH, shell, WORKER_PATH } from './shell.ts'

const ASSETS = '/assets'
/** What the app remembers of how it is to look. */
const THEME_COOKIE = 'holdfast_theme'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Which build of the app the shell is of: the service worker knows it by this. */
const SHELL_HEADER = 'x-holdfast-shell'
/** The worker shows what it has kept, and asks for nothing but the app. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

export const APP_PAGES: readonly PageRoute[] = [
  { method: 'POST', path: UPLOAD_PATH },
  ...[
    ...APP_SEGMENTS.map((segment) => `/${segment}(/.*)?`),
    `${ASSETS}/[^/]+`,
    LOOK_PATH,
    MANIFEST_PATH.replace('.', '\\.'),
    WORKER_PATH.replace('.', '\\.'),
  ].map((path) => ({ method: 'GET' as const, path })),
]

/** The app for people: one page for all of its addresses, and what that page loads. */
export function appRoutes(app: App, ctx: Ctx): void {
  app.get('/', async (req, reply) =>
    readCookie(req, SESSION_COOKIE) === undefined
      ? sendAnswer(reply, await showSignIn(ctx, await signInVisit(ctx, req, reply)))
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
    if (asset.plain) return reply.send(asset.plain)
    const coding = acceptedCoding(req) ?? 'gzip'
    return reply.header('content-encoding', coding).send(asset[coding])
  })
  app.get(LOOK_PATH, async (req, reply) => {
    const { color } = await lookOfCaller(ctx, req)
    return reply.type('text/css; charset=utf-8').send(`${LOOK}\n${accentStyle(color)}\n`)
  })
  app.get(MANIFEST_PATH, async (req, reply) => {
    const manifest = manifestOf(await siteOfCaller(ctx, req), builtParts(), ctx.config.offlineLists)
    return reply.type('application/manifest+json').send(JSON.stringify(manifest))
  })
  app.get(WORKER_PATH, async (_req, reply) => {
    const script = await workerScript(ctx.config.offlineLists)
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', WORKER_POLICY)
      .send(script ?? fail('not_found'))
  })
  // What a phone shares comes to the service worker; here where the browser has lost it, and the files with it.
  app.post(UPLOAD_PATH, async (_req, reply) =>
    reply.code(303).header('location', `${UPLOAD_PATH}?failed=1`).send(),
  )

  const open = (req: Request, reply: Reply) =>
    readCookie(req, SESSION_COOKIE) === undefined
      ? reply.code(303).header('location', signInAddress(req.url)).send()
      : sendShell(req, reply)
  const sendShell = async (req: Request, reply: Reply) => {
    const parts = builtParts()
    const [theme = ''] = /^(light|dark)$/.exec(readCookie(req, THEME_COOKIE) ?? '') ?? []
    const keeps = ctx.config.offlineLists
    reply.header(SHELL_HEADER, parts.build)
    return sendPage(reply, shell(await siteOfCaller(ctx, req), parts, { theme, keeps }))
  }
}

const builtParts = (): AppParts => appParts() ?? fail('not_found', 'The app is not built. Run npm run build.')

async function siteOfCaller(ctx: Ctx, req: Request): Promise<Site> {
  const [site, { name, color }] = await Promise.all([siteAt(ctx, req), lookOfCaller(ctx, req)])
  return { ...site, name, color }
}

/** Whoever is signed in sees the colours of their own organization, wherever they came. */
async function lookOfCaller(ctx: Ctx, req: Request): Promise<Look> {
  const who = await findAccount(ctx, readCookie(req, SESSION_COOKIE)).catch(() => undefined)
  return who ? lookOf(ctx, who.organizationId) : lookAt(ctx, req)
}
