import type { File, OnConflict } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeContainer, authorizeEntry } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import { Ingest } from '../content/ingest.ts'
import type { Ctx } from '../context.ts'
import type { ParentId } from '../db/schema.ts'
import { fail } from '../errors.ts'
import { checkUnlocked } from '../locks/held.ts'
import { getPolicy } from '../organizations/policy.ts'
import { checkRoom } from '../organizations/quota.ts'
import type { RootRow } from '../roots/queries.ts'
import { commitFile } from './commit-file.ts'
import { baseName, checkExtension, checkedName } from './names.ts'

const MIB = 1024 * 1024

/** Takes bytes; a promise asks the sender to pause until it resolves. */
export interface Sink {
  write(bytes: Buffer): Promise<void> | undefined
}

/** A file on its way in. */
export interface IncomingFile {
  /** Size of all that is being sent, where the sender says; never less than the file's. */
  announcedSize: number | undefined
  /** Asks `accept` as soon as the file's name is known, then streams to the sink that gives. */
  receive(accept: (filename: string) => Sink): Promise<UploadOptions>
}

/** Fields of the request that stand beside the file, known only when all of it was read. */
export interface UploadOptions {
  created?: Instant | undefined
  modified?: Instant | undefined
  onConflict?: OnConflict | undefined
  ifVer?: number | undefined
}

type Target = { rootId: RootId; folderId: ParentId } | { rootId: RootId; fileId: EntryId }

/** Adds a file to a folder, or a revision to a file. Bytes are stored first; only the transaction makes them a file. */
export async function uploadFile(
  ctx: Ctx,
  who: Principal,
  target: Target,
  incoming: IncomingFile,
): Promise<File> {
  const { root, name: known } = await authorizeTarget(ctx, who, target)
  const policy = await getPolicy(ctx.db.read, root.organization_id)
  const maxSize = policy.max_file_size * MIB
  // The announcement counts the wrapping too, so only what exceeds even that is refused unread.
  const least = (incoming.announcedSize ?? 0) - MIB
  if (least > maxSize)
    fail('policy_error', `Files can have at most ${policy.max_file_size} MB here (max_file_size).`)
  if (least > 0) await checkRoom(ctx.db.read, root, least)

  const ingest = new Ingest(ctx.content, target.rootId, maxSize)
  try {
    let name = known ?? ''
    const {
      onConflict = 'error',
      ifVer,
      ...times
    } = await incoming.receive((filename) => {
      name = known ?? checkedName(baseName(filename), 'file')
      checkExtension(name, policy.excluded_extensions)
      return ingest
    })
    const content = await ingest.finish()
    const to = 'fileId' in target ? { ...target, ifVer } : { ...target, onConflict }
    // Rights are looked at again there: they may have changed while the bytes arrived.
    return await ctx.db.write((tx) =>
      commitFile(ctx, tx, who, to, { name, content, at: ctx.now(), ...times }),
    )
  } catch (error) {
    await ingest.abandon()
    throw error
  }
}

/** Refuses what cannot succeed before its bytes are read. A file that is there keeps its name. */
async function authorizeTarget(
  ctx: Ctx,
  who: Principal,
  target: Target,
): Promise<{ root: RootRow; name: string | undefined }> {
  const db = ctx.db.read
  if (!('fileId' in target)) {
    const container = await authorizeContainer(db, who, target, 'FILE_WRITE')
    checkUnlocked(who, container.folder ?? container, ctx.now())
    return { root: container.root, name: undefined }
  }
  const path = { rootId: target.rootId, entryId: target.fileId, kind: 'file' as const }
  const access = await authorizeEntry(db, who, path, 'FILE_WRITE')
  if (access.deleted) fail('not_found', 'The file was deleted.')
  checkUnlocked(who, access, ctx.now())
  return { root: access.root, name: access.entry.name }
}
