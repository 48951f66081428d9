/** Every content that someone wrote, and whether its writer let it go before anyone else had to know it. */
export class Journal {
  readonly #writers = new Map<string, string>()
  readonly #dropped = new Set<string>()

  write(writer: string, content: string, before: string | undefined): void {
    this.#writers.set(content, writer)
    this.drop(writer, before)
  }

  /** What others wrote came by the service, which keeps it. */
  drop(by: string, content: string | undefined): void {
    if (content !== undefined && this.#writers.get(content) === by) this.#dropped.add(content)
  }

  /** What must be found somewhere. */
  get kept(): string[] {
    return [...this.#writers.keys()].filter((content) => !this.#dropped.has(content))
  }
}
