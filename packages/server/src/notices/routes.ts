import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/notices'
import type { Ctx } from '../context.ts'
import { readParams } from '../http/body.ts'
import { parseForm } from '../http/form.ts'
import { route } from '../http/route.ts'
import { sendPage } from '../http/send-page.ts'
import type { App, Request } from '../http/server.ts'
import { textOf } from '../pages/form-text.ts'
import { deleteMutedNotice } from './delete-muted-notice.ts'
import { listMutedNotices } from './list-muted-notices.ts'
import { showStopPage, takeStop } from './stop-page.ts'
import { STOP_PATH } from './stop-token.ts'

export function noticeRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listMutedNotices, ({ who, params }) =>
    listMutedNotices(ctx, who, params.person_id, params.offset),
  )
  route(app, ctx, api.deleteMutedNotice, async ({ who, params }) => {
    await deleteMutedNotice(ctx, who, { personId: params.person_id, muteId: params.mute_id })
    return OK
  })
  const tokenOf = (req: Request): string => {
    const query = new URL(req.raw.url ?? '', ctx.publicUrl).search.slice(1)
    return textOf(parseForm(Buffer.from(query)).token)
  }
  app.get(STOP_PATH, async (req, reply) => sendPage(reply, await showStopPage(ctx, tokenOf(req))))
  app.post(STOP_PATH, async (req, reply) => {
    const { stop, 'List-Unsubscribe': click } = await readParams({ req: req.raw, res: reply.raw })
    const oneClick = textOf(click) === 'One-Click'
    return sendPage(reply, await takeStop(ctx, tokenOf(req), { stop: textOf(stop), oneClick }))
  })
}
