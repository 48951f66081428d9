import type { FoundPerson } from '@holdfast/api/accounts/directory'
import type { GroupId, PersonId } from '@holdfast/api/ids'
import type { SharelinkSubscriber } from '@holdfast/api/sharing/links'
import { subscriberOf } from './link-state.ts'

/** Someone to share with. */
export type Candidate =
  | { kind: 'person'; id: PersonId; name: string; email: string }
  | { kind: 'group'; id: GroupId; name: string }
  | { kind: 'address'; name: string; email: string }
  /** Is to get an account first. */
  | { kind: 'new'; name: string; email: string }

export interface Known {
  people: readonly FoundPerson[]
  groups: readonly { id: GroupId; name: string }[]
  recipients: readonly SharelinkSubscriber[]
}

export const candidateKey = (one: Candidate): string =>
  one.kind === 'group' ? `group ${one.id}` : one.email.toLowerCase()

/** What has an at sign with something on both sides: whether anybody is there only a mail can tell. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text)

/** A single letter is no name yet: people are searched by more. */
export const FEWEST_LETTERS = 2

/** Whether one of those found is meant beyond doubt: it is the only one, or its whole address was typed. */
export const isMeant = (one: Candidate, text: string, found: readonly Candidate[]): boolean => {
  const typed = text.trim().toLowerCase()
  const isOnly = found.length === 1 && typed.length >= FEWEST_LETTERS
  return one.kind !== 'new' && (isOnly || candidateKey(one) === typed)
}

/** Who is meant beyond doubt, where someone chose none of those found: by a whole address, also one that others begin with. */
export function meantBy(text: string, found: readonly Candidate[], here: number): Candidate | undefined {
  const typed = text.trim().toLowerCase()
  const one = found[here]
  const isTyped = (other: Candidate) => candidateKey(other) === typed
  if (one && (isTyped(one) || isMeant(one, text, found))) return one
  return found.find(isTyped)
}

/** Who may be meant by what was typed: people, groups, those one shared with before, or the address itself. */
export function candidatesFor(
  text: string,
  { people, groups, recipients }: Known,
  taken: ReadonlySet<string>,
): Candidate[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const begins = (name: string) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((_, at, words) => words.slice(at).join(' ').startsWith(wanted))
  const all: Candidate[] = [
    ...people.map(({ id, name, email }): Candidate => ({ kind: 'person', id, name, email })),
    ...groups
      .filter(({ name }) => begins(name))
      .map(({ id, name }): Candidate => ({ kind: 'group', id, name })),
    ...recipients.flatMap((recipient): Candidate[] => {
      const { name, email } = subscriberOf(recipient)
      return email !== undefined && (begins(name) || begins(email)) ? [{ kind: 'address', name, email }] : []
    }),
    ...(isAddress(wanted) ? [{ kind: 'address' as const, name: text.trim(), email: text.trim() }] : []),
  ]
  const found = new Map<string, Candidate>()
  for (const one of all) {
    const key = candidateKey(one)
    if (!taken.has(key) && !found.has(key)) found.set(key, one)
  }
  return [...found.values()]
}
