import { type OpenFile, openFile } from '../../../files/reading/open-file.ts'
import { openDraft } from '../../../files/webdav/drafts/open-draft.ts'
import { sendFile } from '../../exchange/download.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions } from '../conditions/check-conditions.ts'
import { typeOf } from '../properties/live.ts'
import type { DavCall } from '../request/call.ts'
import { DavError } from '../request/dav-error.ts'
import { ALLOWED_ON_FOLDERS } from './options.ts'

/** GET and HEAD: the bytes of a file. */
export async function get(call: DavCall): Promise<Reply> {
  const { ctx, who, req, reply } = call
  const place = await call.place
  if (place.at === 'free' || place.at === 'nowhere')
    throw new DavError(404, 'There is nothing at this address.')
  if (place.at === 'draft') return sendFile(req, reply, asTagged(openDraft(ctx, place)), 'attachment')
  if (place.at !== 'item' || place.entry?.kind !== 'file')
    throw new DavError(405, 'This is a folder. A WebDAV program can list it.', '', {
      allow: ALLOWED_ON_FOLDERS,
    })
  await checkConditions(call)
  const file = await openFile(
    ctx,
    who,
    { rootId: place.location.root.id, fileId: place.entry.id },
    'download',
  )
  // A proxy that changes the bytes would change what the tag says.
  reply.header('cache-control', 'private, no-transform')
  return sendFile(req, reply, asTagged(file), 'attachment', { type: typeOf(file.name) })
}

const asTagged = (file: OpenFile): OpenFile => ({ ...file, contentId: file.contentId.slice(0, 32) })
