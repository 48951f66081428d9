import type { BrakeId } from '@holdfast/api/ids'
import type { Brake } from '@holdfast/api/oversight/brakes'
import type { Instant } from '@holdfast/api/time'
import { authorizeBrake } from '../../access/brakes.ts'
import { signOutInTransaction } from '../../devices/machines/sign-out.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type BrakeRow, type Culprit, listUndecidedOf, updateBrake } from '../../records/brakes.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { findRoot } from '../../records/roots.ts'
import { settledBy, viewOf } from './settle.ts'

/**
 * Signs out what was noticed, and so stops it in all roots where it was. Those of its changes that wait stay where they
 * are: on the device.
 */
export async function stopBraked(ctx: Ctx, who: PersonPrincipal, id: BrakeId): Promise<Brake> {
  await ctx.db.write(async (tx) => {
    const access = await authorizeBrake(tx, who, id, 'mayStop')
    const at = ctx.now()
    await signOutCulprit(tx, who, access.brake, at)
    const others = (await listUndecidedOf(tx, access.brake)).filter((brake) => brake.id !== id)
    for (const brake of [access.brake, ...others].toSorted(byOrganization)) {
      const root = await findRoot(tx, brake.root_id)
      if (!root) continue
      await updateBrake(tx, brake.id, {
        ...(await settledBy(tx, who, { brake, root }, 'stopped', at)),
        paused: 0,
      })
      await recordActivity(tx, who, 'brake_stopped', { root }, at)
    }
  })
  return viewOf(ctx.db.read, who, id)
}

/** What is shared by many is taken in one order. */
const byOrganization = (a: BrakeRow, b: BrakeRow): number =>
  a.organization_id - b.organization_id || a.root_id - b.root_id

async function signOutCulprit(
  tx: Tx,
  who: PersonPrincipal,
  { machine_id, session_id, person_id }: Culprit,
  at: Instant,
): Promise<void> {
  if (machine_id !== null) return signOutInTransaction(tx, who, machine_id, undefined, at)
  if (session_id !== null)
    await endSignIns(tx, { session: session_id, of: person_id }, { at, record: { by: who } })
}
