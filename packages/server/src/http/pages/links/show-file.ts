import type { EntryId } from '@holdfast/api/ids'
import { allows } from '../../../access/permissions.ts'
import { showsPreviews } from '../../../access/previews.ts'
import { getFile } from '../../../files/reading/get-file.ts'
import { type OpenFile, openFile } from '../../../files/reading/open-file.ts'
import type { Ctx } from '../../../platform/context.ts'
import { checkFreeLooks, countsLooks } from '../../../sharing/shared-content/used-up.ts'
import type { Page } from '../frame/page-frame.ts'
import type { Arrival } from './arrive.ts'
import { filePage } from './file-page.ts'
import type { Listing } from './folder-page.ts'
import { galleryOf } from './gallery.ts'
import { previewOf } from './icons.ts'
import { readText } from './text-preview.ts'

export const fileOf = (ctx: Ctx, { visit: { who } }: Arrival, fileId: EntryId) =>
  getFile(
    ctx,
    who,
    { rootId: who.rootId, fileId },
    { include_ancestors: true, include_permissions: false, include_lock_info: false },
  )

/** The page of a shared file, or of one in a shared folder. */
export async function showFile(ctx: Ctx, arrival: Arrival, fileId: EntryId, listing: Listing): Promise<Page> {
  const { visit, shown } = arrival
  const { who, access } = visit
  const file = await fileOf(ctx, arrival, fileId)
  const mayLook = allows(access.permissions, 'FILE_PREVIEW')
  const shows = await showsPreviews(ctx.db.read, access.shared.root)
  const limited = countsLooks(access)
  const preview = limited ? 'limited' : !shows ? 'off' : mayLook ? previewOf(file.name) : 'none'
  // As part of the page, so that it shows without scripts and frames.
  const read = async () => {
    const opened = await openFile(ctx, who, { rootId: who.rootId, fileId }, 'view')
    await opened.begun({ start: 0, ranged: false })
    return readText(opened)
  }
  const text = preview === 'text' ? await read() : undefined
  const seesFolder = allows(access.permissions, 'FOLDER_VIEW')
  const gallery = preview === 'image' && seesFolder ? await galleryOf(ctx, arrival, file, listing) : undefined
  return filePage(shown, {
    file,
    preview,
    text,
    gallery,
    mayDownload: allows(access.permissions, 'FILE_READ'),
    mayDelete: allows(access.permissions, 'FILE_DELETE') && fileId !== shown.sharedId,
  })
}

/** The bytes that a page shows of a file. The page was counted; what it loads is part of it. */
export async function openPreview(ctx: Ctx, { visit }: Arrival, fileId: EntryId): Promise<OpenFile> {
  const { who, access } = visit
  checkFreeLooks(access)
  return openFile(ctx, who, { rootId: who.rootId, fileId }, 'view')
}
