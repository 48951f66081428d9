import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sharing/notices'
import { deleteMutedNotice } from '../../../sharing/notices/delete-muted-notice.ts'
import { listMutedNotices } from '../../../sharing/notices/list-muted-notices.ts'
import { STOP_PATH } from '../../../sharing/notices/stop-token.ts'
import { readParams } from '../../exchange/body.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { Request } from '../../exchange/server.ts'
import { queryField, textOf } from '../../pages/frame/form-text.ts'
import { browserSpeech } from '../../pages/frame/page-language.ts'
import { sendPage } from '../../pages/frame/send-page.ts'
import { showStopPage, takeStop } from '../../pages/notices/stop-page.ts'

export const noticeRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listMutedNotices, ({ who, params }) =>
    listMutedNotices(ctx, who, params.person_id, params.offset),
  )
  route(app, ctx, api.deleteMutedNotice, async ({ who, params }) => {
    await deleteMutedNotice(ctx, who, { personId: params.person_id, muteId: params.mute_id })
    return OK
  })
  const tokenOf = (req: Request): string => queryField(req, 'token')
  app.get(STOP_PATH, async (req, reply) =>
    sendPage(reply, await showStopPage(ctx, tokenOf(req), browserSpeech(req))),
  )
  app.post(STOP_PATH, async (req, reply) => {
    const { stop, 'List-Unsubscribe': click } = await readParams({ req: req.raw, res: reply.raw })
    const oneClick = textOf(click) === 'One-Click'
    const chosen = { stop: textOf(stop), oneClick }
    return sendPage(reply, await takeStop(ctx, tokenOf(req), chosen, browserSpeech(req)))
  })
})
