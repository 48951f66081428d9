import type { EntryId } from '@holdfast/api/ids'
import { ApiError, fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import type { RawParams } from '../../../platform/parameters.ts'
import { openSharedFile, openSharedZip } from '../../../sharing/shared-content/open-shared.ts'
import type { VisitOptions } from '../../../sharing/shared-content/visit.ts'
import { findAccount } from '../../../sign-in/oauth/authenticate.ts'
import { readParams } from '../../exchange/body.ts'
import { isForeign } from '../../exchange/caller.ts'
import { clearCookie, readCookie, SESSION_COOKIE, setCookie } from '../../exchange/cookies.ts'
import { noteDenial, rememberCaller, rememberLink } from '../../exchange/denials.ts'
import { sendFile, sendZip } from '../../exchange/download.ts'
import { dropContentHeaders, type PageRoute } from '../../exchange/error-handler.ts'
import { eachIncomingFile } from '../../exchange/incoming-files.ts'
import { linkCallerOf, senderCookie, ticketCookie } from '../../exchange/link-caller.ts'
import type { App, Reply, Request } from '../../exchange/server.ts'
import { textOf } from '../frame/form-text.ts'
import { sendAnswer } from '../frame/page-answer.ts'
import type { PageAnswer } from '../frame/page-frame.ts'
import { accountSpeech, browserSpeech } from '../frame/page-language.ts'
import { type Arrival, arrive, type Browser, checkForm } from './arrive.ts'
import { asVisitor } from './as-visitor.ts'
import { ASSETS_PATH, STYLE, uploadScript } from './assets.ts'
import { countOpening } from './count-opening.ts'
import { asksForPassword, meetingOf } from './meetings.ts'
import { passwordPage, problemPage } from './problem-pages.ts'
import { openPreview, showFile } from './show-file.ts'
import { listingOf, newsOf, showFolder } from './show-folder.ts'
import { namelessToken, showReceipt, takeSender, writeReceipt } from './show-request.ts'
import { askToDelete, TakenFiles, takeDeletion, takeNewFolder, takePassword } from './take-forms.ts'

/** The pages of a link, and the kind of address and of item that each is about. */
const PLACES = [
  { path: '/shares/file/:hash', link: 'file', item: 'file' },
  { path: '/shares/folder/:hash', link: 'folder', item: 'folder' },
  { path: '/shares/folder/:hash/:id(^\\d{1,15}$)', link: 'folder', item: 'folder' },
  { path: '/shares/folder/:hash/file/:id(^\\d{1,15}$)', link: 'folder', item: 'file' },
] as const
type Place = (typeof PLACES)[number]

const patternOf = (path: string): string => path.replace(':id(^\\d{1,15}$)', '\\d+').replace(':hash', '[^/]+')
export const LINK_PAGES: readonly PageRoute[] = PLACES.flatMap(({ path, item }) => {
  const page = patternOf(path)
  return [
    { method: 'GET', path: page },
    { method: 'POST', path: page },
    { method: 'GET', path: `${page}/${item === 'file' ? '(download|preview(/[^/]+)?)' : 'download'}` },
    { method: 'GET', path: `${page}/delete` },
    { method: 'POST', path: `${page}/delete` },
  ] satisfies PageRoute[]
}).concat(
  { method: 'GET', path: `${ASSETS_PATH}/[^/]+` },
  { method: 'GET', path: '/shares/folder/[^/]+/receipt(\\.txt)?' },
)

/** As long as the ticket itself. */
const TICKET_SECONDS = 12 * 60 * 60
/** So long a browser that sent files is known again. */
const SENDER_SECONDS = 180 * 24 * 60 * 60

interface Call {
  browser: Browser
  req: Request
  reply: Reply
  /** Once the link has let someone in. */
  arrival?: Arrival
}
interface Arrived extends Call {
  arrival: Arrival
  /** What the address names, or what the link shares. */
  id: EntryId
}
type Handle<C> = (call: C) => Promise<PageAnswer | Reply>

/** What people see who open a link in a browser. Works without scripts. */
export function linkPageRoutes(app: App, ctx: Ctx): void {
  for (const asset of [STYLE, uploadScript()])
    app.get(asset.path, (_req, reply) =>
      reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable').send(asset.body),
    )

  for (const place of PLACES) {
    const { path, item } = place
    app.get(path, arrived(place, item === 'file' ? file : folder))
    app.post(path, form(place))
    app.get(
      `${path}/download`,
      arrived(place, item === 'file' ? download : zip, { resuming: item === 'file' }),
    )
    if (item === 'file')
      for (const rest of ['', '/:name']) app.get(`${path}/preview${rest}`, arrived(place, preview))
    app.get(
      `${path}/delete`,
      arrived(place, ({ arrival, id }) => askToDelete(ctx, arrival, item, id)),
    )
    app.post(`${path}/delete`, deletion(place))
  }
  const [, top] = PLACES
  app.get(
    `${top.path}/receipt`,
    arrived(top, ({ arrival }) => showReceipt(ctx, arrival)),
  )
  app.get(`${top.path}/receipt.txt`, arrived(top, receiptFile))

  async function file({ arrival, id, browser }: Arrived): Promise<PageAnswer> {
    const seen = await asVisitor(ctx, arrival, browser)
    const page = await showFile(ctx, seen, id, listingOf(browser.query))
    await countOpening(ctx, arrival, browser)
    return page
  }

  async function folder({ arrival, id, browser, reply }: Arrived): Promise<PageAnswer> {
    const { query } = browser
    const token = await namelessToken(ctx, arrival)
    if (token !== undefined) keepSender(reply, arrival, token)
    const seen = await asVisitor(ctx, arrival, browser)
    const page = await showFolder(ctx, seen, id, listingOf(query), newsOf(arrival.shown.look, query))
    await countOpening(ctx, arrival, browser)
    return page
  }

  const keepSender = (reply: Reply, { visit }: Arrival, token: string) =>
    setCookie(reply, senderCookie(visit.access.link.id), token, token === '' ? 0 : SENDER_SECONDS)

  async function receiptFile({ arrival, reply }: Arrived): Promise<Reply | PageAnswer> {
    const receipt = await writeReceipt(ctx, arrival)
    if (!receipt) return showReceipt(ctx, arrival)
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${receipt.name}"`)
      .header('cache-control', 'private, no-store')
      .send(receipt.text)
  }

  /** Who sends to a file request, or that it is someone else. */
  async function sender({ reply }: Call, arrival: Arrival, fields: RawParams): Promise<PageAnswer> {
    if (fields.step === 'forget') {
      keepSender(reply, arrival, '')
      return { location: arrival.shown.addresses.topAgain }
    }
    const typed = { name: textOf(fields.name), email: textOf(fields.email) }
    const taken = await takeSender(ctx, arrival, typed)
    if ('page' in taken) return taken.page
    keepSender(reply, arrival, taken.token)
    return { location: taken.location }
  }

  async function download({ arrival, id, req, reply }: Arrived): Promise<Reply> {
    const ranged = req.headers.range !== undefined
    const opened = await openSharedFile(ctx, arrival.visit, id, 'download', ranged)
    return sendFile(req, reply, opened, 'attachment')
  }

  async function preview({ arrival, id, req, reply }: Arrived): Promise<Reply> {
    return sendFile(req, reply, await openPreview(ctx, arrival, id), 'inline')
  }

  async function zip({ arrival, id, req, reply }: Arrived): Promise<Reply> {
    return sendZip(req, reply, await openSharedZip(ctx, arrival.visit, id, {}))
  }

  /** The password of the link, files for a folder, or a new folder. */
  function form(place: Place) {
    return answering(place, async (call) => {
      const { browser, req, reply } = call
      checkOwn(req)
      const exchange = { req: req.raw, res: reply.raw }
      if (/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? '')) {
        const { arrival, id } = await arriveAt(call)
        if (place.item !== 'folder') return fail('not_found')
        const taken = new TakenFiles(ctx, arrival, id)
        await eachIncomingFile(exchange, (incoming, fields) => {
          checkForm(browser, fields.csrf)
          return taken.take(incoming.filename, incoming)
        })
        return taken.answer()
      }
      const fields = await readParams(exchange)
      if (fields.step === 'password') return password(call, textOf(fields.password))
      const { arrival, id } = await arriveAt(call)
      checkForm(browser, fields.csrf)
      if (fields.step === 'sender' || fields.step === 'forget') return sender(call, arrival, fields)
      if (place.item !== 'folder' || fields.step !== 'create_folder')
        return fail('invalid_request', 'This form cannot be submitted here.')
      return takeNewFolder(ctx, arrival, id, textOf(fields.name))
    })
  }

  async function password({ browser, reply }: Call, given: string): Promise<PageAnswer> {
    const answer = await takePassword(ctx, browser, given)
    if ('ticket' in answer && answer.ticket)
      setCookie(reply, ticketCookie(answer.ticket.linkId), answer.ticket.value, TICKET_SECONDS)
    return 'html' in answer ? answer : { location: answer.location }
  }

  function deletion(place: Place) {
    return answering(place, async (call) => {
      checkOwn(call.req)
      const { csrf } = await readParams({ req: call.req.raw, res: call.reply.raw })
      const { arrival, id } = await arriveAt(call)
      checkForm(call.browser, csrf)
      return takeDeletion(ctx, arrival, place.item, id)
    })
  }

  /** No other site can make a browser send a form in the name of its user. */
  function checkOwn(req: Request): void {
    if (isForeign(req, ctx.config.baseUrl)) fail('forbidden', 'This form was sent by another site.')
  }

  async function arriveAt(call: Call, options?: VisitOptions): Promise<Pick<Arrived, 'arrival' | 'id'>> {
    const arrival = await arrive(ctx, call.browser, options)
    call.arrival = arrival
    rememberLink(call.req, arrival.visit)
    const { id } = call.req.params as { id?: string }
    return { arrival, id: id === undefined ? arrival.shown.sharedId : (Number(id) as EntryId) }
  }

  function arrived(place: Place, handle: Handle<Arrived>, options?: VisitOptions) {
    return answering(place, async (call) => handle({ ...call, ...(await arriveAt(call, options)) }))
  }

  /** Answers with a page, also where something is in the way. */
  function answering(place: Place, handle: Handle<Call>) {
    return async (req: Request, reply: Reply): Promise<Reply> => {
      const call: Call = { browser: browserAt(place, req), req, reply }
      try {
        const { session } = call.browser
        const account = await findAccount(ctx, session)
        if (account) rememberCaller(req, account)
        // A session that is over would be refused by what the page goes on to load.
        if (!account && session !== undefined) clearCookie(reply, SESSION_COOKIE)
        call.browser = {
          ...call.browser,
          caller: linkCallerOf(req, account),
          speech: await accountSpeech(ctx, req, account),
          session: account ? session : undefined,
        }
        const answer = await handle(call)
        return 'html' in answer || 'location' in answer ? sendAnswer(reply, answer) : answer
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 416) throw error
        noteDenial(ctx, req, error)
        return sendProblem(call, error)
      }
    }
  }

  async function sendProblem({ browser, reply, arrival }: Call, error: ApiError): Promise<Reply> {
    dropContentHeaders(reply, error)
    if (error.status === 401) reply.header('www-authenticate', 'Bearer')
    if (error.status === 503) reply.header('retry-after', String(error.retryAfter ?? 60))
    const meeting = await meetingOf(ctx, browser, error, arrival)
    return sendAnswer(
      reply,
      asksForPassword(error) ? passwordPage(meeting, error) : problemPage(meeting, error),
    )
  }

  function browserAt({ link, item }: Place, req: Request): Browser {
    const { hash = '', id } = req.params as { hash?: string; id?: string }
    // What cannot be a hash is one that nobody has; and none that a page could lead astray with.
    const plain = /^[A-Za-z0-9]{1,64}$/.test(hash) ? hash : 'x'
    const top = `/shares/${link}/${plain}/`
    return {
      kind: link as EntryKind,
      hash: plain,
      method: req.method,
      query: queryOf(req),
      page: id === undefined ? top : item === 'file' ? `${top}file/${id}/` : `${top}${id}/`,
      caller: linkCallerOf(req, undefined),
      speech: browserSpeech(req),
      session: readCookie(req, SESSION_COOKIE),
    }
  }
}

function queryOf(req: Request): URLSearchParams {
  const url = req.raw.url ?? ''
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
}
