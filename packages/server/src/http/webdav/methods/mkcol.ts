import { parentOf } from '../../../files/webdav/places/find-place.ts'
import { createFolder } from '../../../files/writing/create-folder.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions, checkLocks, folderOf } from '../conditions/check-conditions.ts'
import { changeable, type DavCall } from '../request/call.ts'
import { DavError, refuseDav } from '../request/dav-error.ts'

export async function mkcol(call: DavCall): Promise<Reply> {
  if ((await call.text()) !== '') refuseDav(415, 'A folder is made without a body.')
  const place = await call.place
  if (place.at === 'nowhere') {
    if (place.isShelf) throw new DavError(403, 'No folder can be made here. Make it in one of the locations.')
    throw new DavError(409, 'The folder around this one is missing.')
  }
  if (place.at !== 'free') throw new DavError(405, 'There is something of this name already.')
  changeable(place)
  const shown = await checkConditions(call)
  await checkLocks(call, shown, folderOf(place))
  const { id: rootId } = place.location.root
  await createFolder(call.ctx, call.who, { rootId, folderId: parentOf(place) }, place.name)
  return call.reply.code(201).send()
}
