import type { MachineId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import { noteProgress, type Progress } from '../jobs/note-progress.ts'
import { type Health, noteHealth } from '../machines/health.ts'
import { noteRoots, type RootReport } from '../roots/note-roots.ts'

const MOST = 200

/**
 * What devices say of their jobs, their roots and themselves, kept until it is time to write it down: of each only the newest, so
 * that a device which talks much costs no more than one that does not.
 */
export class ReportBox {
  readonly #ctx: Ctx
  readonly #progress = new Map<string, { machineId: MachineId; progress: Progress }>()
  readonly #roots = new Map<string, { machineId: MachineId; root: RootReport }>()
  readonly #health = new Map<MachineId, { machineId: MachineId; health: Health }>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  async addProgress(machineId: MachineId, progress: Progress): Promise<void> {
    this.#progress.set(`${machineId} ${progress.job}`, { machineId, progress })
    if (this.#progress.size >= MOST) await this.flush()
  }

  async addRoots(machineId: MachineId, roots: readonly RootReport[]): Promise<void> {
    for (const root of roots)
      this.#roots.set(`${machineId} ${root.rsub_id} ${Object.keys(root).join()}`, { machineId, root })
    if (this.#roots.size >= MOST) await this.flush()
  }

  addHealth(machineId: MachineId, health: Health): void {
    this.#health.set(machineId, { machineId, health })
  }

  /** Writes down what there is. What cannot be written now stays, unless something newer comes. */
  async flush(): Promise<void> {
    await drain(this.#progress, (said) => noteProgress(this.#ctx, said))
    await drain(this.#roots, (said) => noteRoots(this.#ctx, said))
    await drain(this.#health, (said) => noteHealth(this.#ctx, said))
  }
}

async function drain<Key, Value>(
  box: Map<Key, Value>,
  write: (values: Value[]) => Promise<void>,
): Promise<void> {
  const taken = [...box]
  await write(taken.map(([, value]) => value))
  for (const [key, value] of taken) if (box.get(key) === value) box.delete(key)
}
