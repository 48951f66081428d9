import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { noSuch } from '../../errors.ts'
import { type OpenEntry, openFile, type ReadingPurpose } from '../../files/reading/open-file.ts'
import { type OpenZip, openZip, type ZipChoice } from '../../files/reading/zip/open-zip.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import { checkDownloadLeft, countDownload, countLook } from './count-use.ts'
import { checkFreeLooks, checkLeft } from './used-up.ts'
import type { Visit } from './visit.ts'

/** A shared file: the one that the link is about, or one in the folder that it is about. `ranged`: a part is asked for. */
export async function openSharedFile(
  ctx: Ctx,
  visit: Visit,
  fileId: EntryId,
  purpose: ReadingPurpose,
  ranged: boolean,
): Promise<OpenEntry> {
  const { who } = visit
  const file = await openFile(ctx, who, { rootId: who.rootId, fileId }, purpose)
  const content = `${fileId} ${file.contentId}`
  await checkDownloadLeft(ctx, visit, { content, ranged })
  return {
    ...file,
    async begun(part) {
      if (purpose === 'view') await countLook(ctx, visit, { content, ...part })
      else await countDownload(ctx, visit, { content, ranged: part.ranged, path: file.path })
      await file.begun(part)
    },
  }
}

/** As `openSharedFile`, of the content that is current, to be shown small: that uses nothing up, so it must not be a look. */
export async function openSharedPicture(
  ctx: Ctx,
  visit: Visit,
  fileId: EntryId,
  revisionId: RevisionId | undefined,
): Promise<OpenEntry> {
  const file = await openSharedFile(ctx, visit, fileId, 'view', false)
  checkFreeLooks(visit.access)
  if ((revisionId ?? file.revisionId) !== file.revisionId) noSuch(`revision ${revisionId} of file ${fileId}`)
  return file
}

export async function openSharedZip(
  ctx: Ctx,
  visit: Visit,
  folderId: ParentId,
  choice: ZipChoice,
): Promise<OpenZip> {
  const { who } = visit
  if (who.entryKind !== 'folder') return noSuch('folder in this share link')
  checkLeft(visit.access)
  const zip = await openZip(ctx, who, { rootId: who.rootId, folderId }, choice)
  return {
    ...zip,
    async begun() {
      await countDownload(ctx, visit, { content: `zip ${folderId}`, ranged: false, path: zip.path })
      await zip.begun()
    },
  }
}
