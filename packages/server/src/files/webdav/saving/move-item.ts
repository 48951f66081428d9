import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import type { EntryRow } from '../../../records/entries.ts'
import { checkExtension, checkedItemName } from '../../../records/names.ts'
import { getFilePolicy } from '../../../records/policy.ts'
import { holdRoots, type RootRow } from '../../../records/roots.ts'
import { moveAcross } from '../../tree/move-across.ts'
import { deleteInTransaction } from '../../writing/delete-entry.ts'
import { placeInTransaction } from '../../writing/place-entry.ts'
import { type Found, type Free, parentOf } from '../places/find-place.ts'
import { findDeparted } from './find-departed.ts'
import { makeRoom } from './make-room.ts'
import { putFileAt } from './put-file-at.ts'

/** An item of a root; not its top. */
export type Item = Found & { entry: EntryRow }

export interface Transfer {
  from: Item
  /** Free, or what is replaced. */
  to: Item | Free
}

/** The name that an item gets. */
export async function nameAt(ctx: Ctx, { from, to }: Transfer): Promise<string> {
  const { root } = to.location
  const given = to.at === 'free' ? to.name : to.entry.name
  const name = checkedItemName(given, from.entry.kind, root)
  if (from.entry.kind === 'file')
    checkExtension(name, (await getFilePolicy(ctx.db.read, root)).excluded_extensions)
  return name
}

/** Moves or renames an item. A file that comes over another is its next revision; a folder makes way as a whole. */
export async function moveItem(
  ctx: Ctx,
  who: PersonPrincipal,
  { from, to }: Transfer,
  spelled: string,
): Promise<void> {
  const name = isSame(from, to)
    ? checkedItemName(spelled, from.entry.kind, from.location.root)
    : await nameAt(ctx, { from, to })
  const source = from.location.root
  const target = to.location.root
  const folderId = parentOf(to)
  const replaced = to.at === 'item' && !isSame(from, to) ? to.entry : undefined
  const overFile = replaced?.kind === 'file' && from.entry.kind === 'file'
  if (source.id !== target.id && !overFile) {
    const [item, folder] = [addressOf(source, from.entry), { rootId: target.id, folderId }]
    return makeRoom(ctx, who, replaced && addressOf(target, replaced), () =>
      moveAcross(ctx, who, item, folder, 'error', name),
    )
  }
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoots(tx, [source.id, target.id])
    const place = { root: target, folderId, name }
    if (overFile || (!isSame(from, to) && (await isReturning(tx, who, from, place, at)))) {
      const moved = { from: { rootId: source.id, fileId: from.entry.id }, to: place, move: true }
      await putFileAt(ctx, tx, who, { ...moved, over: replaced?.ver }, at)
      return
    }
    if (replaced) await deleteInTransaction(tx, who, addressOf(target, replaced), at)
    await placeInTransaction(tx, who, addressOf(source, from.entry), () => ({ name, folderId }), at)
  })
}

const isSame = (from: Item, to: Item | Free): boolean =>
  to.at === 'item' && to.location.root.id === from.location.root.id && to.entry.id === from.entry.id

export const addressOf = ({ id: rootId }: RootRow, { id: entryId, kind }: EntryRow) => ({
  rootId,
  entryId,
  kind,
})

/** Whether the name was taken from another file right before, to make room for this one. */
async function isReturning(
  tx: Tx,
  who: PersonPrincipal,
  { entry }: Item,
  { root, folderId, name }: { root: RootRow; folderId: EntryId | 0; name: string },
  at: Instant,
): Promise<boolean> {
  if (entry.kind !== 'file') return false
  const departed = await findDeparted(tx, who, { root, folderId, name }, at)
  return departed !== undefined && departed.id !== entry.id
}

export function itemAt(place: Found): Item {
  return place.entry ? (place as Item) : fail('forbidden', 'The top of a location cannot be changed here.')
}
