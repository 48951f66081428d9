const MIB = 1024 * 1024
const TOGETHER = 64 * MIB
/** So that one who sends much, or slowly, leaves room for others. */
const FOR_ONE = 16 * MIB

/** Counts bytes that are held in memory, by whom they are held for. */
export class MemoryBudget {
  #held = 0
  readonly #heldBy = new Map<unknown, number>()

  /** Gives what ends the holding, or nothing where it would be too much. */
  tryHold(holder: unknown, bytes: number): (() => void) | undefined {
    const own = this.#heldBy.get(holder) ?? 0
    if (this.#held + bytes > TOGETHER || own + bytes > FOR_ONE) return undefined
    this.#count(holder, bytes)
    return () => this.#count(holder, -bytes)
  }

  #count(holder: unknown, bytes: number): void {
    this.#held += bytes
    const own = (this.#heldBy.get(holder) ?? 0) + bytes
    if (own === 0) this.#heldBy.delete(holder)
    else this.#heldBy.set(holder, own)
  }
}
