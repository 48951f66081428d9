import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import { authorizeContainer, type ContainerAccess } from '../../../access/authorize.ts'
import { noSuch } from '../../../errors.ts'
import { readContent } from '../../../platform/content/read-content.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import { callerKey, type Principal } from '../../../platform/principal.ts'
import type { EntryRow } from '../../../records/entries.ts'
import { pathOf } from '../../basics/view.ts'
import { LeftOut } from './left-out.ts'
import { listNamedChildren } from './queries.ts'
import { Spool } from './spool.ts'
import { type TreeItem, walkTree } from './walk-tree.ts'
import { writeZip, type ZipEntry } from './zip-writer.ts'

/** Files up to this size are read whole, a few of them before it is their turn: else each would wait for its answer. */
const SMALL = 256 * 1024
const READ_AHEAD = 8

/** A folder as a zip, ready to be written. */
export interface OpenZip {
  name: string
  /** Of the folder in its root. */
  path: string
  /** To be called once, before the first bytes go out; may refuse. */
  begun(): Promise<void> | void
  read(): AsyncGenerator<Buffer>
}

export interface ZipChoice {
  file_ids?: readonly EntryId[] | undefined
  folder_ids?: readonly EntryId[] | undefined
}

/** What is in a folder, or some of it: ids that are not of its own live items are `not_found`. */
export async function openZip(
  ctx: Ctx,
  who: Principal,
  place: { rootId: RootId; folderId: ParentId },
  choice: ZipChoice,
): Promise<OpenZip> {
  const db = ctx.db.read
  const container = await authorizeContainer(db, who, place, 'FILE_READ')
  const chosen = await findChosen(ctx, container, place, choice)
  const { root, folder, parentId } = container
  const folderPath = folder ? `${pathOf(folder.ancestors)}/${folder.entry.name}` : '/'

  async function* read(): AsyncGenerator<Buffer> {
    using _place = ctx.atOnce.zips.take(callerKey(who))
    await using directory = new Spool(ctx.content.tempDir, ctx.content.randomName())
    await using purged = new Spool(ctx.content.tempDir, ctx.content.randomName())
    const items = walkTree(db, root.id, parentId, chosen)
    yield* writeZip(readAhead(ctx, items, new LeftOut(purged)), directory)
  }
  return {
    name: `${folder?.entry.name ?? root.name}.zip`,
    path: folderPath,
    begun: () => ctx.downloads.add(who, { root, path: folderPath }, ctx.now()),
    read,
  }
}

async function findChosen(
  ctx: Ctx,
  { root, parentId }: ContainerAccess,
  { folderId }: { folderId: ParentId },
  { file_ids = [], folder_ids = [] }: ZipChoice,
): Promise<EntryRow[] | undefined> {
  const [files, folders] = [new Set(file_ids), new Set(folder_ids)]
  if (files.size + folders.size === 0) return undefined
  const found = await listNamedChildren(ctx.db.read, root.id, parentId, [...files, ...folders])
  const asked = found.filter(({ id, kind }) => (kind === 'file' ? files : folders).has(id))
  // What was asked for and is not there must not be missed silently.
  for (const { id, kind } of asked) (kind === 'file' ? files : folders).delete(id)
  for (const id of files) noSuch(`file ${id} in folder ${folderId}`)
  for (const id of folders) noSuch(`folder ${id} in folder ${folderId}`)
  return asked
}

async function* readAhead(
  ctx: Ctx,
  items: AsyncGenerator<TreeItem>,
  leftOut: LeftOut,
): AsyncGenerator<ZipEntry> {
  const ahead: { path: string; entry: Promise<ZipEntry> }[] = []
  for await (const item of items) {
    leftOut.see(item.path)
    const entry = prepare(ctx, item, leftOut)
    // One that nobody comes to any more has nobody to tell that it failed.
    entry.catch(() => {})
    ahead.push({ path: item.path, entry })
    if (ahead.length > READ_AHEAD) yield* next()
  }
  while (ahead.length > 0) yield* next()
  const last = leftOut.entry(ctx.now())
  if (last) yield last

  async function* next(): AsyncGenerator<ZipEntry> {
    const { path, entry } = ahead.shift() as (typeof ahead)[number]
    const prepared = await entry.catch((error) => leftOut.add(path, error))
    if (prepared) yield prepared
  }
}

async function prepare(ctx: Ctx, { entry, path }: TreeItem, leftOut: LeftOut): Promise<ZipEntry> {
  const { root_id, kind, size, modified_at: modified, revision_id } = entry
  if (kind === 'folder') return { path: `${path}/`, modified, size: 0, content: Buffer.alloc(0) }
  const content = readContent(ctx.content, { root_id, id: revision_id as RevisionId }, 0, size)
  const leaveOut = (error: unknown) => leftOut.add(path, error)
  if (size > SMALL) return { path, modified, size, content, leaveOut }
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return { path, modified, size, content: Buffer.concat(pieces) }
}
