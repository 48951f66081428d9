import type { EntryId } from '@holdfast/api/ids'
import type { Subject } from './affected.ts'
import type { Link } from './links.ts'
import type { LocalId } from './local-id.ts'
import type { LocalEntry } from './local-tree.ts'
import { isRemote, type Op, type Plan, type Stuck, type Wait } from './ops.ts'
import { standingOf } from './standing.ts'
import type { Trees } from './trees.ts'

/** A plan in the making: what each subject adds to it. */
export class Draft implements Plan {
  readonly ops: Op[] = []
  readonly waits: Wait[] = []
  readonly stuck: Stuck[] = []
  readonly unsettled: Set<Subject>
  readonly undecided: ReadonlySet<EntryId>
  /** Local items that give way to others: nothing else is planned for them. */
  readonly conflicting = new Set<LocalId>()
  subject: Subject | undefined
  readonly #manualCollisions: boolean

  constructor({ manualCollisions }: Trees, undecided: ReadonlySet<EntryId>) {
    this.#manualCollisions = manualCollisions
    this.undecided = undecided
    // The next plan tries them again.
    this.unsettled = new Set(undecided)
  }

  do(op: Op): void {
    this.ops.push(op)
    this.#unsettle()
  }

  wait(wait: Wait): void {
    this.waits.push(wait)
    this.#unsettle()
  }

  giveWay(local: LocalEntry): void {
    this.#unsettle()
    // It is planned for itself again as soon as nothing wants its place.
    this.unsettled.add(local.id)
    if (this.conflicting.has(local.id)) return
    this.conflicting.add(local.id)
    if (this.#manualCollisions) this.stuck.push({ local, reason: 'name_clash' })
    else this.ops.push({ op: 'rename_conflicting', local })
  }

  /** What becomes of a file that gets its name back is for the next plan: until then it has the version that it has. */
  leaveRetaken(): void {
    const retaken = new Set(this.ops.flatMap((op) => (op.op === 'retake' ? op.row.id : [])))
    if (retaken.size === 0) return
    const isLeft = (op: Op) => isRemote(op) && 'link' in op && retaken.has(op.link.rowId)
    this.ops.splice(0, this.ops.length, ...this.ops.filter((op) => !isLeft(op)))
  }

  stick(local: LocalEntry, reason: Stuck['reason']): void {
    this.stuck.push({ local, reason })
    this.#unsettle()
  }

  #unsettle(): void {
    if (this.subject !== undefined) this.unsettled.add(this.subject)
  }
}

/** Whether an item can go to a place on the disk. If not, what is there is told to leave, or waited for. */
export function makeRoom(
  trees: Trees,
  draft: Draft,
  place: { readonly folder: LocalId; readonly name: string; readonly asideTo: LocalId },
  self?: LocalEntry,
): 'free' | 'taken' | 'leaves' {
  for (const there of trees.local.named(place.folder, place.name)) {
    if (there.id === self?.id) continue
    const link = trees.links.ofLocal(there.id)
    if (!link) {
      draft.giveWay(there)
      return 'leaves'
    }
    const { row, localEdited, localMoved, rowMoved } = standingOf(trees, link)
    if (!row && !localEdited && !localMoved) return 'taken'
    if (rowMoved) {
      draft.wait({ wait: 'aside_locally', link, local: there, folder: place.asideTo })
      return 'taken'
    }
    if (localMoved) {
      draft.giveWay(there)
      return 'leaves'
    }
    return 'taken'
  }
  return 'free'
}

/** Moves the local item of a link to where its row is, if that place is free and not in itself. */
export function followRow(trees: Trees, draft: Draft, link: Link, top: LocalId): 'no' | 'planned' {
  const { row, local } = standingOf(trees, link)
  const folder = row && trees.links.ofRow(row.parentId)
  if (!local || !folder || !trees.local.get(folder.localId)) return 'no'
  if (trees.local.isInside(folder.localId, local.id)) return 'no'
  const room = makeRoom(trees, draft, { folder: folder.localId, name: row.name, asideTo: top }, local)
  if (room === 'free') draft.do({ op: 'move', link, local, folder: folder.localId, name: row.name, row })
  else if (room === 'taken') draft.wait({ wait: 'aside_locally', link, local, folder: folder.localId })
  return 'planned'
}
