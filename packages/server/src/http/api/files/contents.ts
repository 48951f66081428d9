import * as api from '@holdfast/api/files/contents'
import { encodeFramed } from '@holdfast/api/files/framed'
import { openContents } from '../../../files/sync/open-contents.ts'
import { SANDBOX } from '../../exchange/download.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const contentRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getContents, async ({ who, params, reply }) => {
    const contents = await openContents(ctx, who, params.root_id, params.files)
    // Who has left meanwhile closes no second time.
    if (reply.raw.closed) contents.close()
    else reply.raw.once('close', contents.close)
    const body = encodeFramed(contents.files, contents.bytes)
    return reply
      .headers({
        'content-security-policy': SANDBOX,
        'content-disposition': 'attachment',
        'content-type': 'application/octet-stream',
      })
      .send(Buffer.from(body.buffer))
  })
})
