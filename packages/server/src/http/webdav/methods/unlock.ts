import { changeDraft } from '../../../files/webdav/drafts/change-draft.ts'
import { endLock } from '../../../files/webdav/locks/end-lock.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions } from '../conditions/check-conditions.ts'
import { type DavCall, existing } from '../request/call.ts'
import { DavError, refuseDav } from '../request/dav-error.ts'

export async function unlock(call: DavCall): Promise<Reply> {
  const there = await call.place
  if (there.at === 'draft') {
    await changeDraft(call.ctx, there, { token: null })
    return call.reply.code(204).send()
  }
  const place = await existing(call)
  // Windows sends its token bare.
  const token = call.header('lock-token')?.trim().replace(/^<|>$/g, '')
  if (!token) return refuseDav(400, 'The Lock-Token header is missing.')
  await checkConditions(call)
  if (!(await endLock(call.ctx, call.who, place, token)))
    throw new DavError(409, 'There is no lock with this token here.', '<d:lock-token-matches-request-uri/>')
  return call.reply.code(204).send()
}
