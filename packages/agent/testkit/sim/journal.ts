/** Every content that someone wrote, and what people then did to it on purpose. */
export class Journal {
  readonly written = new Set<string>()
  /** Overwritten or deleted by someone who had it before them. */
  readonly gone = new Set<string>()
  /** Deleted: it must not come back by itself. */
  readonly deleted = new Set<string>()
  /** Gone with the time that a restored service has lost, and with no device that has it. */
  readonly excused = new Set<string>()
  /** Removed by an agent before it could hear that the service was set back: still in its bin. */
  readonly bin = new Set<string>()
  /** Deletes may come back: an agent has lost its memory, or the service has. */
  deletesMayReturn = false
  readonly #lineages = new Map<string, string>()
  readonly #moved = new Set<string>()
  #count = 0

  /** A content that nobody has written before; `from` is what it is an edit of. */
  write(from?: string): string {
    const content = `c${++this.#count}`
    this.written.add(content)
    this.#lineages.set(content, (from !== undefined && this.#lineages.get(from)) || content)
    if (from !== undefined) this.gone.add(from)
    return content
  }

  /** Someone who had it writes something else there, which is nothing yet. */
  overwrite(content: string): void {
    this.gone.add(content)
  }

  delete(content: string, forAll: boolean): void {
    this.gone.add(content)
    if (forAll) this.deleted.add(content)
  }

  /** A move beats a delete elsewhere. */
  move(content: string): void {
    const lineage = this.#lineages.get(content)
    if (lineage !== undefined) this.#moved.add(lineage)
  }

  bringBack(content: string): void {
    this.deleted.delete(content)
    this.move(content)
  }

  mustStayDeleted = (content: string): boolean =>
    !this.deletesMayReturn && this.deleted.has(content) && !this.#moved.has(this.#lineages.get(content) ?? '')
}
