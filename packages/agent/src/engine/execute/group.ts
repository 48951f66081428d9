import type { LocalId } from '../../core/local-id.ts'
import type { LocalOp } from '../../core/ops.ts'
import type { Engine } from '../state/engine.ts'
import { flushFolder } from '../state/flush-folder.ts'
import type { ProblemReason } from '../state/status.ts'

/** What an operation did to the disk. */
export interface Acted {
  /** Folders in which names have changed. */
  readonly folders: readonly LocalId[]
  /** What both sides then agree on. It is written down once those folders are durable. */
  readonly agree: () => void
}

/** One change of the disk, in the steps that a crash may come between. */
export interface Deed {
  readonly op: LocalOp
  /** Puts down what is about to happen: it is durable before anything does. False if it is not wanted any more. */
  readonly prepare: () => boolean
  /** Undefined if nothing was done; then what was put down is taken back. */
  readonly act: () => Promise<Acted | undefined>
  readonly takeBack: () => void
  /** It is among what is staged, and goes if nothing was done. */
  readonly staged?: LocalId | undefined
}

/** Why the disk does not do it, again and again: something that is not ours has the name, or the item is another each time. */
const LIKELY: Record<LocalOp['op'], ProblemReason> = {
  make: 'in_the_way',
  move: 'in_the_way',
  rename_conflicting: 'in_the_way',
  replace: 'being_written',
  remove: 'being_written',
  set_time: 'being_written',
}

/** Changes the disk as a group: what is written down and made durable is so for all of them at once. */
export async function actTogether(engine: Engine, deeds: readonly Deed[]): Promise<void> {
  const { disk, save, problems } = engine
  const wanted = deeds.filter((deed) => deed.prepare())
  await save()
  const done: Acted[] = []
  const failed: Deed[] = []
  for (const deed of wanted) {
    const acted = await deed.act()
    if (acted) {
      done.push(acted)
      problems.succeed(deed.op)
    } else {
      deed.takeBack()
      // Unless the disk has said why.
      if (!problems.isHeld(deed.op)) problems.fail(deed.op, { reason: null, likely: LIKELY[deed.op.op] })
      failed.push(deed)
    }
  }
  for (const folder of new Set(done.flatMap(({ folders }) => folders))) await flushFolder(engine, folder)
  for (const { agree } of done) agree()
  // What is staged goes last: while it is written down as ours, its absence would mean that it was placed.
  await save()
  for (const { staged } of [...failed, ...deeds.filter((deed) => !wanted.includes(deed))])
    if (staged !== undefined) await disk.dropStaged(staged)
}
