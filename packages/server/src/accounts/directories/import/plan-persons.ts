import type { ImportReason } from '@holdfast/api/accounts/directory-reasons'
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
  | {
      action: 'update'
      known: KnownPerson
      change: Updateable<Schema['person']>
      reason: ImportReason | null
    }
  | { action: 'none'; known: KnownPerson }
  | { action: 'skip'; known: KnownPerson | undefined; reason: ImportReason }
)

export interface PersonFacts {
  authSourceId: AuthSourceId
  known: readonly KnownPerson[]
  holders: readonly Holder[]
  /** How many accounts the policy leaves room for. */
  room: number
}

/** Splits entries into those that can be distinguished from each other and those that cannot. */
export function identify<T extends { directoryId: string | undefined }>(
  entries: readonly T[],
): { identified: Identified<T>[]; refused: { entry: T; reason: ImportReason }[] } {
  const seen = new Set<string>()
  const identified: Identified<T>[] = []
  const refused: { entry: T; reason: ImportReason }[] = []
  for (const entry of entries) {
    if (entry.directoryId === undefined) refused.push({ entry, reason: 'no_id' })
    else if (seen.has(entry.directoryId)) refused.push({ entry, reason: 'same_id' })
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
    const skip = (reason: ImportReason): PersonStep => ({ action: 'skip', entry, known: person, reason })
    if (entry.email === undefined) return skip('no_email')
    const key = emailKey(entry.email)
    const holder = holders.get(key)
    if (holder && (!person || holder.id !== person.id)) return skip(reasonOf(holder, facts.authSourceId))
    if (!person) {
      if (room <= 0) return skip('limit')
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
      reason: change.active === 1 ? 'back' : null,
    }
  })
}

function reasonOf(
  holder: Pick<Holder, 'auth_source_id' | 'directory_gone_at'>,
  id: AuthSourceId,
): ImportReason {
  if (holder.auth_source_id !== id) return 'not_from_directory'
  return holder.directory_gone_at === null ? 'email_taken' : 'email_of_disabled'
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
