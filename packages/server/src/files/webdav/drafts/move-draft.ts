import { authorizeContainer, authorizeEntry } from '../../../access/authorize.ts'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { checkExtension, checkedItemName } from '../../../records/names.ts'
import { getFilePolicy } from '../../../records/policy.ts'
import { holdRoot } from '../../../records/roots.ts'
import { deleteInTransaction } from '../../writing/delete-entry.ts'
import { type Draft, type Free, parentOf } from '../places/find-place.ts'
import { type Arrived, arrive } from '../saving/arrive.ts'
import { addressOf, type Item } from '../saving/move-item.ts'
import { contentFrom } from '../saving/stored-content.ts'
import { contentOfDraft } from './draft-content.ts'
import { deleteDraft } from './queries.ts'
import { writeDraft } from './save-draft.ts'

/** A draft comes to a name that files can have: now it is one, or the next revision of the one that is there. */
export async function publishDraft(
  ctx: Ctx,
  who: PersonPrincipal,
  { draft, location }: Draft,
  to: Item | Free,
): Promise<Arrived> {
  if (to.location.root.id !== location.root.id)
    fail('forbidden', 'A file with a name that is not allowed here can only be moved within its location.')
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const root = await holdRoot(tx, location.root.id)
    const name = checkedItemName(to.at === 'free' ? to.name : to.entry.name, 'file', root)
    checkExtension(name, (await getFilePolicy(tx, root)).excluded_extensions)
    const content = contentOfDraft(draft)
    const arriving = { root, folderId: parentOf(to), name, content, modified: draft.modified_at, began: at }
    const arrived = await arrive(ctx, tx, who, arriving, at)
    await deleteDraft(tx, draft)
    return arrived
  })
}

/** Another name that files cannot have. */
export async function renameDraft(
  ctx: Ctx,
  who: PersonPrincipal,
  { draft, location }: Draft,
  to: Draft | Free,
): Promise<void> {
  if (to.location.root.id !== location.root.id)
    fail('forbidden', 'A file with a name that is not allowed here can only be moved within its location.')
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const root = await holdRoot(tx, location.root.id)
    const folderId = parentOf(to)
    await authorizeContainer(tx, who, { rootId: root.id, folderId }, 'FILE_ADD')
    const name = checkedItemName(to.name, 'file', root)
    await deleteDraft(tx, draft)
    const moved = { root, parentId: folderId, name, content: contentOfDraft(draft) }
    await writeDraft(tx, who, moved, draft.modified_at, at, draft.token)
  })
}

/**
 * A file is put aside under a name that files cannot have, to make room for what is saved next: it is deleted, and this program
 * still finds what it had. If a file comes to its name right after, it is there again with that as its next revision.
 */
export async function putAside(
  ctx: Ctx,
  who: PersonPrincipal,
  from: Item,
  to: Draft | Free,
  { keep }: { keep: boolean },
): Promise<void> {
  const { root } = from.location
  if (to.location.root.id !== root.id || from.entry.kind !== 'file')
    fail('invalid_extension', 'The name is not allowed here.')
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const held = await holdRoot(tx, root.id)
    const address = addressOf(held, from.entry)
    const { entry } = await authorizeEntry(tx, who, address, 'FILE_READ')
    const folderId = parentOf(to)
    await authorizeContainer(tx, who, { rootId: held.id, folderId }, 'FILE_ADD')
    const revision = entry.revision_id ?? fail('not_found')
    const content = await contentFrom(tx, { rootId: held.id, id: revision }, held.id, at)
    const name = checkedItemName(to.name, 'file', held)
    await writeDraft(tx, who, { root: held, parentId: folderId, name, content }, entry.modified_at, at)
    if (!keep) await deleteInTransaction(tx, who, address, at)
  })
}
