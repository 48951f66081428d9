import type { File } from '@holdfast/api/files'
import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeContainer } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { commitContent } from '../content/commit-content.ts'
import { Ingest, type StagedContent } from '../content/ingest.ts'
import type { Ctx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { ParentId } from '../db/schema.ts'
import { fail } from '../errors.ts'
import { getPolicy } from '../organizations/policy.ts'
import { chargeStorage } from '../organizations/quota.ts'
import { addSizes } from '../usage/queries.ts'
import { authorizeLiveContainer, containerPath } from './create-folder.ts'
import { baseName, checkExtension, checkedName, nameKey } from './names.ts'
import { type EntryRow, insertEntry, insertRevision, setHead, takeSeq, touchContainer } from './queries.ts'
import { authorOf, recordChange } from './record-change.ts'
import { fileView } from './view.ts'

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
  receive(accept: (filename: string) => Sink): Promise<{ created?: Instant; modified?: Instant }>
}

interface Target {
  rootId: RootId
  folderId: ParentId
}

/** Adds a file to a folder. Bytes are stored first; only the transaction makes them a file. */
export async function uploadFile(
  ctx: Ctx,
  who: Principal,
  target: Target,
  incoming: IncomingFile,
): Promise<File> {
  const { root } = await authorizeContainer(ctx.db.read, who, target, 'FILE_WRITE')
  const policy = await getPolicy(ctx.db.read, root.organization_id)
  const maxSize = policy.max_file_size * MIB
  // The announcement counts the wrapping too, so only what exceeds even that is refused unread.
  if (incoming.announcedSize !== undefined && incoming.announcedSize > maxSize + MIB)
    fail('policy_error', `Files can have at most ${policy.max_file_size} MB here (max_file_size).`)

  const ingest = new Ingest(ctx.content, target.rootId, maxSize)
  try {
    let name = ''
    const times = await incoming.receive((filename) => {
      name = checkedName(baseName(filename), 'file')
      checkExtension(name, policy.excluded_extensions)
      return ingest
    })
    const content = await ingest.finish()
    return await ctx.db.write((tx) =>
      commitFile(ctx, tx, who, target, { name, content, at: ctx.now(), ...times }),
    )
  } catch (error) {
    await ingest.abandon()
    throw error
  }
}

interface NewFile {
  name: string
  content: StagedContent
  at: Instant
  created?: Instant
  modified?: Instant
}

async function commitFile(ctx: Ctx, tx: Tx, who: Principal, target: Target, file: NewFile): Promise<File> {
  const { name, content, at, created = at, modified = at } = file
  const seq = await takeSeq(tx, target.rootId)
  // Again: rights may have changed while the bytes arrived.
  const container = await authorizeLiveContainer(tx, who, target)
  const inserted = await insertEntry(tx, {
    root_id: target.rootId,
    parent_id: container.parentId,
    kind: 'file',
    name,
    name_key: nameKey(name),
    size: content.size,
    created_at: created,
    modified_at: modified,
    seq,
  })
  const revision_id = await insertRevision(tx, {
    entry_id: inserted.id,
    content: content.id,
    size: content.size,
    full_size: content.size,
    delta_size: 0,
    created_at: at,
    modified_at: modified,
    ...authorOf(who),
  })
  await setHead(tx, inserted.id, revision_id)
  const entry: EntryRow = { ...inserted, revision_id }
  const { newBytes } = await commitContent(tx, target.rootId, revision_id, content)
  await addSizes(tx, target.rootId, {
    live_size: content.size,
    stored_size: newBytes,
    live_files: 1,
    live_revisions: 1,
    live_revision_size: content.size,
  })
  await touchContainer(tx, target.rootId, container.parentId, { live: 1, deleted: 0 })
  await recordChange(tx, who, { op: 'create', entry, at })
  const view = fileView(entry, containerPath(container), false)
  // Last, because the rows of the organization are shared by everyone in it; and in this order everywhere.
  await chargeStorage(ctx, tx, container.root, newBytes, at)
  await recordActivity(tx, who, 'file_uploaded', { root: container.root, path: view.path }, at)
  return view
}
