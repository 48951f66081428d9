import { Readable } from 'node:stream'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findLogo, LOGO_ADDRESS, LOGO_PATTERN, logoKeyIn } from '../../../records/logos.ts'
import { matchesCached, SANDBOX } from '../../exchange/download.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import type { App } from '../../exchange/server.ts'

export const LOGO_PAGES: readonly PageRoute[] = [{ method: 'GET', path: LOGO_PATTERN }]

/** The logos of organizations, for anyone: pages show them to people who are not signed in. An address never means another one. */
export function logoRoutes(app: App, ctx: Ctx): void {
  app.get(LOGO_ADDRESS, async (req, reply) => {
    const { file } = req.params as { file: string }
    const key = logoKeyIn(file) ?? fail('not_found')
    const etag = `"${key}"`
    const image = (await findLogo(ctx.db.read, key)) ?? fail('not_found')
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': SANDBOX,
    })
    if (matchesCached(req, etag, undefined)) return reply.code(304).send()
    reply.headers({ 'content-type': 'image/png', 'content-length': image.length })
    return reply.send(req.method === 'HEAD' ? Readable.from([]) : image)
  })
}
