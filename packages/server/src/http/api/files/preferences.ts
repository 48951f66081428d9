import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/files/preferences'
import { getWebSettings } from '../../../files/preferences/get-web-settings.ts'
import { listStarred } from '../../../files/preferences/list-starred.ts'
import { setWebSettings } from '../../../files/preferences/set-web-settings.ts'
import { starItem } from '../../../files/preferences/star-item.ts'
import { unstarItem } from '../../../files/preferences/unstar-item.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const preferenceRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listStarred, ({ who, params }) => listStarred(ctx, who, params.person_id))
  route(app, ctx, api.starItem, async ({ who, params }) => {
    await starItem(ctx, who, params)
    return OK
  })
  route(app, ctx, api.unstarItem, async ({ who, params }) => {
    await unstarItem(ctx, who, params)
    return OK
  })
  route(app, ctx, api.getWebSettings, ({ who, params }) => getWebSettings(ctx, who, params.person_id))
  route(app, ctx, api.setWebSettings, ({ who, params }) => setWebSettings(ctx, who, params))
})
