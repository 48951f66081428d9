import type { MachineId, MachineJobId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { Type } from 'typebox'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import { finishLeaving } from '../../records/end-sign-ins.ts'
import { holdMachineRoots } from '../../records/machine-roots.ts'
import { noteReceipt } from '../../records/machine-sign-out.ts'
import { findMachine } from '../../records/machines.ts'
import { frameReader, keptProblems, type Problem, problemList } from '../basics/read-problems.ts'
import { listRemovals, type MachineJobRow, updateOpenJob } from './queries.ts'

/** What a device says of one of its jobs. */
export interface Progress {
  job: MachineJobId
  state: 'running' | 'done' | 'failed'
  done: number
  total?: number
  problems?: Problem[]
}

const count = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const readProgress = frameReader<Progress>(
  Type.Object({
    job: Type.Integer({ minimum: 1 }),
    state: Type.String({ enum: ['running', 'done', 'failed'] }),
    done: count(),
    total: Type.Optional(count()),
    problems: problemList(),
  }),
)

/** Notes how far jobs are. A device can speak of its own only, and of none that has come to its end. */
export async function noteProgress(
  ctx: Ctx,
  said: readonly { machineId: MachineId; progress: Progress }[],
): Promise<void> {
  if (said.length === 0) return
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    // Before the jobs, as by those who find out what belongs to a machine: so nobody waits in a circle.
    const finished = said.filter(({ progress }) => progress.state !== 'running')
    const machineIds = new Set(finished.map(({ machineId }) => machineId))
    await holdMachineRoots(
      tx,
      [...machineIds].sort((a, b) => a - b),
    )
    for (const { machineId, progress } of said) {
      const { job, state, done, total, problems } = progress
      const changed = await updateOpenJob(tx, machineId, job, {
        state,
        done,
        total: total ?? null,
        problems: keptProblems(problems),
        ...(state !== 'running' && { finished_at: at, credentials: null }),
      })
      if (!changed) continue
      if (changed.kind === 'remove_files' && state !== 'running') await finishRemoval(tx, changed, at)
      announce(tx, `m${machineId}`)
    }
  })
}

/** The removal of a copy is over when the machine has left the root. */
export async function endRemoval(
  tx: Tx,
  machineId: MachineId,
  rootId: RootId,
  counts: { done: number; total: number },
  at: Instant,
): Promise<void> {
  const job = (await listRemovals(tx, machineId)).get(rootId)
  if (job === undefined) return
  await updateOpenJob(tx, machineId, job, { state: 'done', ...counts, finished_at: at })
  await endSignIn(tx, machineId, at)
}

/** What it could not remove stays there, and is reported: there is nothing more that the machine could do. */
async function finishRemoval(tx: Tx, job: MachineJobRow, at: Instant): Promise<void> {
  const { machine_id, root_id, state, done, problems } = job
  await noteReceipt(
    tx,
    machine_id,
    root_id,
    JSON.stringify({ state, done, problems: JSON.parse(problems ?? '[]') }),
  )
  await endSignIn(tx, machine_id, at)
}

async function endSignIn(tx: Tx, id: MachineId, at: Instant): Promise<void> {
  const machine = await findMachine(tx, id)
  if (machine) await finishLeaving(tx, machine, at)
}
