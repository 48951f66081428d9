import type { File } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeEntry } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { UNLOCKED } from '../../records/entries.ts'
import { ancestorViews } from '../basics/view.ts'
import { waysThen } from './paths.ts'
import { resolvePoint } from './point.ts'
import { listEntriesThen } from './queries.ts'
import { fileViewThen } from './view.ts'

/** A file as it was at some point. Its content at that time is that of its revision. */
export async function getFileThen(
  ctx: Ctx,
  who: Principal,
  { rootId, fileId }: { rootId: RootId; fileId: EntryId },
  options: { include_ancestors: boolean; include_permissions: boolean },
  asOf: string,
): Promise<File> {
  const db = ctx.db.read
  const path = { rootId, entryId: fileId, kind: 'file' as const }
  const { root, permissions } = await authorizeEntry(db, who, path, 'FILE_VIEW')
  const now = ctx.now()
  const seq = await resolvePoint(db, root, asOf, { parameter: 'as_of', now })
  const [entry] = await listEntriesThen(db, rootId, [fileId], seq)
  if (!entry) return fail('not_found', 'The file did not exist at that time.')
  const place = { parentId: entry.parent_id, seq }
  const way = (await waysThen(db, rootId, [place]))(place)
  const ancestors = way.folders.map((folder) => ({ ...folder, ...UNLOCKED }))
  return {
    ...fileViewThen({ ...entry, kind: 'file' }, way, options.include_permissions ? permissions : undefined),
    ...(options.include_ancestors && { ancestors: ancestorViews({ root, ancestors }, now) }),
  }
}
