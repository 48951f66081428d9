import type { EntryId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { fail } from '../../../errors.ts'
import type { StagedContent } from '../../../platform/content/staged.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { type EntryRow, findByName, findEntry } from '../../../records/entries.ts'
import { failTaken } from '../../../records/name-taken.ts'
import { nameKey } from '../../../records/names.ts'
import { findRevision } from '../../../records/revisions.ts'
import type { RootRow } from '../../../records/roots.ts'
import { dropCounted } from '../../retention/drop-revisions.ts'
import { retakeName } from '../../tree/retake-name.ts'
import { commitFile } from '../../writing/commit-file.ts'
import { touchInTransaction } from '../../writing/touch-file.ts'
import { findDeparted } from './find-departed.ts'
import { type Departed, findLastChange, findOnlyEarlier } from './queries.ts'

/** Programs that lock a name first make an empty file of it; what follows so soon is its first content. */
const EMPTY_FOR_MS = 10 * MINUTE_MS

export interface Arriving {
  root: RootRow
  folderId: ParentId
  name: string
  content: StagedContent
  modified?: Instant | undefined
  created?: Instant | undefined
  /** When its request began: bytes may take their time. */
  began: Instant
  /** The version of the file that is replaced; `null`: there must be none. Undefined: whatever there is. */
  over?: number | null | undefined
}

export interface Arrived {
  fileId: EntryId
  /** Whether nothing had the name before. */
  isNew: boolean
}

/**
 * Content comes to a name. To people the name is the file, so its history stays with it by whatever way a program saves: over
 * the file, after deleting it, or after putting it aside. The caller holds the root's row.
 */
export async function arrive(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  arriving: Arriving,
  at: Instant,
): Promise<Arrived> {
  const { root, folderId, name, over } = arriving
  const place = { rootId: root.id, parentId: folderId, nameKey: nameKey(name) }
  const taken = await findByName(tx, place)
  if (taken?.kind === 'folder') failTaken(place, 'A folder with this name already exists here.')
  if (taken ? over === null || (over !== undefined && over !== taken.ver) : typeof over === 'number')
    fail('ver_conflict')
  if (taken) return { fileId: await saveOver(ctx, tx, who, taken, arriving, at), isNew: false }
  const departed = await findDeparted(tx, who, arriving, arriving.began)
  const fileId = departed
    ? await retake(ctx, tx, who, departed, arriving, at)
    : await commitNew(ctx, tx, who, arriving, at)
  return { fileId, isNew: true }
}

/** The same bytes make no revision: what may be another then is the time. */
async function saveOver(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  file: EntryRow,
  { root, name, content, modified }: Arriving,
  at: Instant,
): Promise<EntryId> {
  const address = { rootId: root.id, fileId: file.id }
  const head = file.revision_id === null ? undefined : await findRevision(tx, root.id, file.revision_id)
  const isSame = head?.content.equals(content.id) === true
  const wasEmpty = file.size === 0 && !isSame && (await isFresh(tx, who, file, at))
  await commitFile(ctx, tx, who, address, { name, content, at, ...(!isSame && { modified }) })
  if (isSame && modified !== undefined) await touchInTransaction(tx, who, address, { modified }, at)
  if (wasEmpty) await dropEmpty(tx, root, file.id, at)
  return file.id
}

/** Whether the file is as this very sign-in made it, a moment ago. */
async function isFresh(tx: Tx, who: PersonPrincipal, file: EntryRow, at: Instant): Promise<boolean> {
  const last = await findLastChange(tx, { rootId: file.root_id, seq: file.seq })
  return last !== undefined && last.session_id === who.sessionId && at - last.at <= EMPTY_FOR_MS
}

async function dropEmpty(tx: Tx, root: RootRow, id: EntryId, at: Instant): Promise<void> {
  const file = await findEntry(tx, root.id, id)
  const earlier = file && (await findOnlyEarlier(tx, root.id, file))
  if (earlier?.size === 0) await dropCounted(tx, root, [earlier], () => false, at)
}

function retake(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  { id: fileId, ver: ifVer }: Departed,
  { root, folderId, name, content, modified, began: since }: Arriving,
  at: Instant,
): Promise<EntryId> {
  return retakeName(ctx, tx, who, { root, fileId, ifVer, folderId, name, since }, { content, at, modified })
}

async function commitNew(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  { root, folderId, name, content, modified, created }: Arriving,
  at: Instant,
): Promise<EntryId> {
  const to = { rootId: root.id, folderId, onConflict: 'error' as const }
  return (await commitFile(ctx, tx, who, to, { name, content, at, modified, created })).id
}
