import { Readable } from 'node:stream'
import type { OrganizationId } from '@holdfast/api/ids'
import type { AnyOperation, ParamsOf } from '@holdfast/api/operation'
import type { TObject } from 'typebox'
import { refuse } from '../../errors.ts'
import type { Cell } from '../../platform/basics/csv.ts'
import { logFailure } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import { acceptedLanguage, DEFAULT_LANGUAGE, wordsIn } from '../../platform/messages/catalogue.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { csvOf, readTable, type Table, type TableParams } from '../../platform/table/read-table.ts'
import { languageOf, organizationLanguage } from '../../records/languages.ts'
import { dispositionOf } from './download.ts'
import { parseForm } from './form.ts'
import { type Answer, type AuthenticatedCall, route } from './route.ts'
import type { App, Request } from './server.ts'

type Row = Record<string, unknown>

/** Serves a list of administrators by pages, or all of it as CSV. */
export function tableRoute<Op extends AnyOperation>(
  app: App,
  ctx: Ctx,
  op: Op,
  open: (who: PersonPrincipal, params: ParamsOf<Op>) => Promise<Table<object>>,
): void {
  route(app, ctx, op, async (call) => {
    refuseUnknown(op, call.req)
    const table = await open(call.who, call.params)
    const params = call.params as unknown as TableParams
    const answer = params.format === 'csv' ? sendCsv(ctx, op, call, table) : readTable(ctx, table, params)
    return answer as Answer<Op>
  })
}

/** A filter that does not exist must not look as if it let everything through. */
export function refuseUnknown({ params }: AnyOperation, { raw }: Request): void {
  const [, query = ''] = /\?(.*)$/s.exec(raw.url ?? '') ?? []
  for (const name of Object.keys(parseForm(Buffer.from(query, 'latin1'))))
    if (!Object.hasOwn(params.properties, name)) refuse(name, 'unknown parameter')
}

async function sendCsv<Op extends AnyOperation>(
  ctx: Ctx,
  op: Op,
  { who, again, params, req, reply }: AuthenticatedCall<Op>,
  table: Table<object>,
) {
  const { organization_id, columns } = params as unknown as TableParams
  const names = columnsOf(op, columns)
  const list = op.path.split('/').at(-1)
  const words: Record<string, string> = await headsFor(ctx, who, req, organization_id)
  const lines = csvOf(ctx, table, {
    heads: names.map((name) => words[`${list}_${name}`] ?? words[name] ?? name),
    cellsOf: (row) => names.map((name) => cellOf((row as Row)[name])),
    goOn: again,
  })
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': dispositionOf('attachment', `${list}-${organization_id}.csv`),
    'cache-control': 'private, no-cache',
  })
  const stream = Readable.from(lines)
  // Too late for an error answer: the connection is broken off, and only the log knows why.
  stream.once('error', (err) => logFailure(req.log, err, 'a list as CSV broke off', { reqId: req.id }))
  return reply.send(stream)
}

/** Those asked for, or all, and in any case ids at the end. */
function columnsOf({ result }: AnyOperation, asked: readonly string[] | undefined): string[] {
  const row = (result as unknown as TObject).properties.results as unknown as { items: TObject }
  const known = Object.keys(row.items.properties).filter((name) => name !== 'id' && name !== 'may')
  const unknown = asked?.find((name) => !known.includes(name) && name !== 'id')
  if (unknown !== undefined) refuse('columns', `expected some of: ${known.join(', ')}`)
  return [...(asked ?? known).filter((name) => name !== 'id'), 'id']
}

/** The names of columns in the language of who asks. */
export async function headsFor(
  ctx: Ctx,
  who: PersonPrincipal,
  { headers }: Request,
  id: OrganizationId,
): Promise<Record<string, string>> {
  const db = ctx.db.read
  const chosen = (await languageOf(db, who.personId)) ?? (await organizationLanguage(db, id))
  return wordsIn(chosen ?? acceptedLanguage(headers['accept-language']) ?? DEFAULT_LANGUAGE).columns
}

/** Of what has a name, that; of several things or figures, all that the row shows. */
function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.map(cellOf).join(', ')
  if (typeof value === 'object' && value !== null)
    return cellOf('name' in value ? value.name : Object.values(value))
  return (value ?? null) as Cell
}
