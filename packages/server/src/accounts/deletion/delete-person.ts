import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizePerson } from '../../access/administration.ts'
import { removalWish } from '../../access/machine-roots.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { closePersons } from '../../records/close-persons.ts'
import type { RemovalWish } from '../../records/machine-roots.ts'
import { removeCopies } from '../../records/machine-sign-out.ts'
import { listMachinesOfPerson } from '../../records/machines.ts'
import { holdSystemAdmins, keepSystemAdmin } from '../people/update-person.ts'
import { deleteOrLeaveRoots } from './queries.ts'

export interface FilesToRemove {
  /** Its backups. */
  serverFiles: boolean
  /** Its sync root. */
  userFiles: boolean
  /** What it added to team shares. */
  deptFiles: boolean
}

/** Closes an account for good. What is not removed with it stays and belongs to the organization. */
export async function deletePerson(
  ctx: Ctx,
  who: PersonPrincipal,
  id: PersonId,
  remove: FilesToRemove,
): Promise<void> {
  if (id === who.personId) fail('forbidden', 'You cannot delete your own account.')
  const wish = await removalWish(ctx, who, remove.userFiles)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = await authorizePerson(tx, who, id)
    await holdSystemAdmins(tx, person)
    await deleteOrLeaveRoots(tx, id, 'sync', remove.userFiles, at)
    await deleteOrLeaveRoots(tx, id, 'backup', remove.serverFiles, at)
    if (wish) await removeCopiesOf(tx, id, wish, at)
    await closePersons(tx, [id], at)
    await keepSystemAdmin(tx, person, undefined)
    await recordActivity(tx, who, 'person_deleted', { person }, at)
    if (remove.deptFiles) await enqueue(tx, 'remove_dept_files', { personId: id }, at)
    if (remove.userFiles || remove.serverFiles) await enqueue(tx, 'purge_roots', {}, at)
  })
}

/** The devices of an account are to remove their copies of its files. */
async function removeCopiesOf(tx: Tx, id: PersonId, wish: RemovalWish, at: Instant): Promise<void> {
  for (const machine of await listMachinesOfPerson(tx, id))
    await removeCopies(tx, machine.id, ['own'], wish, at)
}
