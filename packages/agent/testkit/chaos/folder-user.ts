import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Journal } from './journal.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'report.txt', 'Größe.txt']

/** Someone who works in the folders of a device, and now and then takes something out of them and puts it back. */
export class FolderUser {
  /** Each is kept equal to a root. What is moved from one to another is a new item there. */
  readonly folders: readonly string[]
  readonly #aside: string
  readonly #name: string
  readonly #draw: (below: number) => number
  readonly #journal: Journal
  #writes = 0

  constructor(name: string, folders: readonly string[], draw: (below: number) => number, journal: Journal) {
    this.#name = name
    this.folders = folders
    this.#aside = `${folders[0]} aside`
    this.#draw = draw
    this.#journal = journal
    mkdirSync(this.#aside, { recursive: true })
  }

  /** Does something to some file or folder, if that can be done. */
  act(): void {
    const deed = this.#draw(10)
    try {
      if (deed < 4) this.#write()
      else if (deed < 5) mkdirSync(this.#freePlace(), { recursive: true })
      else if (deed < 7) this.#move()
      else if (deed < 8) this.#takeOut()
      else if (deed < 9) this.#putBack()
      else this.#remove()
    } catch (error) {
      // The agent moves things, too: what was there a moment ago may be elsewhere.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL'].includes(codeOf(error)))
        throw error
    }
  }

  #write(): void {
    const place = this.#draw(2) === 0 ? this.#freePlace() : (this.#some('file') ?? this.#freePlace())
    const content = `${this.#name} ${++this.#writes}`
    const before = contentAt(place)
    writeFileSync(place, content)
    this.#journal.write(this.#name, content, before)
  }

  #move(): void {
    const from = this.#some(this.#draw(3) === 0 ? 'folder' : 'file')
    const to = this.#freePlace()
    if (from && !`${to}/`.startsWith(`${from}/`)) renameSync(from, to)
  }

  #takeOut(): void {
    const from = this.#some('file')
    if (from) renameSync(from, path.join(this.#aside, `${this.#draw(1_000_000)}`))
  }

  #putBack(): void {
    const [first] = readdirSync(this.#aside)
    if (first) renameSync(path.join(this.#aside, first), this.#freePlace())
  }

  #remove(): void {
    const gone = this.#some(this.#draw(4) === 0 ? 'folder' : 'file')
    if (!gone) return
    const contents = statSync(gone).isDirectory() ? filesBelow(gone).map(contentAt) : [contentAt(gone)]
    rmSync(gone, { recursive: true })
    for (const content of contents) this.#journal.drop(this.#name, content)
  }

  /** What was taken out comes back, so that all is in the folder again. */
  putAllBack(): void {
    for (const name of readdirSync(this.#aside))
      renameSync(path.join(this.#aside, name), path.join(this.#folder, `back ${name}`))
  }

  get #folder(): string {
    return this.folders[this.#draw(this.folders.length)] ?? ''
  }

  #some(kind: 'file' | 'folder'): string | undefined {
    const all = this.folders.flatMap(kind === 'file' ? filesBelow : foldersBelow)
    return all[this.#draw(Math.max(1, all.length))]
  }

  #freePlace(): string {
    const top = this.#folder
    const folders = [top, ...foldersBelow(top)]
    const folder = folders[this.#draw(folders.length)] ?? top
    for (let number = 0; ; number++) {
      const name = `${NAMES[this.#draw(NAMES.length)]}${number > 0 ? ` ${number}` : ''}`
      const place = path.join(folder, name)
      if (!existsSync(place)) return place
    }
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
const contentAt = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const below = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).filter(
    ({ parentPath, name }) => !path.join(parentPath, name).includes('.holdfast-'),
  )
export const filesBelow = (folder: string): string[] =>
  below(folder).flatMap((one) => (one.isFile() ? path.join(one.parentPath, one.name) : []))
const foldersBelow = (folder: string): string[] =>
  below(folder).flatMap((one) => (one.isDirectory() ? path.join(one.parentPath, one.name) : []))

/** Paths of files with their contents, and of folders: `0/…` in the first folder of someone, `1/…` in the second. */
export function treeOf({ folders }: Pick<FolderUser, 'folders'>): Record<string, string> {
  const found = folders.flatMap((folder, number) =>
    below(folder).map((one): [string, string] => {
      const at = path.join(one.parentPath, one.name)
      const name = `${number}/${path.relative(folder, at).normalize('NFC')}`
      return [name, one.isFile() ? readFileSync(at, 'utf8') : '/']
    }),
  )
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)))
}
