import type { PersonId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/reach'
import { getReach } from '../../../sharing/reach/get-reach.ts'
import { listPersonShares } from '../../../sharing/reach/list-person-shares.ts'
import { filePath, folderOrRoot } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const pageOf = (params: { page: number; page_size: number; person_id?: PersonId }) => ({
  page: params.page,
  pageSize: params.page_size,
  personId: params.person_id,
})

export const reachRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getRootReach, ({ who, params }) =>
    getReach(ctx, who, { rootId: params.root_id, kind: 'root' }, pageOf(params)),
  )
  route(app, ctx, api.getFileReach, ({ who, params }) => getReach(ctx, who, filePath(params), pageOf(params)))
  route(app, ctx, api.getFolderReach, ({ who, params }) =>
    getReach(ctx, who, folderOrRoot(params), pageOf(params)),
  )
  route(app, ctx, api.listPersonShares, ({ who, params }) =>
    listPersonShares(ctx, who, params.person_id, { page: params.page, pageSize: params.page_size }),
  )
})
