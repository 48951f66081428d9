import { endDraft } from '../../../files/webdav/drafts/change-draft.ts'
import { endLocksOn } from '../../../files/webdav/locks/end-lock.ts'
import { addressOf, itemAt } from '../../../files/webdav/saving/move-item.ts'
import { deleteEntry } from '../../../files/writing/delete-entry.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions, checkLocks, folderOf } from '../conditions/check-conditions.ts'
import { changeable, type DavCall, existing } from '../request/call.ts'

/** Into the deleted files, with all that is below. */
export async function remove(call: DavCall): Promise<Reply> {
  const place = await call.place
  if (place.at === 'draft') {
    await checkConditions(call)
    await endDraft(call.ctx, place)
    return call.reply.code(204).send()
  }
  const item = itemAt(changeable(await existing(call)))
  const shown = await checkConditions(call)
  await checkLocks(call, shown, item, { below: true })
  await checkLocks(call, shown, folderOf(item))
  await deleteEntry(call.ctx, call.who, addressOf(item.location.root, item.entry))
  await endLocksOn(call.ctx, call.who, item)
  return call.reply.code(204).send()
}
