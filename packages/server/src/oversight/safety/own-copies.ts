import { isInSync, type RootState } from '@holdfast/api/devices/agent-channel'
import type { PersonId, RootId } from '@holdfast/api/ids'
import type { CopyState, DeviceCopy } from '@holdfast/api/oversight/safety'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { type CopyRow, listCopies } from './queries.ts'

/** A device needs as long to hear of a change and to say that it is at work on it. */
const SETTLING_MS = 15_000

/** On which devices of someone a root is, and whether something in it that changed at a moment has come there. */
export async function ownCopies(
  ctx: Ctx,
  personId: PersonId,
  rootId: RootId,
  changedAt: Instant,
): Promise<DeviceCopy[]> {
  const rows = await listCopies(ctx.db.read, personId, rootId)
  const copies: DeviceCopy[] = []
  for (const row of rows) {
    const connected = await ctx.devices.isConnected(row.machine_id)
    const asOf = lastContact(row, connected, ctx.now())
    copies.push({
      machine_id: row.machine_id,
      machine_name: row.nickname ?? row.dns_name ?? row.guid,
      rsub_id: row.id,
      state: stateOf(row, changedAt, asOf),
      connected,
      as_of: asOf === undefined ? null : formatUtc(asOf),
    })
  }
  return copies
}

/** A device that is connected says at once when something is different. */
function lastContact(row: CopyRow, connected: boolean, now: Instant): Instant | undefined {
  if (row.reported_at === null) return undefined
  return connected ? now : Math.max(row.reported_at, row.last_disconnect_at ?? 0)
}

function stateOf({ state, held }: CopyRow, changedAt: Instant, asOf: Instant | undefined): CopyState {
  if (held !== null) return 'held'
  if (state === null || asOf === undefined) return 'unknown'
  // As it was checked when the device said it.
  const said = state as RootState
  if (said === 'synced') return changedAt + SETTLING_MS <= asOf ? 'up_to_date' : 'behind'
  return isInSync(said) ? 'attention' : (said as Exclude<RootState, 'synced'>)
}
