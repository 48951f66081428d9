import { ROOT_STATES, type RootState } from '@holdfast/api/devices/agent-channel'
import { devicePath, MAX_LISTED } from '@holdfast/api/devices/device-fields'
import type { MachineId, MachineRootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type TSchema, Type } from 'typebox'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import { holdMachineRoots, type MachineRootRow } from '../../records/machine-roots.ts'
import { frameReader } from '../basics/read-problems.ts'
import { endRemoval } from '../jobs/note-progress.ts'
import { isLeaving } from './make-configs.ts'
import { updateMachineRoots } from './queries.ts'

/** How a root on a device is, and where there. */
interface Kept {
  rsub_id: MachineRootId
  state: RootState
  folder: string
}
/** That a device has let go of a root: how many files it removed, and how many it did not. */
interface Left {
  rsub_id: MachineRootId
  removed: number
  kept: number
}
/** Where it stopped itself: how many files would go from which side; none where it goes on. */
interface Held {
  rsub_id: MachineRootId
  here: number
  there: number
}
export type RootReport = Kept | Held | Left

const count = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const listOf = (fields: Record<string, TSchema>) =>
  Type.Array(Type.Object({ rsub_id: Type.Integer({ minimum: 1 }), ...fields }), {
    maxItems: MAX_LISTED,
    default: [],
  })

const read = frameReader<{ roots: Kept[]; held: Held[]; left: Left[] }>(
  Type.Object({
    roots: listOf({ state: Type.String({ enum: ROOT_STATES }), folder: devicePath('Where on the device') }),
    held: listOf({ here: count(), there: count() }),
    left: listOf({ removed: count(), kept: count() }),
  }),
)

/** Undefined for what no agent would send. */
export function readRootReports(frame: Record<string, unknown>): RootReport[] | undefined {
  const said = read(frame)
  return said && [...said.roots, ...said.held, ...said.left]
}

/** Notes how roots on devices are. A device is heard about its own only. */
export async function noteRoots(
  ctx: Ctx,
  said: readonly { machineId: MachineId; root: RootReport }[],
): Promise<void> {
  if (said.length === 0) return
  const machineIds = [...new Set(said.map(({ machineId }) => machineId))].sort((a, b) => a - b)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const held = new Map((await holdMachineRoots(tx, machineIds)).map((row) => [row.id, row]))
    for (const { machineId, root } of said) {
      const row = held.get(root.rsub_id)
      if (row?.machine_id !== machineId) continue
      if ('state' in root) {
        const { state, folder } = root
        await updateMachineRoots(tx, [row.id], { state, folder, reported_at: at })
      } else if ('here' in root) {
        const { here, there } = root
        const held = here + there > 0 ? JSON.stringify({ here, there }) : null
        await updateMachineRoots(tx, [row.id], { held })
      } else if (isLeaving(row)) await noteLeft(tx, row, root, at)
    }
  })
}

/** A root that has come back meanwhile is not left: the device hears of that, too. */
async function noteLeft(
  tx: Tx,
  { id, machine_id, root_id }: MachineRootRow,
  { removed, kept }: Left,
  at: Instant,
): Promise<void> {
  const receipt = JSON.stringify({ removed, kept })
  await updateMachineRoots(tx, [id], { state: null, folder: null, held: null, reported_at: at, receipt })
  await endRemoval(tx, machine_id, root_id, { done: removed, total: removed + kept }, at)
  announce(tx, `m${machine_id}`)
}
