import { mayHaveThumbnail } from '@holdfast/api/files/file-kinds'
import type { ThumbnailSize } from '@holdfast/api/files/thumbnails'
import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { EntryAddress } from '../../access/read-entry.ts'
import { noSuch } from '../../errors.ts'
import { ContentPurgedError } from '../../platform/content/read-content.ts'
import type { Ctx } from '../../platform/context.ts'
import { callerKey, type Principal } from '../../platform/principal.ts'
import { type OpenEntry, openFile, openRevision } from './open-file.ts'

/** From this size on a thumbnail tells as much as the picture: it counts as a look at that. */
const LOOK: ThumbnailSize = 1024

/** A small picture of a file, which may have to be made. */
export interface OpenThumbnail {
  /** Changes exactly when it may look different. */
  id: string
  /** `not_found` where none can be made. Who is gone does not wait for it any more. */
  read(gone: AbortSignal): Promise<Buffer>
}

/** A file to be shown small: anyone who may look at it may see that. */
export const openPicture = (
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  revisionId: RevisionId | undefined,
): Promise<OpenEntry> =>
  revisionId === undefined
    ? openFile(ctx, who, { rootId: path.rootId, fileId: path.entryId }, 'view')
    : openRevision(ctx, who, path, revisionId, 'view')

export function openThumbnail(
  ctx: Ctx,
  who: Principal,
  { rootId, fileId, size: edge }: { rootId: RootId; fileId: EntryId; size: ThumbnailSize },
  picture: OpenEntry,
): OpenThumbnail {
  const { revisionId, contentId, size } = picture
  const none = (): never => noSuch(`thumbnail of file ${fileId}`)
  if (!mayHaveThumbnail(picture)) none()
  return {
    id: `${contentId}-${edge}`,
    async read(gone) {
      const bytes = { size, read: () => picture.read(0, size) }
      const asker = { name: callerKey(who), gone }
      const of = { rootId, revisionId, contentId, edge }
      const made = (await ctx.thumbnails.get(of, bytes, asker).catch(unlessPurged)) ?? none()
      if (edge >= LOOK) await picture.begun({ start: 0, ranged: false })
      return made
    },
  }
}

/** What was purged while its picture was to be made has none. */
const unlessPurged = (error: unknown): undefined => {
  if (!(error instanceof ContentPurgedError)) throw error
}
