import type { PersonId } from '@holdfast/api/ids'
import { markEntryDeleted } from '../../files/writing/delete-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { findEntry, listAncestors } from '../../records/entries.ts'
import { findRoot, returnSeq, takeSeq } from '../../records/roots.ts'
import { type AddedFile, listAddedFiles } from './queries.ts'

const AT_ONCE = 100

/** Deletes what a person who left had added to team shares. Safe to run twice and to be killed. */
export async function removeDeptFiles(ctx: Ctx, personId: PersonId): Promise<void> {
  let last = 0
  for (;;) {
    const files = await listAddedFiles(ctx.db.read, personId, last, AT_ONCE)
    for (const file of files) await removeFile(ctx, file)
    last = files.at(-1)?.id ?? last
    if (files.length < AT_ONCE) return
  }
}

async function removeFile(ctx: Ctx, { id, root_id }: AddedFile): Promise<void> {
  await ctx.db.write(async (tx) => {
    const seq = await takeSeq(tx, root_id)
    const [root, entry] = [await findRoot(tx, root_id), await findEntry(tx, root_id, id)]
    const ancestors = entry ? await listAncestors(tx, entry) : []
    const gone = !root || !entry || [entry, ...ancestors].some(({ deleted_at }) => deleted_at !== null)
    if (gone) return returnSeq(tx, root_id)
    await markEntryDeleted(tx, THE_SERVICE, { root, entry, ancestors }, seq, ctx.now())
  })
}
