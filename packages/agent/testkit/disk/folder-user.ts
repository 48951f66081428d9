import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { isIgnored } from '../../src/core/ignore.ts'
import type { Chance } from '../sim/chance.ts'

const NAMES = ['a.txt', 'A.txt', 'b', 'caf\u00e9', 'cafe\u0301', 'long name.pdf', 'd']
const LARGE = 700_000

/** Somebody who works in a folder, and remembers all that is still to be found somewhere. */
export class FolderUser {
  readonly #folder: string
  readonly #chance: Chance
  /** Contents that nobody has overwritten or deleted; shared by all users. */
  readonly #kept: Set<string>
  #written = 0
  /** What is being written to. */
  #open: number | undefined
  /** Where something is for a while that was taken out of the folder. */
  readonly #outside: string

  constructor(folder: string, chance: Chance, kept: Set<string>) {
    this.#folder = folder
    this.#outside = path.join(path.dirname(folder), 'outside')
    this.#chance = chance
    this.#kept = kept
  }

  act(): void {
    const items = this.#walk(this.#folder)
    const files = items.filter((item) => statSync(item).isFile())
    const chance = this.#chance
    const place = path.join(this.#somewhere(items), chance.pick(NAMES))
    const isFree = !existsSync(place)
    if (files.length === 0 || chance.happens(0.3)) {
      if (isFree && chance.happens(0.3)) mkdirSync(place)
      else if (isFree) this.#write(place)
      return
    }
    const file = chance.pick(files)
    const item = chance.pick(items)
    const deeds = [
      () => this.#overwrite(file),
      () => this.#save(file),
      () => this.#append(file),
      () => this.#delete(item),
      () => isFree && linkSync(file, place),
      () => isFree && !`${place}/`.startsWith(`${item}/`) && renameSync(item, place),
      () => isFree && !`${place}/`.startsWith(`${item}/`) && renameSync(item, place),
      () => this.#takeOut(item, place, isFree),
    ]
    chance.pick(deeds)()
  }

  /** Ends what is under way. */
  end(): void {
    if (this.#open !== undefined) this.#append('')
    if (existsSync(this.#outside)) renameSync(this.#outside, path.join(this.#folder, 'back at last'))
  }

  #overwrite(file: string): void {
    this.#lose(file)
    this.#write(file)
  }

  /** As many programs do. */
  #save(file: string): void {
    const draft = `${file}.tmp`
    this.#write(draft)
    this.#giveUp(file)
    renameSync(draft, file)
  }

  /** Opens a file, or writes to the one that was opened a while ago, wherever it is by now. */
  #append(file: string): void {
    const fd = this.#open
    if (fd === undefined) {
      this.#open = openSync(file, 'a')
      return
    }
    this.#lose(`/proc/self/fd/${fd}`)
    writeSync(fd, ` and ${++this.#written}`)
    this.#kept.add(readFileSync(`/proc/self/fd/${fd}`, 'latin1'))
    closeSync(fd)
    this.#open = undefined
  }

  #delete(item: string): void {
    for (const inside of [item, ...this.#walk(item)]) if (statSync(inside).isFile()) this.#giveUp(inside)
    rmSync(item, { recursive: true })
  }

  /** What is open is open no more. */
  #giveUp(file: string): void {
    this.#lose(file)
    if (this.#open === undefined || fstatSync(this.#open).ino !== statSync(file).ino) return
    closeSync(this.#open)
    this.#open = undefined
  }

  #takeOut(item: string, place: string, isFree: boolean): void {
    if (!existsSync(this.#outside)) renameSync(item, this.#outside)
    else if (isFree) renameSync(this.#outside, place)
  }

  #write(file: string): void {
    const text = `${path.basename(path.dirname(this.#folder))} ${++this.#written} `
    const content = this.#chance.happens(0.1) ? text.repeat(LARGE / text.length) : text
    writeFileSync(file, content)
    this.#kept.add(content)
  }

  /** Nobody wants it any more. */
  #lose(file: string): void {
    this.#kept.delete(readFileSync(file, 'latin1'))
  }

  #somewhere(items: readonly string[]): string {
    const folders = items.filter((item) => statSync(item).isDirectory())
    return this.#chance.pick([this.#folder, ...folders])
  }

  #walk(folder: string): string[] {
    if (!statSync(folder).isDirectory()) return []
    return readdirSync(folder)
      .filter((name) => !isIgnored(name))
      .flatMap((name) => [path.join(folder, name), ...this.#walk(path.join(folder, name))])
  }
}
