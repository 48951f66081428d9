import { Gate } from './gate.ts'

/** Lets few pieces of work of each kind run at once in this process; the others wait, who came first goes first. */
export class FewAtOnce<Kind> {
  readonly #most: number
  readonly #gates = new Map<Kind, { gate: Gate; inside: number }>()

  constructor(most: number) {
    this.#most = most
  }

  async during<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    const known = this.#gates.get(kind) ?? { gate: new Gate(this.#most), inside: 0 }
    this.#gates.set(kind, known)
    known.inside++
    await known.gate.pass()
    try {
      return await work()
    } finally {
      known.gate.leave()
      if (--known.inside === 0) this.#gates.delete(kind)
    }
  }
}
