import { RETAKE_MS } from '@holdfast/api/files/sync'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { type EntryRow, findEntry } from '../../records/entries.ts'
import { nameKey } from '../../records/names.ts'
import { getFilePolicy } from '../../records/policy.ts'
import type { RootRow } from '../../records/roots.ts'
import { commitFile, type NewContent } from '../writing/commit-file.ts'
import { placeInTransaction } from '../writing/place-entry.ts'
import { chargeStorage } from '../writing/quota.ts'
import { copyRows } from './copy-rows.ts'
import { findLastMove } from './queries.ts'

export interface Retaken {
  root: RootRow
  fileId: EntryId
  /** The version in which it is somewhere else. */
  ifVer: number
  /** The name that it had before, where it was. */
  folderId: ParentId
  name: string
}

/**
 * Many programs save a file by renaming it to a backup and writing a new one under its name. To people the name is the file,
 * so its history stays there: the file returns to its name with the new content, and a new file has what the backup is to
 * hold. As one operation, so that nobody sees half of it. Only for who has renamed it, right before.
 */
export async function retakeName(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  { root, fileId, ifVer, folderId, name }: Retaken,
  content: Omit<NewContent, 'name' | 'firstSeq'>,
): Promise<EntryId> {
  const { at } = content
  const backup = await findLeft(tx, who, { rootId: root.id, fileId, ifVer, folderId, name }, at)
  const path = { rootId: root.id, entryId: fileId, kind: 'file' as const }
  await placeInTransaction(tx, who, path, () => ({ name, folderId, isQuiet: true }), at)
  const returned = await findEntry(tx, root.id, fileId)
  if (!returned) throw new Error(`File ${fileId} is gone`)
  const copying = { who, at, root, policy: await getFilePolicy(tx, root), hidden: false }
  const part = { parentId: backup.parent_id, sources: [backup], firstSeq: returned.seq }
  const { growth } = await copyRows(tx, copying, part)
  await commitFile(ctx, tx, who, { rootId: root.id, fileId }, { ...content, name, firstSeq: returned.seq })
  await chargeStorage(ctx, tx, root, growth, at)
  return fileId
}

/** The file, at the place to which the caller has just moved it from that name. */
async function findLeft(
  tx: Tx,
  who: PersonPrincipal,
  { rootId, fileId, ifVer, folderId, name }: Omit<Retaken, 'root'> & { rootId: RootId },
  at: number,
): Promise<EntryRow> {
  const entry = await findEntry(tx, rootId, fileId)
  if (!entry || entry.deleted_at !== null || entry.kind !== 'file') return fail('not_found')
  const move = entry.ver === ifVer ? await findLastMove(tx, rootId, entry) : undefined
  const isOwn =
    move !== undefined &&
    move.parent_id === folderId &&
    move.name_key === nameKey(name) &&
    move.person_id === who.personId &&
    move.machine_id === who.machineId &&
    at - move.at <= RETAKE_MS
  return isOwn ? entry : fail('ver_conflict', 'The file did not leave this name within the last minute.')
}
