import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { inFolder, pathOf, type RawPath } from '../../src/backup/look.ts'
import type { Chance } from '../sim/chance.ts'

/** Names that some system, or the service, cannot hold, and such that it takes for one another. */
export const HOSTILE_NAMES: readonly string[] = [
  ...['plain', 'Plain', 'PLAIN', 'a:b', 'a?b', 'con', 'CON.txt', 'nul.tar.gz', 'ends.', 'ends ', ' begins'],
  ...[
    'straße',
    'STRASSE',
    'e\u0301',
    '\u00e9',
    'line\nbreak',
    'tab\t',
    '-rf',
    '*',
    '~',
    '.hidden',
    '\\',
    '%41',
  ],
  ...['a~1b2c3d4e', 'x'.repeat(255), `${'é'.repeat(127)}a`, '日本語', '👩‍👩‍👧', '\u202etxt.exe', 'ﬁ', 'FI'],
]
  .map((name) => Buffer.from(name).toString('latin1'))
  .concat(['\xff\xfe', 'caf\xe9', 'caf\xe9.txt', '\xc3', '\x80', '\xed\xa0\x80', '\x01'])

/** What is in a folder: of each path what it is, its mode as far as a restore gives it back, time and content. */
export type Recorded = Map<RawPath, string>

export function recordFolder(top: RawPath, { times = true } = {}): Recorded {
  const found: Recorded = new Map()
  const walk = (folder: RawPath, way: string) => {
    for (const bytes of readdirSync(pathOf(folder), { encoding: 'buffer' })) {
      const path = inFolder(folder, bytes.toString('latin1'))
      const name = `${way}/${bytes.toString('latin1')}`
      const stats = lstatSync(pathOf(path), { bigint: true })
      const time = times ? String(stats.mtimeNs) : ''
      const mode = (stats.mode & 0o1777n).toString(8)
      const owner = `${stats.uid}:${stats.gid}`
      if (stats.isSymbolicLink())
        found.set(name, `link ${time} ${readlinkSync(pathOf(path), { encoding: 'latin1' })}`)
      else if (stats.isDirectory()) found.set(name, `folder ${mode} ${owner} ${time}`)
      else found.set(name, `file ${mode} ${owner} ${time} ${readFileSync(pathOf(path)).toString('latin1')}`)
      if (stats.isDirectory()) walk(path, name)
    }
  }
  walk(top, '')
  return found
}

/** Whatever forgets that something is a link must not find anything at its other end. */
const LEADING_NOWHERE = ['nowhere', '/nowhere/at all', '../../../nowhere', 'a\xffb']

/** Node follows links where it changes modes and contents. */
const isFile = (path: RawPath): boolean => lstatSync(pathOf(path)).isFile()

/** Someone who does all kinds of things in a folder. */
export class HostileUser {
  readonly #top: RawPath
  readonly #chance: Chance
  #contents = 0

  constructor(top: RawPath, chance: Chance) {
    this.#top = top
    this.#chance = chance
  }

  act(times: number): void {
    for (let n = 0; n < times; n++) this.#once()
  }

  #once(): void {
    const chance = this.#chance
    const { folders, others } = this.#list()
    const folder = chance.pick(folders)
    const path = inFolder(folder, chance.pick(HOSTILE_NAMES))
    const item = others.length > 0 ? chance.pick(others) : path
    const any = chance.pick([...others, ...folders.slice(1), path])
    const write = () => this.#write(path)
    const makeFolder = () => mkdirSync(pathOf(path), chance.pick([0o700, 0o755, 0o1777]))
    const move = () => renameSync(pathOf(any), pathOf(path))
    const deeds = [
      ...[write, write, write, makeFolder, makeFolder, move, move],
      () => this.#write(item),
      () => symlinkSync(pathOf(chance.pick(LEADING_NOWHERE)), pathOf(path)),
      () => rmSync(pathOf(any), { recursive: true }),
      () => isFile(item) && chmodSync(pathOf(item), chance.pick([0o600, 0o644, 0o4755, 0o444])),
      () => lutimesSync(pathOf(any), 1, chance.below(2_000_000_000) + chance.next()),
    ]
    try {
      chance.pick(deeds)()
    } catch {
      // What cannot be done is not done.
    }
  }

  #write(path: RawPath): void {
    if (lstatSync(pathOf(path), { throwIfNoEntry: false }) && !isFile(path)) return
    const size = this.#chance.pick([0, 5, 5, 100, 70_000])
    writeFileSync(pathOf(path), `${++this.#contents} `.repeat(Math.ceil(size / 3)))
  }

  #list(): { folders: RawPath[]; others: RawPath[] } {
    const folders = [this.#top]
    const others: RawPath[] = []
    for (const folder of folders)
      for (const item of readdirSync(pathOf(folder), { encoding: 'buffer' })) {
        const path = inFolder(folder, item.toString('latin1'))
        if (lstatSync(pathOf(path)).isDirectory()) folders.push(path)
        else others.push(path)
      }
    return { folders, others }
  }
}
