import type { checkNames as operation } from '@holdfast/api/files/upload-checks'
import type { RootId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import { authorizeContainer } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { nameKey } from '../../records/names.ts'
import { checkUnlocked } from '../basics/check-unlocked.ts'
import { conflictView } from '../basics/describe-conflict.ts'
import { listByName } from './queries.ts'

/** Which of some names live items of a folder have that the caller sees. */
export async function checkNames(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  names: readonly string[],
): Promise<ResultOf<typeof operation>> {
  const db = ctx.db.read
  const container = await authorizeContainer(db, who, path, 'FILE_ADD')
  if (container.folder?.deleted) fail('not_found', 'The folder was deleted.')
  checkUnlocked(who, container.folder ?? container, ctx.now())
  const { permissions, parentId } = container
  const keys = new Set(names.map(nameKey))
  const rows = await listByName(db, { rootId: path.rootId, parentId }, [...keys])
  const seen = rows.filter(({ kind }) => kind === 'folder' || permissions.has('FILE_VIEW'))
  const byKey = new Map(seen.map((row) => [row.name_key, row]))
  return {
    taken: names.flatMap((name) => {
      const row = byKey.get(nameKey(name))
      return row ? [{ name, ...conflictView(row) }] : []
    }),
  }
}
