import { ApiError, fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { enter } from '../../../sharing/collecting/enter.ts'
import { type AtRequest, findAtRequest, readReceipt } from '../../../sharing/collecting/receipt.ts'
import { stateOf } from '../../../sharing/collecting/request-state.ts'
import { newSenderToken } from '../../../sharing/collecting/sender-token.ts'
import { type Page, type PageAnswer, wordsOf } from '../frame/page-frame.ts'
import type { Arrival } from './arrive.ts'
import { dropPage } from './drop-page.ts'
import { reasonFor } from './reason-for.ts'
import { type Receipt, receiptPage, receiptText } from './receipt-page.ts'
import { type RequestNews, requestPage, type Typed } from './request-page.ts'

/** So many on the page; the text has all of them, up to what one answer holds. */
const MOST_SHOWN = 200
const MOST_WRITTEN = 10_000

const atRequest = (ctx: Ctx, { visit: { access, caller } }: Arrival): Promise<AtRequest | undefined> =>
  findAtRequest(ctx, access.link.id, caller.sender(access.link.id))

/** What those see who only add to a folder: a file request, or what tells nothing but whose it is. */
export async function showRequest(ctx: Ctx, arrival: Arrival, news: RequestNews): Promise<Page> {
  const { shown, visit } = arrival
  const at = await atRequest(ctx, arrival)
  if (!at) return dropPage(shown, { name: visit.access.shared.entry.name, ...news })
  return requestPage(shown, { at, state: stateOf(at.request, ctx.now()), ...news })
}

/** A token for a browser that comes to a request which asks for no name: its files go together, and it has a receipt. */
export async function namelessToken(ctx: Ctx, arrival: Arrival): Promise<string | undefined> {
  const { link, exempt } = arrival.visit.access
  if (exempt || !link.upload_only) return undefined
  const at = await atRequest(ctx, arrival)
  if (!at || at.sender || at.request.ask_name) return undefined
  return newSenderToken(ctx, link.id, { name: '', email: null })
}

/** Who someone is. Right: where to go with the token. Wrong: the form again. */
export async function takeSender(
  ctx: Ctx,
  arrival: Arrival,
  typed: Typed,
): Promise<{ page: Page } | { location: string; token: string }> {
  const { shown, visit } = arrival
  try {
    return { token: await enter(ctx, visit.who, typed), location: shown.addresses.topAgain }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status } = error
    return {
      page: await showRequest(ctx, arrival, { status, typed, problem: whyNot(arrival, typed, error) }),
    }
  }
}

function whyNot({ shown }: Arrival, { name }: Typed, error: ApiError): string {
  const { fileRequest: t } = wordsOf(shown.look)
  if (error.code !== 'invalid_request') return reasonFor(shown.look, error)
  if (name.trim() === '') return t.nameMissing
  return error.description.endsWith(' email') ? t.emailWrong : t.nameWrong
}

async function receiptOf(ctx: Ctx, arrival: Arrival, most: number): Promise<Receipt | undefined> {
  const at = (await atRequest(ctx, arrival)) ?? fail('not_found')
  return at.sent && { request: at.request, sender: at.sent, files: await readReceipt(ctx, at.sent, most) }
}

export async function showReceipt(ctx: Ctx, arrival: Arrival): Promise<PageAnswer> {
  const { shown } = arrival
  const receipt = await receiptOf(ctx, arrival, MOST_SHOWN)
  if (receipt) return receiptPage(shown, receipt)
  return showRequest(ctx, arrival, { status: 404, problem: wordsOf(shown.look).fileRequest.none })
}

/** As a file to keep, and its name. */
export async function writeReceipt(
  ctx: Ctx,
  arrival: Arrival,
): Promise<{ name: string; text: string } | undefined> {
  const { shown } = arrival
  const receipt = await receiptOf(ctx, arrival, MOST_WRITTEN)
  if (!receipt) return undefined
  const name = wordsOf(shown.look).fileRequest.text.fileName
  return { name, text: receiptText(shown.look, shown.sharedBy, receipt) }
}
