import { isIgnored } from '../../src/core/ignore.ts'
import type { Chance } from './chance.ts'
import type { Node } from './disk-tree.ts'
import { Editor } from './editor.ts'
import type { Journal } from './journal.ts'
import type { ModelDisk } from './model-disk.ts'

/** Two looks at a file that looks finished are further apart. */
const SHORT_PAUSE_MS = 200
/** Two looks at any other are further apart. */
const LONG_PAUSE_MS = 1700

/** Someone who works in the folder of a device. */
export class DiskUser {
  readonly #disk: ModelDisk
  readonly #chance: Chance
  readonly #journal: Journal
  readonly #names: readonly string[]
  readonly #editor: Editor
  /** Files that are elsewhere on the machine, and the folder that they came from. */
  away: { node: Node; from: Node }[] = []
  /** Programs of theirs write in pieces. */
  writesInPieces = false
  /** Programs of theirs pause while they write, for a moment or with the file open. */
  pauses = false
  /** They rename what is ignored, as anything else. */
  touchesHidden = false
  /** A device that may only read undoes deletes. */
  deletesForAll = true

  constructor(
    disk: ModelDisk,
    { chance, journal, names }: { chance: Chance; journal: Journal; names: readonly string[] },
  ) {
    this.#disk = disk
    this.#chance = chance
    this.#journal = journal
    this.#names = names
    this.#editor = new Editor(disk, { chance, journal, deletesForAll: () => this.deletesForAll })
  }

  /** Does something, and says what. */
  act(canTakeOut: boolean): string {
    if (!this.#disk.isMounted) return 'finds no disk'
    this.#disk.settle()
    if (this.#chance.happens(0.5)) this.finishWriting()
    const all = this.#disk.all().filter((node) => this.#canTouch(node))
    const files = all.filter(({ kind }) => kind === 'file')
    const draw = this.away.length > 0 && this.#chance.happens(0.3) ? 0.74 : this.#chance.next()
    if (draw < 0.25 || all.length === 0) return this.#create()
    if (draw < 0.35) return this.#makeFolder()
    if (draw < 0.6 && files.length > 0) return this.#edit(this.#chance.pick(files))
    if (draw < 0.72) return this.#delete(this.#chance.pick(all))
    if (draw < 0.76 && canTakeOut) return this.#takeOutOrBack(files)
    if (draw < 0.86 && all.length > 1) return this.#swap(this.#chance.pick(all), this.#chance.pick(all))
    return this.#move(this.#chance.pick(all))
  }

  /** Where a volume is mounted, nobody reaches what it covers, and nobody moves or deletes it. */
  #canTouch(node: Node): boolean {
    const { covered } = this.#disk
    if (node.isHalf || (!this.touchesHidden && isIgnored(node.name))) return false
    return ![...covered].some((one) => this.#disk.isInside(one, node) || this.#disk.isInside(node, one))
  }

  /** Something that no agent cares for. */
  leaveIgnored(): void {
    const folder = this.#drawFolder()
    if (this.#disk.isMounted && !this.#disk.named(folder, 'x.tmp'))
      this.#disk.add(folder, 'x.tmp', 'file', 'ignored')
  }

  /** Begins to save a file as some editor does, or goes on with that. */
  save(): string | undefined {
    if (this.#editor.isSaving) return this.#editor.next()
    const file = this.#drawFile()
    return file && this.#editor.begin(file)
  }

  /** What programs were doing is done. */
  finish(): void {
    this.finishWriting()
    this.#editor.finish()
  }

  #drawFile(): Node | undefined {
    if (!this.#disk.isMounted) return undefined
    return this.#chance.pick(this.#disk.all().filter((node) => node.kind === 'file' && this.#canTouch(node)))
  }

  /** Gives a file another time of change. */
  touch(): string | undefined {
    const file = this.#drawFile()
    if (!file) return undefined
    this.#disk.touch(file, Date.UTC(2010, 0) + 1000 * this.#chance.below(1000))
    return `touches ${file.name}`
  }

  /** What programs were writing is there as a whole. */
  finishWriting(): void {
    for (const node of this.#disk.all()) if (node.isHalf) this.#finish(node)
  }

  /** Programs that have paused for long enough write the next piece, or the last one. */
  goOnWriting(now: number): void {
    if (!this.pauses || !this.#disk.isMounted) return
    for (const node of this.#disk.all()) {
      if (node.pausesUntil === undefined || node.pausesUntil > now) continue
      if (this.#chance.happens(0.3)) this.#finish(node)
      else this.#pause(node)
    }
  }

  #begin(node: Node): string {
    node.isHalf = true
    if (this.pauses) this.#pause(node)
    else this.#disk.write(node, 'half')
    return `begins to write ${node.name}`
  }

  /** Writes a piece. Who pauses for long has the file open meanwhile. */
  #pause(node: Node): void {
    const isLong = this.#disk.open.has(node) || (!node.pausesUntil && this.#chance.happens(0.5))
    if (isLong) this.#disk.open.add(node)
    this.#disk.write(node, 'half')
    node.pausesUntil = node.writtenAt + this.#chance.below(isLong ? LONG_PAUSE_MS : SHORT_PAUSE_MS)
  }

  #finish(node: Node): void {
    node.isHalf = false
    node.pausesUntil = undefined
    this.#disk.open.delete(node)
    this.#disk.write(node, this.#journal.write())
  }

  #drawFolder = (): Node =>
    this.#chance.pick([
      this.#disk.top,
      ...this.#disk.all().filter((node) => node.kind === 'folder' && !this.#isCovered(node)),
    ])

  #isCovered = (node: Node): boolean => [...this.#disk.covered].some((one) => this.#disk.isInside(node, one))

  #drawFreePlace(): { folder: Node; name: string } | undefined {
    const place = { folder: this.#drawFolder(), name: this.#chance.pick(this.#names) }
    return this.#disk.named(place.folder, place.name) ? undefined : place
  }

  #create(): string {
    const place = this.#drawFreePlace()
    if (!place) return 'finds a name taken'
    if (this.#writes()) return this.#begin(this.#disk.add(place.folder, place.name, 'file', ''))
    const content = this.#journal.write()
    this.#disk.add(place.folder, place.name, 'file', content)
    return `creates ${place.name} ${content} in ${place.folder.name}`
  }

  #writes = (): boolean => this.writesInPieces && this.#chance.happens(0.3)

  #makeFolder(): string {
    const place = this.#drawFreePlace()
    if (!place) return 'finds a name taken'
    this.#disk.add(place.folder, place.name, 'folder')
    return `makes folder ${place.name} in ${place.folder.name}`
  }

  /** In place, or as many programs do it: by a new file under the same name. */
  #edit(file: Node): string {
    const before = file.content
    if (this.#writes()) {
      this.#journal.overwrite(before)
      return this.#begin(file)
    }
    const content = this.#journal.write(before)
    if (this.#chance.happens(0.5)) this.#disk.write(file, content)
    else {
      const folder = file.parent ?? this.#disk.top
      this.#disk.destroy(file)
      this.#disk.add(folder, file.name, 'file', content)
    }
    return `edits ${file.name} ${before} to ${content}`
  }

  #delete(node: Node): string {
    for (const content of this.#contentsIn(node)) this.#journal.delete(content, this.deletesForAll)
    this.#disk.destroy(node)
    return `deletes ${node.name}`
  }

  #takeOutOrBack(files: readonly Node[]): string {
    const back = this.away.pop()
    if (back) {
      const { node, from } = back
      const folder =
        this.#disk.isInside(from, this.#disk.top) && this.#chance.happens(0.6) ? from : this.#drawFolder()
      if (this.#disk.named(folder, node.name)) {
        this.away.push(back)
        return 'finds a name taken'
      }
      this.#disk.attach(node, folder, node.name)
      this.#journal.move(node.content)
      return `brings back ${node.name} ${node.content}`
    }
    if (files.length === 0) return 'finds no file'
    const node = this.#chance.pick(files)
    this.away.push({ node, from: node.parent ?? this.#disk.top })
    this.#disk.detach(node)
    return `takes out ${node.name} ${node.content}`
  }

  #move(node: Node): string {
    const folder = this.#drawFolder()
    const name = this.#chance.pick(this.#names)
    const there = this.#disk.named(folder, name)
    if (this.#disk.isInside(folder, node) || (there && there !== node)) return 'cannot move'
    const before = node.name
    this.#disk.detach(node)
    this.#disk.attach(node, folder, name)
    for (const content of this.#contentsIn(node)) this.#journal.move(content)
    return `moves ${before} to ${folder.name}/${name}`
  }

  #swap(one: Node, other: Node): string {
    const [first, second] = [one.parent, other.parent]
    if (!first || !second || this.#disk.isInside(one, other) || this.#disk.isInside(other, one))
      return 'cannot swap'
    const names = [one.name, other.name] as const
    this.#disk.detach(one)
    this.#disk.detach(other)
    this.#disk.attach(one, second, names[1])
    this.#disk.attach(other, first, names[0])
    for (const content of [one, other].flatMap((node) => this.#contentsIn(node))) this.#journal.move(content)
    return `swaps ${names.join(' and ')}`
  }

  #contentsIn = (node: Node): string[] =>
    node.kind === 'file'
      ? [node.content]
      : this.#disk.children(node).flatMap((child) => this.#contentsIn(child))
}
