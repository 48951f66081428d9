import { nameKey } from '@holdfast/api/files/names'
import type { Kind } from './remote-tree.ts'

/** Is at the top of a root, and is synced like any file: what it lists is not sent. */
export const RULES_FILE = '.holdfastignore'
/** More of it is not read. */
export const MAX_RULES_BYTES = 64 * 1024
const MAX_RULES = 1000

interface Rule {
  /** What it matches is not ignored after all. */
  readonly isException: boolean
  readonly foldersOnly: boolean
  readonly way: readonly (readonly string[])[]
}

const ANY_FOLDERS = ['**']
const isAnyFolders = (segment: readonly string[] | undefined): boolean => segment?.join('') === '**'

/**
 * Lines as people know them from Git: `*` and `?` within a name, `**` for any folders, a slash at the end for folders only,
 * another slash for a path from the top, `!` for exceptions, `#` for remarks. The last line that fits counts. Case and
 * normal form are nothing, as for the service.
 */
export class IgnoreRules {
  static readonly NONE = new IgnoreRules('')
  readonly #rules: readonly Rule[]

  constructor(text: string) {
    const lines = text.split('\n').map((line) => line.trim())
    this.#rules = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .slice(0, MAX_RULES)
      .map(ruleOf)
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0
  }

  /** What is in an ignored folder is ignored. `names` lead from the top to the item. */
  matches(names: readonly string[], kind: Kind): boolean {
    const way = names.map((name) => [...nameKey(name)])
    return way.some((_, at) => {
      const isFolder = at < way.length - 1 || kind === 'folder'
      const fits = ({ foldersOnly, way: pattern }: Rule) =>
        (isFolder || !foldersOnly) && fitsAll(pattern, way.slice(0, at + 1), isAnyFolders, fitsName)
      const last = this.#rules.findLast(fits)
      return last !== undefined && !last.isException
    })
  }
}

function ruleOf(line: string): Rule {
  const isException = line.startsWith('!')
  const pattern = isException ? line.slice(1) : line
  const foldersOnly = pattern.endsWith('/')
  const segments = pattern
    .split('/')
    .filter(Boolean)
    .map((segment) => [...nameKey(segment)])
  const isFromTop = pattern.replace(/\/$/, '').includes('/')
  return { isException, foldersOnly, way: isFromTop ? segments : [ANY_FOLDERS, ...segments] }
}

const fitsName = (pattern: readonly string[], name: readonly string[]): boolean =>
  fitsAll(
    pattern,
    name,
    (one) => one === '*',
    (one, letter) => one === '?' || one === letter,
  )

/** Never more steps than the product of both lengths, whatever someone else wrote into the file. */
function fitsAll<T>(
  pattern: readonly T[],
  items: readonly T[],
  isAny: (one: T | undefined) => boolean,
  fits: (one: T, item: T) => boolean,
): boolean {
  let [at, any, from] = [0, -1, 0]
  for (let n = 0; n < items.length; ) {
    const one = pattern[at]
    if (isAny(one)) {
      any = at++
      from = n
    } else if (one !== undefined && fits(one, items[n] as T)) {
      at++
      n++
    } else if (any >= 0) {
      at = any + 1
      n = ++from
    } else return false
  }
  while (at < pattern.length && isAny(pattern[at])) at++
  return at === pattern.length
}
