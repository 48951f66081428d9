import type { Brake } from '@holdfast/api/brakes'
import type { BrakeId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeBrake } from '../../access/brakes.ts'
import { signOutInTransaction } from '../../devices/machines/sign-out.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type Culprit, updateBrake } from '../../records/brakes.ts'
import { findPerson } from '../../records/people.ts'
import { revokeSession } from '../../records/sessions.ts'
import { settledBy, viewOf } from './settle.ts'

/** Signs out what was noticed. Those of its changes that wait stay where they are: on the device. */
export async function stopBraked(ctx: Ctx, who: PersonPrincipal, id: BrakeId): Promise<Brake> {
  await ctx.db.write(async (tx) => {
    const access = await authorizeBrake(tx, who, id, 'mayStop')
    const at = ctx.now()
    await signOutCulprit(tx, who, access.brake, at)
    await updateBrake(tx, id, { ...(await settledBy(tx, who, access, 'stopped', at)), paused: 0 })
    await recordActivity(tx, who, 'brake_stopped', { root: access.root }, at)
  })
  return viewOf(ctx.db.read, who, id)
}

async function signOutCulprit(
  tx: Tx,
  who: PersonPrincipal,
  { machine_id, session_id, person_id }: Culprit,
  at: Instant,
): Promise<void> {
  if (machine_id !== null) return signOutInTransaction(tx, who, machine_id, undefined, at)
  const person = await findPerson(tx, person_id)
  if (session_id === null || !person || !(await revokeSession(tx, session_id, at))) return
  await recordActivity(tx, who, 'signed_out', { person }, at)
}
