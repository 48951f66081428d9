import type { MachineId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { removalWish } from '../../access/machine-roots.ts'
import { authorizeMachine } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { endSignIns, markSignedOut } from '../../records/end-sign-ins.ts'
import type { RemovalWish } from '../../records/machine-roots.ts'
import { removeCopies } from '../../records/machine-sign-out.ts'
import { holdMachine, named } from '../../records/machines.ts'

/**
 * Ends the sign-ins of a machine. One that is to remove its files must still hear of it: its agent keeps its line, and
 * nothing else, until it has done so.
 */
export async function signOut(
  ctx: Ctx,
  who: PersonPrincipal,
  id: MachineId,
  removeFiles: boolean,
): Promise<void> {
  await authorizeMachine(ctx.db.read, who, id)
  const wish = await removalWish(ctx, who, removeFiles)
  await ctx.db.write((tx) => signOutInTransaction(tx, who, id, wish, ctx.now()))
}

export async function signOutInTransaction(
  tx: Tx,
  who: PersonPrincipal,
  id: MachineId,
  wish: RemovalWish | undefined,
  at: Instant,
): Promise<void> {
  await holdMachine(tx, id)
  const machine = await authorizeMachine(tx, who, id)
  if (wish) await removeCopies(tx, id, ['own', 'share'], wish, at)
  await endSignIns(tx, { machine }, { at })
  await markSignedOut(tx, id, at)
  const on = { machine: named(machine), ...(wish && { about: 'remove_files' }) }
  await recordActivity(tx, who, 'machine_signed_out', on, at)
  announce(tx, `m${id}`)
}
