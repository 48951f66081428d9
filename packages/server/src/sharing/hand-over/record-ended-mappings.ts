import type { MachineId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findMachine, named } from '../../records/machines.ts'

export async function recordEndedMappings(
  tx: Tx,
  who: PersonPrincipal,
  ended: readonly { machine_id: MachineId; path: string }[],
  at: Instant,
): Promise<void> {
  for (const { machine_id, path } of ended) {
    const machine = await findMachine(tx, machine_id)
    if (machine)
      await recordActivity(tx, who, 'mapping_deleted', { machine: named(machine), about: path }, at)
  }
}
