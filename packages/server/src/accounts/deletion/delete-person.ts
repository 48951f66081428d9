import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { closePersons } from '../../records/close-persons.ts'
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
  if (id === who.personId) fail('forbidden', 'Nobody can delete the own account.')
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = await authorizePerson(tx, who, id)
    await holdSystemAdmins(tx, person)
    await deleteOrLeaveRoots(tx, id, 'sync', remove.userFiles, at)
    await deleteOrLeaveRoots(tx, id, 'backup', remove.serverFiles, at)
    await closePersons(tx, [id], at)
    await keepSystemAdmin(tx, person, undefined)
    await recordActivity(tx, who, 'person_deleted', { person }, at)
    if (remove.deptFiles) await enqueue(tx, 'remove_dept_files', { personId: id }, at)
    if (remove.userFiles || remove.serverFiles) await enqueue(tx, 'purge_roots', {}, at)
  })
}
