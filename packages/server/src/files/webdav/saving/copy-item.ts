import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { holdRoots } from '../../../records/roots.ts'
import { copyEntry } from '../../tree/copy-entry.ts'
import { createFolder } from '../../writing/create-folder.ts'
import { parentOf } from '../places/find-place.ts'
import { copyProperties } from '../properties/copy-properties.ts'
import { makeRoom } from './make-room.ts'
import { addressOf, nameAt, type Transfer } from './move-item.ts'
import { putFileAt } from './put-file-at.ts'

/** Copies an item; of a folder, if `shallow`, nothing that is in it. A file that is copied over another is its next revision. */
export async function copyItem(
  ctx: Ctx,
  who: PersonPrincipal,
  { from, to }: Transfer,
  shallow: boolean,
): Promise<void> {
  const name = await nameAt(ctx, { from, to })
  const source = from.location.root
  const target = to.location.root
  const folder = { rootId: target.id, folderId: parentOf(to) }
  const replaced = to.at === 'item' ? to.entry : undefined
  if (replaced?.kind === 'file' && from.entry.kind === 'file')
    return ctx.db.write(async (tx) => {
      await holdRoots(tx, [source.id, target.id])
      const copied = { from: { rootId: source.id, fileId: from.entry.id }, move: false, over: replaced.ver }
      await putFileAt(
        ctx,
        tx,
        who,
        { ...copied, to: { root: target, folderId: folder.folderId, name } },
        ctx.now(),
      )
    })
  const { id } = await makeRoom(ctx, who, replaced && addressOf(target, replaced), () =>
    shallow && from.entry.kind === 'folder'
      ? createFolder(ctx, who, folder, name)
      : copyEntry(ctx, who, addressOf(source, from.entry), { to: folder, name, onTaken: 'error' }),
  )
  await ctx.db.write((tx) =>
    copyProperties(tx, { rootId: source.id, id: from.entry.id }, { rootId: target.id, id }),
  )
}
