import type { LocalId } from '../core/local-id.ts'

/** What the newest look at each folder has found of something that most folders do not have. */
export class ByFolder<T> {
  readonly #found = new Map<LocalId, readonly T[]>()

  set(folder: LocalId, found: readonly T[]): void {
    if (found.length > 0) this.#found.set(folder, found)
    else this.#found.delete(folder)
  }

  all = (): [folder: LocalId, found: T][] =>
    [...this.#found].flatMap(([folder, found]) => found.map((one): [LocalId, T] => [folder, one]))
}
