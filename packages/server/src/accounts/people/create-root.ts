import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../../access/administration.ts'
import { plain, rootView } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findPersonForUpdate, updatePersonRow } from '../../records/people.ts'
import { listRootsOfPerson } from '../../records/roots.ts'
import { giveSyncRoot } from './create-person.ts'

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
