import type { File, Item } from '@holdfast/api/files/files'
import * as api from '@holdfast/api/files/search'
import { listModifiedSince } from '../../../files/search/list-modified-since.ts'
import { listRecent } from '../../../files/search/list-recent.ts'
import { allItems, firstPage, type Looked } from '../../../files/search/pages.ts'
import { searchEverywhere } from '../../../files/search/search-everywhere.ts'
import { searchRoot } from '../../../files/search/search-root.ts'
import { callerKey, type PersonPrincipal } from '../../../platform/principal.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { Reply, Request } from '../../exchange/server.ts'
import { streamJson } from '../../exchange/stream-json.ts'

interface Asked {
  who: PersonPrincipal
  limit: number | undefined
  req: Request
  reply: Reply
}

export const searchRoutes = serveContract(api, (app, ctx) => {
  const answer = <T extends Item | File>(
    found: AsyncIterable<Looked<T>[]>,
    { who, limit, req, reply }: Asked,
  ) =>
    limit === undefined
      ? streamJson(req, reply, {
          list: 'results',
          items: ctx.atOnce.searches.through(callerKey(who), allItems(found)),
        })
      : ctx.atOnce.searches.during(callerKey(who), () => firstPage(found, limit))

  route(app, ctx, api.searchRoot, async ({ who, params, req, reply }) =>
    answer(await searchRoot(ctx, who, params.root_id, params), { who, limit: params.limit, req, reply }),
  )
  route(app, ctx, api.searchEverywhere, ({ who, params }) =>
    ctx.atOnce.searches.during(callerKey(who), () => searchEverywhere(ctx, who, params)),
  )
  route(app, ctx, api.listRecent, ({ who, params }) =>
    ctx.atOnce.searches.during(callerKey(who), () => listRecent(ctx, who, params)),
  )
  route(app, ctx, api.listModifiedSince, async ({ who, params, req, reply }) =>
    answer(await listModifiedSince(ctx, who, params.root_id, params), {
      who,
      limit: params.limit,
      req,
      reply,
    }),
  )
})
