import type { RequestSenderId, SharelinkId } from '@holdfast/api/ids'
import type { MissingSender, RequestFile, RequestSender } from '@holdfast/api/sharing/file-requests'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageHead, readPage } from '../../platform/db/page.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import {
  countInvited,
  findSender,
  listMissing,
  listSenders,
  listSentFiles,
} from '../../records/file-requests.ts'
import { authorizeRequest } from './get-request.ts'
import { missingView, senderView, sentFileView } from './view.ts'

/** Which part of a list is asked for. */
interface Asked {
  page: number
  page_size: number
}
export type Listed<Item> = ReturnType<typeof pageHead> & { results: Item[] }

const offsetOf = ({ page, page_size }: Asked): number => (page - 1) * page_size

export async function listRequestSenders(
  ctx: Ctx,
  who: PersonPrincipal,
  id: SharelinkId,
  asked: Asked,
): Promise<Listed<RequestSender>> {
  const db = ctx.db.read
  const { link, request } = await authorizeRequest(db, who, id)
  const head = pageHead(asked.page, asked.page_size, request.senders)
  const rows = await readPage(
    request.senders,
    offsetOf(asked),
    (window) => listSenders(db, id, window),
    asked.page_size,
  )
  return { ...head, results: await Promise.all(rows.map((row) => senderView(db, link, row))) }
}

export async function listRequestFiles(
  ctx: Ctx,
  who: PersonPrincipal,
  { id, senderId }: { id: SharelinkId; senderId: RequestSenderId },
  asked: Asked,
): Promise<Listed<RequestFile>> {
  const db = ctx.db.read
  const { link } = await authorizeRequest(db, who, id)
  const sender = (await findSender(db, id, senderId)) ?? noSuch(`sender ${senderId} of this file request`)
  const head = pageHead(asked.page, asked.page_size, sender.files)
  const read = (window: Parameters<typeof listSentFiles>[2]) => listSentFiles(db, sender.id, window)
  const rows = await readPage(sender.files, offsetOf(asked), read, asked.page_size)
  return { ...head, results: rows.map((row) => sentFileView(link, row)) }
}

export async function listRequestMissing(
  ctx: Ctx,
  who: PersonPrincipal,
  id: SharelinkId,
  asked: Asked,
): Promise<Listed<MissingSender>> {
  const db = ctx.db.read
  const { link } = await authorizeRequest(db, who, id)
  const { missing } = await countInvited(db, id)
  const head = pageHead(asked.page, asked.page_size, missing)
  const read = (window: Parameters<typeof listMissing>[2]) => listMissing(db, id, window)
  const rows = await readPage(missing, offsetOf(asked), read, asked.page_size)
  return { ...head, results: await Promise.all(rows.map((row) => missingView(db, link, row))) }
}
