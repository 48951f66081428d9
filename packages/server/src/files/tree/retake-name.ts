import { RETAKE_MS } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { type EntryRow, findEntry, listAncestors } from '../../records/entries.ts'
import { nameKey } from '../../records/names.ts'
import { getFilePolicy } from '../../records/policy.ts'
import { type RootRow, takeSeq } from '../../records/roots.ts'
import { authorizeLiveContainer, foldersOf } from '../basics/authorize-change.ts'
import { commitFile, type NewContent } from '../writing/commit-file.ts'
import { placeInTransaction } from '../writing/place-entry.ts'
import { chargeStorage } from '../writing/quota.ts'
import { copyRows } from './copy-rows.ts'
import { putBack } from './put-back.ts'
import { findLeaving, type Leaving } from './queries.ts'

export interface Retaken {
  root: RootRow
  fileId: EntryId
  /** The version in which it is somewhere else, or deleted. */
  ifVer: number
  /** The name that it had before, where it was. */
  folderId: ParentId
  name: string
  /** When the request began that brings the content; now, unless bytes took their time. */
  since?: Instant
}

/**
 * Many programs save a file by renaming it to a backup, or by deleting it, and writing a new one under its name. To people the
 * name is the file, so its history stays there: the file returns to its name with the new content. As one operation, so that
 * nobody sees half of it. Only for who has taken it away from the name, right before.
 */
export async function retakeName(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  { root, fileId, ifVer, folderId, name, since }: Retaken,
  content: Omit<NewContent, 'name' | 'firstSeq'>,
): Promise<EntryId> {
  const { at } = content
  const entry = await findEntry(tx, root.id, fileId)
  if (entry?.kind !== 'file') return fail('not_found')
  const hasLeft = entry.ver === ifVer && (await hasJustLeft(tx, who, entry, { folderId, name }, since ?? at))
  if (!hasLeft) fail('ver_conflict', 'The file was not renamed from this name within the last minute.')
  const place = { root, entry, folderId, name }
  const isDeleted = entry.deleted_at !== null
  const firstSeq = isDeleted ? await restore(tx, who, place, at) : await swap(ctx, tx, who, place, at)
  await commitFile(ctx, tx, who, { rootId: root.id, fileId }, { ...content, name, firstSeq, isSave: true })
  return fileId
}

interface Return {
  root: RootRow
  entry: EntryRow
  folderId: ParentId
  name: string
}

/** The file returns from where it is, and a new file has what the backup is to hold. Gives the first number. */
async function swap(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  { root, entry: backup, folderId, name }: Return,
  at: Instant,
): Promise<number> {
  const path = { rootId: root.id, entryId: backup.id, kind: 'file' as const }
  await placeInTransaction(tx, who, path, () => ({ name, folderId, isQuiet: true }), at)
  const returned = await findEntry(tx, root.id, backup.id)
  if (!returned) throw new Error(`File ${backup.id} is gone`)
  const copying = { who, at, root, policy: await getFilePolicy(tx, root), hidden: false }
  const part = { way: await listAncestors(tx, backup), sources: [backup], firstSeq: returned.seq }
  const { growth } = await copyRows(tx, copying, part)
  await chargeStorage(ctx, tx, root, growth, at)
  return returned.seq
}

/** The deleted file is there again. Gives the first number. */
async function restore(
  tx: Tx,
  who: PersonPrincipal,
  { root, entry: before, folderId, name }: Return,
  at: Instant,
): Promise<number> {
  const seq = await takeSeq(tx, root.id)
  const file = { rootId: root.id, entryId: before.id, kind: 'file' as const }
  const { ancestors: from } = await authorizeEntry(tx, who, file, 'FILE_WRITE')
  const place = { rootId: root.id, folderId }
  const to = foldersOf(await authorizeLiveContainer(tx, who, place, 'FILE_WRITE', at))
  await putBack(tx, who, { before, from, to, name, seq, firstSeq: seq, at })
  return seq
}

/** Whether the newest change of a file is that the caller took it from this place; one that is deleted may have had another name since. */
async function hasJustLeft(
  tx: Tx,
  who: PersonPrincipal,
  entry: EntryRow,
  { folderId, name }: Pick<Return, 'folderId' | 'name'>,
  at: Instant,
): Promise<boolean> {
  const key = nameKey(name)
  const isOwn = (left: Leaving | undefined): left is Leaving =>
    left !== undefined &&
    left.person_id === who.personId &&
    left.machine_id === who.machineId &&
    at - left.at <= RETAKE_MS
  const isFromHere = (left: Leaving) => left.parent_id === folderId && left.name_key === key
  const last = await findLeaving(tx, entry.root_id, entry)
  const isDeleted = entry.deleted_at !== null
  if (!isOwn(last) || (last.op === 'delete') !== isDeleted) return false
  if (isFromHere(last)) return true
  const earlier = isDeleted
    ? await findLeaving(tx, entry.root_id, { id: entry.id, seq: last.seq_from })
    : undefined
  return isOwn(earlier) && earlier.op !== 'delete' && isFromHere(earlier)
}
