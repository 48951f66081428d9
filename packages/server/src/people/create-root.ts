import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../access/administration.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { plain, rootView } from '../files/view.ts'
import { listRootsOfPerson } from '../roots/queries.ts'
import { giveSyncRoot } from './create-person.ts'
import { findPersonForUpdate, updatePersonRow } from './queries.ts'

/** Gives an account a sync root, or the one it has. */
export async function createPersonRoot(ctx: Ctx, who: PersonPrincipal, id: PersonId, webdav: boolean) {
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    // Held, so that two at once do not make two roots.
    await findPersonForUpdate(tx, id)
    const person = await authorizePerson(tx, who, id)
    if (webdav) await updatePersonRow(tx, id, { webdav: 1 })
    const known = (await listRootsOfPerson(tx, id)).find((root) => root.root_type === 'sync')
    if (known) return rootView(known, plain(at))
    const root = await giveSyncRoot(tx, person, at)
    await recordActivity(tx, who, 'root_created', { root }, at)
    return rootView(root, plain(at))
  })
}
