import { accessSync, constants } from 'node:fs'
import type { OpenFolder } from '../../disk/open-folder.ts'
import { type FoundFolder, findFolder, inWords } from './find-folder.ts'
import { Refused } from './refused.ts'
import {
  type Asker,
  type Deed,
  isSecret,
  leadsToSecret,
  may,
  namesToBrowsed,
  type Rules,
  type Verdict,
} from './rules.ts'

/** A folder that something may be done with. It is open, and what is done is done through its handle. */
export interface Admitted extends Disposable {
  readonly folder: OpenFolder
  /** Where it is, without links on the way. */
  readonly real: string
  /** What is written there may belong to others than the agent. */
  readonly owners: boolean
  /** Whether something in it is never written to. */
  readonly isKeptOut: (path: string, isFolder: boolean) => boolean
}

/** What is asked for: the same whether it comes by a command, by the configuration, as a job, or from this device. */
export interface Request {
  readonly deed: Deed
  readonly path: string
  readonly asker: Asker
}

/**
 * Decides on this device what may be done with its folders, when it is done. A folder is opened first, and the decision is
 * about where the opened one is: no path is checked and then opened again.
 */
export class Gate {
  readonly #rules: () => Rules

  /** Asked again for each request: what is allowed can change at any time. */
  constructor(rules: () => Rules) {
    this.#rules = rules
  }

  /** To be disposed of. Throws `Refused`. A missing folder is refused, or made where `makes` says so. */
  open(request: Request, { makes = false }: { makes?: boolean } = {}): Admitted {
    const found = findFolder(request.path)
    try {
      const rules = this.#rules()
      decide(request, found, rules)
      if (makes) found.make()
      found.checkWhole()
      // Others may have moved what was made just now.
      const owners = decide(request, found, rules)
      return {
        folder: found.folder,
        real: found.path,
        owners,
        isKeptOut: (path, isFolder) => isSecret(path, rules) || (!isFolder && leadsToSecret(path, rules)),
        [Symbol.dispose]: () => found[Symbol.dispose](),
      }
    } catch (error) {
      found[Symbol.dispose]()
      throw inWords(request.path, error)
    }
  }

  /** Throws `Refused` where it may not be done now. Nothing is done, and that it may be is no promise for later. */
  check(request: Request, { makes = false, writes = false } = {}): void {
    using found = findFolder(request.path)
    try {
      decide(request, found, this.#rules())
      if (!makes || found.trouble !== 'ENOENT') found.checkWhole()
      if (writes) accessSync(found.folder.path, constants.W_OK | constants.X_OK)
    } catch (error) {
      throw inWords(request.path, error)
    }
  }

  /** A folder to list, and which of its names: above one that may be browsed, only those that lead there. */
  browse(path: string, asker: Asker): { found: FoundFolder; isShown: (name: string) => boolean } {
    const found = findFolder(path)
    try {
      const verdict = may('browse', found.path, asker, this.#rules(), path)
      const names = namesToBrowsed(found.path, asker, this.#rules())
      if (!verdict.may && names.size === 0) throw notAllowed(verdict)
      found.checkWhole()
      return { found, isShown: (name) => verdict.may || names.has(name) }
    } catch (error) {
      found[Symbol.dispose]()
      throw error
    }
  }
}

function decide({ deed, asker, path }: Request, found: FoundFolder, rules: Rules): boolean {
  const verdict = may(deed, found.path, asker, rules, path)
  if (!verdict.may) throw notAllowed(verdict)
  return verdict.owners
}

const notAllowed = ({ why, command }: Verdict & { may: false }): Refused =>
  new Refused('forbidden', why, command === undefined ? {} : { code: 'folder_not_allowed', command })
