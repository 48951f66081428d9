import type { MachineId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { removalWish } from '../../access/machine-roots.ts'
import { authorizeMachine } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { RemovalWish } from '../../records/machine-roots.ts'
import { signOutMachine } from '../../records/machine-sign-out.ts'
import { holdMachine } from '../../records/machines.ts'

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
  await signOutMachine(tx, who, await authorizeMachine(tx, who, id), wish, at)
}
