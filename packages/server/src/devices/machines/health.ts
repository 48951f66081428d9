import type { MachineHealth } from '@holdfast/api/devices/fleet'
import type { MachineId } from '@holdfast/api/ids'
import { Type } from 'typebox'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import { timeOrNull } from '../../accounts/organizations/view.ts'
import type { Ctx } from '../../platform/context.ts'
import { announce } from '../../platform/db/news.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { updateMachineRow } from '../../records/machines.ts'
import { frameReader, keptProblems, type Problem, problemList } from '../basics/read-problems.ts'

/** What a device says of itself. */
export interface Health {
  version?: string
  free_space?: number
  total_space?: number
  problems?: Problem[]
}

const bytes = () => Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

export const readHealth = frameReader<Health>(
  Type.Object({
    version: Type.Optional(Type.String({ maxLength: 50 })),
    free_space: bytes(),
    total_space: bytes(),
    problems: problemList(),
  }),
)

/** Keeps the newest word of each device. */
export async function noteHealth(
  ctx: Ctx,
  said: readonly { machineId: MachineId; health: Health }[],
): Promise<void> {
  if (said.length === 0) return
  await ctx.db.write(async (tx) => {
    // By number, as everyone else does who holds several machines: so nobody waits in a circle.
    for (const { machineId, health } of said.toSorted((a, b) => a.machineId - b.machineId)) {
      const { version, problems, ...rest } = health
      const { organization_id } = await updateMachineRow(tx, machineId, {
        health: JSON.stringify({ ...rest, problems: JSON.parse(keptProblems(problems)) }),
        health_at: ctx.now(),
        seen_at: ctx.now(),
        problem_count: problems?.length ?? 0,
        ...(version !== undefined && { agent_version: version }),
      })
      announce(tx, `m${machineId}`)
      announce(tx, `d${organization_id}`)
    }
  })
}

/** How a machine is: whether it is there, and what it last said. */
export async function getHealth(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<MachineHealth> {
  const db = ctx.db.read
  const machine = await authorizeMachine(db, who, id)
  const { free_space, total_space, problems = [] }: Health = JSON.parse(machine.health ?? '{}')
  const sees = await seesNamesOn(db, who, machine)
  return {
    type: 'machine_health',
    machine_id: id,
    connected: await ctx.devices.isConnected(id),
    unreachable_since: timeOrNull(machine.alerted_at && machine.last_disconnect_at),
    signed_out: timeOrNull(machine.signed_out_at),
    reported: timeOrNull(machine.health_at),
    free_space: free_space ?? null,
    total_space: total_space ?? null,
    problems: problems.map(({ path, reason }) => ({ path: sees ? path : '', reason })),
  }
}
