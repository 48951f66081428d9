import type { Chance } from './chance.ts'
import type { Node } from './disk-tree.ts'
import type { Journal } from './journal.ts'
import type { ModelDisk } from './model-disk.ts'

/** The next thing that a program does to save a file; false if it cannot go on. */
type Step = () => boolean

interface Place {
  readonly folder: Node
  readonly name: string
}

const PROGRAMS = ['emacs', 'vim', 'hasty', 'word', 'gedit', 'deleting'] as const

/** Programs that save files each in their own way, in steps between which anything may happen. */
export class Editor {
  readonly #disk: ModelDisk
  readonly #chance: Chance
  readonly #journal: Journal
  readonly #deletesForAll: () => boolean
  #steps: Step[] = []

  constructor(
    disk: ModelDisk,
    { chance, journal, deletesForAll }: { chance: Chance; journal: Journal; deletesForAll: () => boolean },
  ) {
    this.#disk = disk
    this.#chance = chance
    this.#journal = journal
    this.#deletesForAll = deletesForAll
  }

  get isSaving(): boolean {
    return this.#steps.length > 0
  }

  begin(file: Node): string {
    const program = this.#chance.pick(PROGRAMS)
    const place = { folder: file.parent ?? this.#disk.top, name: file.name }
    this.#steps = this.#stepsOf(program, place)
    return `${program} begins to save ${file.name}`
  }

  next(): string | undefined {
    const step = this.#steps.shift()
    if (!step) return undefined
    this.#disk.settle()
    if (step()) return 'goes on saving'
    this.#steps = []
    return 'cannot go on saving'
  }

  finish(): void {
    while (this.isSaving) this.next()
  }

  #stepsOf(program: (typeof PROGRAMS)[number], { folder, name }: Place): Step[] {
    const away = (to: string) => () => this.#rename(folder, name, to)
    const write = (as: string) => () => this.#write(folder, as)
    const remove = (what: string) => () => this.#remove(folder, what)
    const backup = `${name}~`
    switch (program) {
      case 'emacs':
        return [away(backup), write(name)]
      case 'vim':
        return [away(backup), write(name), remove(backup)]
      case 'hasty':
        return [away(backup), remove(backup), write(name)]
      case 'word':
        return [write('w.tmp'), away('o.tmp'), () => this.#rename(folder, 'w.tmp', name), remove('o.tmp')]
      case 'gedit':
        return [write('g'), () => this.#rename(folder, 'g', name)]
      case 'deleting':
        return [remove(name), write(name)]
    }
  }

  #find(folder: Node, name: string): Node | undefined {
    const isThere = this.#disk.isMounted && this.#disk.isInside(folder, this.#disk.top)
    const node = isThere ? this.#disk.named(folder, name) : undefined
    return node?.kind === 'file' && node.name === name && !node.isHalf ? node : undefined
  }

  /** Over what has the name, as the system does it. */
  #rename(folder: Node, from: string, to: string): boolean {
    const node = this.#find(folder, from)
    const over = this.#disk.named(folder, to)
    if (!node || (over && over !== this.#find(folder, to))) return false
    if (over) this.#destroy(over)
    this.#disk.detach(node)
    this.#disk.attach(node, folder, to)
    this.#journal.move(node.content)
    return true
  }

  #write(folder: Node, name: string): boolean {
    if (!this.#disk.isMounted || !this.#disk.isInside(folder, this.#disk.top)) return false
    if (this.#disk.named(folder, name)) return false
    this.#disk.add(folder, name, 'file', this.#journal.write())
    return true
  }

  #remove(folder: Node, name: string): boolean {
    const node = this.#find(folder, name)
    if (node) this.#destroy(node)
    return node !== undefined
  }

  #destroy(node: Node): void {
    this.#journal.delete(node.content, this.#deletesForAll())
    this.#disk.destroy(node)
  }
}
