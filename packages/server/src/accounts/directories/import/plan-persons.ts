import type { AuthSourceId, PersonId } from '@holdfast/api/ids'
import type { Updateable } from 'kysely'
import type { Schema } from '../../../platform/db/schema.ts'
import type { DirectoryPerson } from '../../../platform/ldap/entries.ts'
import { emailKey } from '../../../records/people.ts'
import type { Holder, KnownPerson } from './queries.ts'

/** An entry that can be distinguished from all others. */
export type Identified<T> = T & { directoryId: string }

export type PersonStep = { entry: DirectoryPerson } & (
  | { action: 'create'; entry: Identified<DirectoryPerson> & { email: string } }
  | { action: 'update'; known: KnownPerson; change: Updateable<Schema['person']>; reason: string | null }
  | { action: 'none'; known: KnownPerson }
  | { action: 'skip'; known: KnownPerson | undefined; reason: string }
)

export interface PersonFacts {
  authSourceId: AuthSourceId
  known: readonly KnownPerson[]
  holders: readonly Holder[]
  /** How many accounts the policy leaves room for. */
  room: number
}

export const REASONS = {
  noId: 'The entry has no permanent ID.',
  twice: 'Another entry has the same ID.',
  noAddress: 'The entry has no valid email address.',
  local:
    'The email address belongs to an account that is not from this directory. That account was not changed.',
  taken: 'The email address belongs to another account from this directory.',
  gone: 'The email address belongs to a disabled account whose entry is no longer in the directory.',
  limit: 'user_limit_exceeded: the organization has reached its limit of accounts (num_users_maximum).',
  back: 'The entry is back in the directory.',
} as const

/** Splits entries into those that can be distinguished from each other and those that cannot. */
export function identify<T extends { directoryId: string | undefined }>(
  entries: readonly T[],
): { identified: Identified<T>[]; refused: { entry: T; reason: string }[] } {
  const seen = new Set<string>()
  const identified: Identified<T>[] = []
  const refused: { entry: T; reason: string }[] = []
  for (const entry of entries) {
    if (entry.directoryId === undefined) refused.push({ entry, reason: REASONS.noId })
    else if (seen.has(entry.directoryId)) refused.push({ entry, reason: REASONS.twice })
    else {
      seen.add(entry.directoryId)
      identified.push(entry as Identified<T>)
    }
  }
  return { identified, refused }
}

/** Decides what becomes of each entry. Pure: the same facts give the same steps, in a preview and in a run. */
export function planPersons(
  entries: readonly Identified<DirectoryPerson>[],
  facts: PersonFacts,
): PersonStep[] {
  const known = new Map(facts.known.map((person) => [person.directory_id, person]))
  const holders = new Map<
    string,
    Pick<Holder, 'auth_source_id' | 'directory_gone_at'> & { id: PersonId | undefined }
  >(facts.holders.map((holder) => [holder.email_key, holder]))
  let room = facts.room
  return entries.map((entry): PersonStep => {
    const person = known.get(entry.directoryId)
    const skip = (reason: string): PersonStep => ({ action: 'skip', entry, known: person, reason })
    if (entry.email === undefined) return skip(REASONS.noAddress)
    const key = emailKey(entry.email)
    const holder = holders.get(key)
    if (holder && (!person || holder.id !== person.id)) return skip(reasonOf(holder, facts.authSourceId))
    if (!person) {
      if (room <= 0) return skip(REASONS.limit)
      room--
      holders.set(key, { id: undefined, auth_source_id: facts.authSourceId, directory_gone_at: null })
      return { action: 'create', entry: { ...entry, email: entry.email } }
    }
    const change = changeOf(person, entry, entry.email)
    if (Object.keys(change).length === 0) return { action: 'none', entry, known: person }
    if (person.email_key !== key) {
      holders.delete(person.email_key)
      holders.set(key, { ...person, auth_source_id: facts.authSourceId })
    }
    return {
      action: 'update',
      entry,
      known: person,
      change,
      reason: change.active === 1 ? REASONS.back : null,
    }
  })
}

function reasonOf(holder: Pick<Holder, 'auth_source_id' | 'directory_gone_at'>, id: AuthSourceId): string {
  if (holder.auth_source_id !== id) return REASONS.local
  return holder.directory_gone_at === null ? REASONS.taken : REASONS.gone
}

/** Rights, quota and all else that is not the directory's stay as they are. */
function changeOf(known: KnownPerson, entry: DirectoryPerson, email: string): Updateable<Schema['person']> {
  return {
    ...(known.email !== email && { email }),
    ...(known.first_name !== entry.firstName && { first_name: entry.firstName }),
    ...(known.last_name !== entry.lastName && { last_name: entry.lastName }),
    ...(known.directory_dn !== entry.dn && { directory_dn: entry.dn }),
    // Who was disabled by hand stays so.
    ...(known.directory_gone_at !== null && { active: 1 as const, directory_gone_at: null }),
  }
}
