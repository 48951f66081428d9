import { mkdirSync } from 'node:fs'
import { MAX_DEVICE_PATH } from '@holdfast/api/devices/device-fields'
import { isTaken } from '../../disk/errors.ts'
import { OpenFolder } from '../../disk/open-folder.ts'
import { realPathOfFolder } from '../../disk/real-path.ts'
import { NOT_FOUND } from '../../words/folders.ts'
import { Refused } from './refused.ts'
import { quoted } from './rules.ts'

/** What of a path is there, open, and the names that are not. */
export class FoundFolder implements Disposable {
  #folder: OpenFolder
  #real: string
  #missing: readonly string[]
  /** Why no more of it could be opened: a code of the system. */
  readonly trouble: string | undefined
  readonly #given: string

  constructor(given: string, folder: OpenFolder, missing: readonly string[], trouble: string | undefined) {
    this.#given = given
    this.#folder = folder
    this.#real = realOf(folder, given)
    this.#missing = missing
    this.trouble = trouble
  }

  get folder(): OpenFolder {
    return this.#folder
  }
  get isWhole(): boolean {
    return this.#missing.length === 0
  }
  /** Where it is, or would be: no links on the way. */
  get path(): string {
    return this.#missing.reduce(
      (above, name) => (above === '/' ? `/${name}` : `${above}/${name}`),
      this.#real,
    )
  }

  /** Throws unless all of it is there, and says why it is not. */
  checkWhole(): void {
    if (!this.isWhole) throw asRefusal(this.#given, this.trouble)
  }

  /** Makes what is missing, name by name and through handles: nothing is made where a link leads. */
  make(): void {
    if (this.trouble !== 'ENOENT') this.checkWhole()
    for (const name of this.#missing) {
      const above = this.#folder
      try {
        mkdirSync(above.at(name))
      } catch (error) {
        if (!isTaken(error)) throw error
      }
      this.#folder = new OpenFolder(above.at(name))
      above[Symbol.dispose]()
    }
    this.#missing = []
    this.#real = realOf(this.#folder, this.#given)
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}

/** Opens as much of a path as is there, wherever links lead. To be disposed of. */
export function findFolder(given: string): FoundFolder {
  const names = namesIn(given)
  let trouble: string | undefined
  for (let depth = names.length; ; depth--) {
    let folder: OpenFolder
    try {
      folder = new OpenFolder(`/${names.slice(0, depth).join('/')}/.`)
    } catch (error) {
      const code = codeOf(error)
      if (code === undefined || depth === 0) throw asRefusal(given, code, error)
      trouble ??= code
      continue
    }
    try {
      return new FoundFolder(given, folder, names.slice(depth), trouble)
    } catch (error) {
      folder[Symbol.dispose]()
      throw error
    }
  }
}

/** Other computers are reached by what this one has mounted: a path must not make it sign in anywhere for anyone who asks. */
function namesIn(given: string): string[] {
  if (/^(\\\\|\/\/)/.test(given)) throw new Refused('invalid', NOT_FOUND.otherComputer)
  if (!given.startsWith('/')) throw new Refused('invalid', NOT_FOUND.noSlash(given))
  const names = given.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..') || given.includes('\0') || given.length > MAX_DEVICE_PATH)
    throw new Refused('invalid', NOT_FOUND.invalid)
  return names
}

function realOf(folder: OpenFolder, given: string): string {
  const bytes = realPathOfFolder(folder, given)
  const text = bytes?.toString('utf8')
  if (bytes === undefined || text === undefined) throw asRefusal(given, 'ENOENT')
  if (!Buffer.from(text).equals(bytes)) throw new Refused('invalid', NOT_FOUND.notText(given))
  return text
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What an error of the system means for the caller. */
export function inWords(given: string, error: unknown): unknown {
  const code = codeOf(error)
  return error instanceof Refused || code === undefined ? error : asRefusal(given, code, error)
}

function asRefusal(given: string, code: string | undefined, cause?: unknown): Refused {
  if (code === 'ENOENT')
    return new Refused('not_found', NOT_FOUND.missing(given, quoted(given)), {
      cause,
      code: 'folder_missing',
      command: `mkdir -p ${quoted(given)}`,
    })
  if (code === 'ENOTDIR') return new Refused('invalid', NOT_FOUND.noFolder(given), { cause })
  if (code === 'EACCES' || code === 'EPERM')
    return new Refused('forbidden', NOT_FOUND.noPermission(given), { cause, code: 'folder_denied' })
  if (code === 'EROFS') return new Refused('forbidden', NOT_FOUND.readOnly(given), { cause })
  return new Refused('invalid', NOT_FOUND.other(given, code ?? 'unknown'), { cause })
}
