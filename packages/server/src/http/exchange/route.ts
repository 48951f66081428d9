import { type AnyOperation, type ParamsOf, pathParams, type ResultOf } from '@holdfast/api/operation'
import type { TObject } from 'typebox'
import { ApiError } from '../../errors.ts'
import { unpaced } from '../../platform/basics/asking.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn, paramsDecoder, type RawParams } from '../../platform/parameters.ts'
import type { AccountPrincipal, PersonPrincipal } from '../../platform/principal.ts'
import { admitAccount, admitAgain, admitVisitor, personOf } from './admit-caller.ts'
import { MAX_PARAMETER_BYTES, MAX_STRANGERS_BYTES, readParams } from './body.ts'
import { emptyParams, parseForm } from './form.ts'
import type { App, Reply, Request } from './server.ts'

export interface Call<Op extends AnyOperation> {
  /** What the caller gave, decoded as the operation declares it. */
  params: ParamsOf<Op>
  req: Request
  reply: Reply
}
export interface AuthenticatedCall<Op extends AnyOperation, Who = PersonPrincipal> extends Call<Op> {
  who: Who
  /** Finds out again who asks, for answers that take long: throws once the caller would no longer be let in. */
  again: () => Promise<Who>
}

export type Answer<Op extends AnyOperation> = Promise<ResultOf<Op> | Reply>

/** Serves an operation that needs no token; `unread` refuses what cannot be read, where strangers must not learn why. */
export function openRoute<Op extends AnyOperation>(
  app: App,
  op: Op,
  handle: (call: Call<Op>) => Answer<Op>,
  unread?: (error: ApiError, req: Request) => Promise<never>,
): void {
  const read = paramsReader(op)
  register(app, op, async (req, reply) => {
    const params = await read(req, reply, false).catch((error) => {
      if (unread && error instanceof ApiError) return unread(error, req)
      throw error
    })
    return handle({ params, req, reply })
  })
}

/** Serves an operation for persons with a valid token, which is checked before anything else is looked at. */
export function route<Op extends AnyOperation>(
  app: App,
  ctx: Ctx,
  op: Op,
  handle: (call: AuthenticatedCall<Op>) => Answer<Op>,
): void {
  accountRoute(app, ctx, op, async ({ who, again, ...call }) =>
    handle({ who: personOf(who), again: async () => personOf(await again()), ...call }),
  )
}

/** As `route`, for guests too. */
export function accountRoute<Op extends AnyOperation>(
  app: App,
  ctx: Ctx,
  op: Op,
  handle: (call: AuthenticatedCall<Op, AccountPrincipal>) => Answer<Op>,
): void {
  const read = paramsReader(op)
  register(app, op, async (req, reply) => {
    const who = await admitAccount(ctx, req, op.name)
    const again = () => admitAgain(ctx, req, op.name)
    const params = await read(req, reply, true)
    const waits = isWaiting(op, params)
    const isAgent = who.kind === 'person' && who.agent
    if (waits) unpaced()
    if (waits || isAgent) ctx.makeWay.canWait(req)
    if (isAgent && !waits) limitAgent(ctx, who, reply)
    return handle({ who, again, params, req, reply })
  })
}

/** Those that wait for something to happen cost nothing meanwhile. */
const isWaiting = (op: AnyOperation, params: { wait?: number }): boolean =>
  op.resultType === 'text/event-stream' || (params.wait ?? 0) > 0

/** A device has so many requests under way; the rate that an organization is limited to is for others. */
function limitAgent(ctx: Ctx, { machineId }: PersonPrincipal, reply: Reply): void {
  // Who has left meanwhile closes no second time: its place would be taken for ever.
  if (reply.raw.closed) return
  const place = ctx.atOnce.agentRequests.take(`machine ${machineId}`)
  reply.raw.once('close', () => place[Symbol.dispose]())
}

/** As `accountRoute`, also for those who come without an account (`admitVisitor`). */
export function visitorRoute<Op extends AnyOperation>(
  app: App,
  ctx: Ctx,
  op: Op,
  handle: (call: Call<Op> & { who: AccountPrincipal | undefined }) => Answer<Op>,
): void {
  const read = paramsReader(op)
  register(app, op, async (req, reply) => {
    const who = await admitVisitor(ctx, req, op.name)
    return handle({ who, params: await read(req, reply, who !== undefined), req, reply })
  })
}

function register(
  app: App,
  op: AnyOperation,
  handler: (req: Request, reply: Reply) => Promise<unknown>,
): void {
  app.route({
    method: op.method,
    url: routePattern(op),
    config: { operation: op.name, movesFiles: hasFile(op.params) || !op.result },
    ...(op.result && { schema: { response: { 200: op.result } } }),
    handler,
  })
}

/** Ids match digits only, so that `/files/1/search` can never be taken for a file called search. */
export function routePattern(op: AnyOperation): string {
  return op.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    isInteger(op, name) ? `:${name}(^\\d+$)` : `:${name}`,
  )
}

const isInteger = ({ params }: AnyOperation, name: string): boolean =>
  (params.properties[name] as { type?: string } | undefined)?.type === 'integer'

const hasFile = (params: TObject): boolean =>
  Object.values(params.properties).some((property) => (property as { format?: string }).format === 'binary')

/** Query and body together; bodies on GET and DELETE are ignored; a file's request is read by its operation. */
function paramsReader<Op extends AnyOperation>(
  op: Op,
): (req: Request, reply: Reply, known: boolean) => Promise<ParamsOf<Op>> {
  const ids = pathParams(op).filter((name) => isInteger(op, name))
  const names = pathParams(op).filter((name) => !ids.includes(name))
  const decode = paramsDecoder(op.params, ids)
  const withBody = (op.method === 'POST' || op.method === 'PUT') && !hasFile(op.params)
  return async (req, reply, known) => {
    const url = req.raw.url ?? ''
    const query = url.indexOf('?')
    const raw: RawParams =
      query === -1 ? emptyParams() : parseForm(Buffer.from(url.slice(query + 1), 'latin1'))
    const maxBytes = known ? (op.maxBytes ?? MAX_PARAMETER_BYTES) : MAX_STRANGERS_BYTES
    if (withBody) merge(raw, await readParams({ req: req.raw, res: reply.raw }, maxBytes))
    // The path last: nothing that is sent beside it can say that another thing is meant.
    const path = req.params as Record<string, string>
    for (const name of names) raw[name] = path[name]
    const params = decode(raw)
    // Of any size: that nothing has such an id is for the operation to say, to those who may ask.
    for (const name of ids) params[name] = idIn(path[name] ?? '')
    return params as ParamsOf<Op>
  }
}

/** What both hold is taken from the body, unless that leaves it empty. */
function merge(query: RawParams, body: RawParams): void {
  for (const [name, value] of Object.entries(body)) if (value !== '' || !(name in query)) query[name] = value
}
