import { isAddress } from './candidates.ts'

/** Someone who is to get an account. */
export interface Invited {
  email: string
  firstName: string
  lastName: string
}

/** One piece: up to a comma, a semicolon or the end of the line, but for those in quotation marks. */
const PIECE = /(?:"[^"\n]*"|[^,;\n"])+/g

const NAMED = /^(.*)<([^<>]+)>$/

/** The parts of an address that was written with a name: `Ann Keller <ann@example.org>`. Otherwise all is the address. */
export function namedAddress(text: string): { email: string; name: string } {
  const given = text.trim()
  const [, name = '', email = ''] = NAMED.exec(given) ?? []
  return isAddress(email.trim())
    ? { email: email.trim(), name: name.replaceAll('"', '').trim() }
    : { email: given, name: '' }
}

/** Who is meant by addresses as people write or paste them, each once, and what is no address. */
export function invitedIn(text: string): { invited: Invited[]; wrong: string[] } {
  const invited = new Map<string, Invited>()
  const wrong: string[] = []
  for (const piece of text.match(PIECE) ?? []) {
    const given = piece.trim()
    if (given === '') continue
    const { email, name } = namedAddress(given)
    if (!isAddress(email)) wrong.push(given)
    else if (!invited.has(email.toLowerCase()))
      invited.set(email.toLowerCase(), { email, ...namesOf(email, name) })
  }
  return { invited: [...invited.values()], wrong }
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/**
 * An account has a first and a last name. What was not given is taken from the address; people correct it themselves, and
 * know what they are called better than anyone who invites them.
 */
export function namesOf(email: string, given = ''): Pick<Invited, 'firstName' | 'lastName'> {
  const [local = '', domain = ''] = email.split('@')
  const plain = given.replaceAll('"', '').trim()
  const [last, first] = plain.split(',').map((part) => part.trim())
  if (last && first) return { firstName: first, lastName: last }
  const words =
    plain === ''
      ? local
          .split(/[._+-]+/)
          .filter(Boolean)
          .map(capital)
      : plain.split(/\s+/)
  return words.length > 1
    ? { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
    : { firstName: words[0] ?? email, lastName: `(${domain})` }
}
