import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { File } from '@holdfast/api/files/files'
import { authorizeEntry } from '../../access/authorize.ts'
import { missing, refuse } from '../../errors.ts'
import { contentOf, type StagedContent } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { checkExtension, checkedItemName } from '../../records/names.ts'
import { holdRoot } from '../../records/roots.ts'
import { fileView, locksAbove, pathOf, plain } from '../basics/view.ts'
import { commitFile, type Destination, type NewContent } from '../writing/commit-file.ts'
import { authorizeTarget, failTooLarge } from '../writing/upload-target.ts'
import { authorizeChunks } from './authorize-chunks.ts'
import { findNamedChange } from './queries.ts'

type Given = Omit<NewContent, 'content' | 'at' | 'name'> & {
  name: string | undefined
  chunks: readonly ChunkRef[]
  size: number
}

/** Makes chunks that a root holds a file, or a new revision of one, as if their bytes had been uploaded. */
export async function commitChunks(
  ctx: Ctx,
  who: PersonPrincipal,
  to: Destination,
  { name: given, chunks, size, ...rest }: Given,
): Promise<File> {
  await authorizeChunks(ctx.db.read, who, to.rootId)
  const target = await authorizeTarget(ctx, who, to)
  const name = target.name ?? checkedItemName(given ?? missing('name'), 'file', target.root)
  checkExtension(name, target.policy.excluded_extensions)
  const content = claimedContent(chunks)
  if (content.size !== size) refuse('size', `the chunks have ${content.size} bytes in total`)
  if (size > target.maxSize) failTooLarge(target.maxSize)
  return ctx.db.write((tx) => commitOnce(ctx, tx, who, to, { name, content, at: ctx.now(), ...rest }))
}

/** A change of a name that was made already, with the same content, is not made again: its answer got lost. */
async function commitOnce(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  to: Destination,
  file: NewContent,
): Promise<File> {
  const { rootId } = to
  // First of all: the same change may be on its way beside this one.
  await holdRoot(tx, rootId)
  await authorizeChunks(tx, who, rootId)
  const made =
    file.clientOp === undefined ? undefined : await findNamedChange(tx, rootId, who.personId, file.clientOp)
  if (!made?.content.equals(file.content.id)) return commitFile(ctx, tx, who, to, file)
  const path = { rootId, entryId: made.entry_id, kind: 'file' as const }
  const { entry, ancestors, root, deleted } = await authorizeEntry(tx, who, path, 'FILE_READ')
  return fileView(entry, pathOf(ancestors), deleted, plain(file.at, locksAbove(root, ancestors, file.at)))
}

function claimedContent(refs: readonly ChunkRef[]): StagedContent {
  const sizes = new Map<string, number>()
  for (const { sha256, size } of refs) {
    if ((sizes.get(sha256) ?? size) !== size) refuse('chunks', `${sha256} is listed with two different sizes`)
    sizes.set(sha256, size)
  }
  const chunks = refs.map(({ sha256, size }) => ({
    sha256: Buffer.from(sha256, 'hex'),
    size,
    data: undefined,
    blob: undefined,
  }))
  return { ...contentOf(chunks), claimed: true }
}
