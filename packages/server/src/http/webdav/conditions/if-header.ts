import { DavError } from '../request/dav-error.ts'

/** One condition: the place has this lock or this tag, or has it not. */
export interface Condition {
  not: boolean
  token?: string
  etag?: string
}

/** Lists of which one must hold as a whole, about the request's own place or about another. */
export interface Conditions {
  about: string | undefined
  lists: readonly (readonly Condition[])[]
}

const LIST = /\s*(?:<([^>]*)>\s*(?=\()|\(((?:[^()"[\]]|"[^"]*"|\[[^\]]*\])*)\))/y
const CONDITION = /\s*(Not\s+)?(?:<([^>]*)>|\[([^\]]*)\])/iy

/** RFC 4918, 10.4. */
export function parseIf(header: string): Conditions[] {
  const groups: { about: string | undefined; lists: Condition[][] }[] = []
  let at = 0
  for (LIST.lastIndex = 0; ; ) {
    const found = LIST.exec(header)
    if (!found) break
    at = LIST.lastIndex
    if (found[1] !== undefined) groups.push({ about: found[1], lists: [] })
    else {
      if (groups.length === 0) groups.push({ about: undefined, lists: [] })
      groups.at(-1)?.lists.push(parseList(found[2] ?? ''))
    }
  }
  const isWhole = header.slice(at).trim() === '' && groups.length > 0
  if (!isWhole || groups.some(({ lists }) => lists.length === 0)) unreadable()
  return groups
}

function parseList(text: string): Condition[] {
  const conditions: Condition[] = []
  let at = 0
  for (CONDITION.lastIndex = 0; ; ) {
    const found = CONDITION.exec(text)
    if (!found) break
    at = CONDITION.lastIndex
    const [, not, token, etag] = found
    conditions.push({ not: not !== undefined, ...(token !== undefined ? { token } : { etag: etag ?? '' }) })
  }
  if (text.slice(at).trim() !== '' || conditions.length === 0) unreadable()
  return conditions
}

const unreadable = (): never => {
  throw new DavError(400, 'The If header cannot be read.')
}
