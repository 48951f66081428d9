import type { EntryId, RootId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { authorizeContainer, authorizeEntry } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import type { EntryRow } from '../../records/entries.ts'
import { getFilePolicy } from '../../records/policy.ts'
import type { RootRow } from '../../records/roots.ts'
import { checkUnlocked } from '../basics/check-unlocked.ts'

export const MIB = 1024 * 1024

export type Target = { rootId: RootId; folderId: ParentId } | { rootId: RootId; fileId: EntryId }

export interface TargetAccess {
  root: RootRow
  /** The file that gets a revision. It keeps its name. */
  entry: EntryRow | undefined
  name: string | undefined
  policy: PolicySettings
  maxSize: number
  /** Whether the caller may know which files are there. */
  seesFiles: boolean
}

/** Refuses what cannot succeed before its bytes are read. */
export async function authorizeTarget(ctx: Ctx, who: Principal, target: Target): Promise<TargetAccess> {
  const { root, entry, seesFiles } = await reach(ctx, who, target)
  const policy = await getFilePolicy(ctx.db.read, root)
  return { root, entry, name: entry?.name, policy, maxSize: policy.max_file_size * MIB, seesFiles }
}

async function reach(
  ctx: Ctx,
  who: Principal,
  target: Target,
): Promise<Pick<TargetAccess, 'root' | 'entry' | 'seesFiles'>> {
  const db = ctx.db.read
  if (!('fileId' in target)) {
    const container = await authorizeContainer(db, who, target, 'FILE_ADD')
    if (container.folder?.deleted) fail('not_found', 'The folder was deleted.')
    checkUnlocked(who, container.folder ?? container, ctx.now())
    return {
      root: container.root,
      entry: undefined,
      seesFiles: container.permissions.has('FILE_VIEW'),
    }
  }
  const path = { rootId: target.rootId, entryId: target.fileId, kind: 'file' as const }
  const access = await authorizeEntry(db, who, path, 'FILE_WRITE')
  if (access.deleted) fail('not_found', 'The file was deleted.')
  checkUnlocked(who, access, ctx.now())
  return { ...access, seesFiles: true }
}

export const tooLarge = (maxSize: number): string =>
  `Files can be up to ${maxSize / MIB} MB here (max_file_size).`
export const failTooLarge = (maxSize: number): never =>
  fail('policy_error', tooLarge(maxSize), { max_file_size: maxSize / MIB })
