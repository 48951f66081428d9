import type { File, OnConflict } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { Ingest } from '../../platform/content/ingest.ts'
import type { StagedContent } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { callerKey, type Principal } from '../../platform/principal.ts'
import { baseName, checkExtension, checkedItemName } from '../../records/names.ts'
import { commitFile, type Destination } from './commit-file.ts'
import { checkRoom, type RoomWatch, watchRoom } from './quota.ts'
import { authorizeTarget, failTooLarge, type Target, type TargetAccess } from './upload-target.ts'

const WRAPPING = 1024 * 1024

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

/**
 * What else belongs into the transaction that makes a file of the bytes. It may name another folder for it: the one that
 * a visitor who sees none has of its own.
 */
export type Within = (tx: Tx, commit: (into?: EntryId) => Promise<File>) => Promise<File>

/** Adds a file to a folder, or a revision to a file. Bytes are stored first; only the transaction makes them a file. */
export async function uploadFile(
  ctx: Ctx,
  who: Principal,
  target: Target,
  incoming: IncomingFile,
  within: Within = (_tx, commit) => commit(),
): Promise<File> {
  const access = await authorizeTarget(ctx, who, target)
  return receiveFile(ctx, who, access, incoming, async ({ name, content, options }) => {
    const { onConflict = 'error', ifVer, ...times } = options
    const to = 'fileId' in target ? { ...target, ifVer } : { ...target, onConflict }
    // Rights are looked at again there: they may have changed while the bytes arrived.
    const file = await ctx.db.write((tx) =>
      within(tx, (into) => {
        const [author, place] = into === undefined ? [who, to] : inOwnFolder(who, to, into)
        return commitFile(ctx, tx, author, place, { name, content, at: ctx.now(), ...times })
      }),
    )
    return access.seesFiles ? file : asSent(file, name)
  })
}

/** A file whose bytes are all here, and belong to nothing yet. */
export interface ReceivedFile {
  name: string
  content: StagedContent
  options: UploadOptions
}

/** Stores the bytes of a file on its way in, as far as there is room, for `commit` to make something of them. */
export async function receiveFile<T>(
  ctx: Ctx,
  who: Principal,
  { root, name: known, policy, maxSize }: TargetAccess,
  incoming: IncomingFile,
  commit: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  // The announcement counts the wrapping too, so only what exceeds even that is refused unread.
  const least = (incoming.announcedSize ?? 0) - WRAPPING
  if (least > maxSize) failTooLarge(maxSize)
  if (least > 0) await checkRoom(ctx.db.read, root, least)

  const ingest = new Ingest(ctx.content, callerKey(who), root.id, maxSize)
  try {
    let name = known ?? ''
    const options = await incoming.receive((filename) => {
      name = known ?? checkedItemName(baseName(filename), 'file', root)
      checkExtension(name, policy.excluded_extensions)
      return incoming.announcedSize === undefined ? watched(ingest, watchRoom(ctx.db.read, root)) : ingest
    })
    return await commit({ name, content: await ingest.finish(), options })
  } catch (error) {
    await ingest.abandon()
    throw error
  }
}

const inOwnFolder = (who: Principal, to: Destination, folderId: EntryId): [Principal, Destination] => [
  who.kind === 'visitor' ? { ...who, ownFolder: folderId } : who,
  'fileId' in to ? to : { ...to, folderId },
]

const watched = (sink: Sink, watch: RoomWatch): Sink => ({
  write: (bytes) => watch(bytes.length, sink.write(bytes)),
})

/** For those who see no files: another name than the one they gave would tell that there is one of that name. */
const asSent = (file: File, name: string): File => ({
  ...file,
  name,
  path: file.path.slice(0, file.path.length - file.name.length) + name,
})
