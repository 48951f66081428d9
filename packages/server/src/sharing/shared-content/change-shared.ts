import type { File, Folder } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { allows } from '../../access/permissions.ts'
import { fail } from '../../errors.ts'
import { createFolder } from '../../files/writing/create-folder.ts'
import { deleteEntry } from '../../files/writing/delete-entry.ts'
import { type IncomingFile, uploadFile } from '../../files/writing/upload-file.ts'
import type { Ctx } from '../../platform/context.ts'
import type { EntryKind, ParentId } from '../../platform/db/tables/files.ts'
import { collecting } from '../collecting/note-sent.ts'
import { noteChange, notingUpload } from './count-use.ts'
import type { Visit } from './visit.ts'

export async function createSharedFolder(
  ctx: Ctx,
  visit: Visit,
  folderId: ParentId,
  name: string,
): Promise<Folder> {
  // It could never be added to.
  if (!allows(visit.access.permissions, 'FOLDER_VIEW'))
    fail('forbidden', 'You can add files through this link, but not folders.')
  const folder = await createFolder(ctx, visit.who, { rootId: visit.who.rootId, folderId }, name)
  await noteChange(ctx, visit)
  return folder
}

/** Into a folder, or as a new revision of a file. */
export async function uploadShared(
  ctx: Ctx,
  visit: Visit,
  to: { folderId: ParentId } | { fileId: EntryId },
  incoming: IncomingFile,
): Promise<File> {
  const { who, access, caller } = visit
  const target = { rootId: who.rootId, ...to }
  const { link, subscriber, exempt } = access
  const sending = { who, link, subscriber, exempt, token: caller.sender(link.id) }
  // Files that a request collects are noted with whom they are from (ADR 0077).
  const asked = 'fileId' in to ? undefined : await collecting(ctx, sending, incoming)
  if (!asked) return uploadFile(ctx, who, target, incoming, notingUpload(ctx, visit))
  const within = asked.within(notingUpload(ctx, visit, asked.sender.name))
  return asShared(await uploadFile(ctx, who, target, asked.incoming, within), access.shared.entry.name)
}

/** As if it were in the shared folder itself: the number of a sender's folder would tell of others of that name. */
const asShared = (file: File, folder: string): File => ({ ...file, path: `/${folder}/${file.name}` })

export async function deleteShared(ctx: Ctx, visit: Visit, entryId: EntryId, kind: EntryKind): Promise<void> {
  const { who } = visit
  const shared = entryId === who.entryId || (kind === 'folder' && Number(entryId) === 0)
  if (shared) fail('forbidden', 'The shared item itself cannot be deleted through its link.')
  await deleteEntry(ctx, who, { rootId: who.rootId, entryId, kind })
  await noteChange(ctx, visit)
}
