import type { ActivityId, RootId } from '@holdfast/api/ids'
import type { Epoch } from '../../platform/installation/epoch.ts'
import { seal, unseal } from './sealed.ts'

const POSITION = 'last_event_id'

/** How far a reader of events has come: in the log of each root, and in the activity of its organization. */
export class Position {
  activity: ActivityId | 0
  readonly #roots: Map<RootId, number>

  constructor(activity: ActivityId | 0, roots: Iterable<readonly [RootId, number]>) {
    this.activity = activity
    this.#roots = new Map(roots)
  }

  static parse(epoch: Epoch, text: string): Position {
    const [activity = 0, ...rest] = unseal(epoch, POSITION, text)
    const roots = Array.from({ length: rest.length / 2 }, (_, n): [RootId, number] => [
      rest[2 * n] as RootId,
      rest[2 * n + 1] as number,
    ])
    return new Position(activity as ActivityId, roots)
  }

  format(epoch: Epoch): string {
    return seal(epoch, POSITION, [this.activity, ...[...this.#roots].flat()])
  }

  /** A root that it does not know has come after it, so all of that is new. */
  in(rootId: RootId): number {
    return this.#roots.get(rootId) ?? 0
  }

  advance(rootId: RootId, seq: number): void {
    this.#roots.set(rootId, seq)
  }

  /** Forgets roots that are out of reach, and knows new ones. */
  keep(roots: readonly { id: RootId }[]): void {
    const ids = new Set(roots.map(({ id }) => id))
    for (const id of this.#roots.keys()) if (!ids.has(id)) this.#roots.delete(id)
    for (const id of ids) if (!this.#roots.has(id)) this.#roots.set(id, 0)
  }
}
