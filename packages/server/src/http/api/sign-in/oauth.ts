import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sign-in/oauth'
import type { ClientCredentials } from '../../../sign-in/oauth/client.ts'
import { grant } from '../../../sign-in/oauth/grant.ts'
import { revokeToken } from '../../../sign-in/oauth/revoke-token.ts'
import { openRoute } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { Request } from '../../exchange/server.ts'

export const oauthRoutes = serveContract(api, (app, ctx) => {
  openRoute(app, api.token, ({ params, req }) => grant(ctx, clientOf(req, params), params))
  openRoute(app, api.revoke, async ({ params, req }) => {
    await revokeToken(ctx, clientOf(req, params), params.token)
    return OK
  })
})

/** RFC 6749, 2.3.1: by HTTP Basic, each half urlencoded, or in the parameters. */
function clientOf(req: Request, params: { client_id?: string; client_secret?: string }): ClientCredentials {
  const basic = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(req.headers.authorization ?? '')?.[1]
  if (!basic) return { clientId: params.client_id, clientSecret: params.client_secret }
  const text = Buffer.from(basic, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon === -1) return { clientId: unescaped(text), clientSecret: undefined }
  return { clientId: unescaped(text.slice(0, colon)), clientSecret: unescaped(text.slice(colon + 1)) }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
