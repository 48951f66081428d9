import { networkOf } from './network.ts'

/** Counts what each network has open in this process. */
export class PerNetwork {
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Whether there is room for one more, which then counts until `closing` happens. */
  admit(address: string, closing: (release: () => void) => void): boolean {
    const network = networkOf(address)
    const open = this.#open.get(network) ?? 0
    if (open >= this.#most) return false
    this.#open.set(network, open + 1)
    closing(() => this.#release(network))
    return true
  }

  #release(network: string): void {
    const left = (this.#open.get(network) ?? 1) - 1
    if (left === 0) this.#open.delete(network)
    else this.#open.set(network, left)
  }
}
