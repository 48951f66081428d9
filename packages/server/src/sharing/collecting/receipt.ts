import type { SharelinkId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import {
  findRequest,
  findSenderByKey,
  listSentFiles,
  type RequestRow,
  type SenderRow,
  type SentFileRow,
} from '../../records/file-requests.ts'
import { type KnownSender, readSenderToken } from './sender-token.ts'

/** Files are read in so many steps. */
const AT_ONCE = 500

/** A browser at a file request: who it said it is, and what it has sent. */
export interface AtRequest {
  request: RequestRow
  sender: KnownSender | undefined
  /** Once it has sent something. */
  sent: SenderRow | undefined
}

/** Undefined at a link that is no file request. Whoever has no token of its own learns of nothing that was sent. */
export async function findAtRequest(
  ctx: Ctx,
  linkId: SharelinkId,
  token: string | undefined,
): Promise<AtRequest | undefined> {
  const db = ctx.db.read
  const request = await findRequest(db, linkId)
  if (!request) return undefined
  const sender = readSenderToken(ctx, linkId, token)
  const sent = sender && (await findSenderByKey(db, linkId, sender.keyDigest))
  return { request, sender, sent }
}

/** What someone has sent, oldest first. */
export async function readReceipt(ctx: Ctx, sender: SenderRow, most: number): Promise<SentFileRow[]> {
  const files: SentFileRow[] = []
  while (files.length < most) {
    const limit = Math.min(AT_ONCE, most - files.length)
    const some = await listSentFiles(ctx.db.read, sender.id, { order: 'asc', skip: files.length, limit })
    files.push(...some)
    if (some.length < limit) break
  }
  return files
}
