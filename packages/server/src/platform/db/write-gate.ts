import { Outage, type OutageCause } from '../basics/outage.ts'

/** What a database is asked before each write: shut, it stays so until the process ends. */
export class WriteGate {
  #refused: { by: OutageCause; why: string } | undefined

  shut(by: OutageCause, why: string): void {
    this.#refused ??= { by, why }
  }

  check(): void {
    if (this.#refused) throw new Outage(this.#refused.by, new Error(this.#refused.why))
  }
}
