import type { MemberNames } from '@holdfast/api/actor-names'
import type { GroupId, MachineId, PersonId } from '@holdfast/api/ids'
import { inBatches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import { displayName } from './people.ts'

interface Actor {
  person_id: PersonId | null
  machine_id: MachineId | null
}
interface ActorNames {
  person_name: string | null
  machine_name: string | null
}

/** What the persons and machines are called that did something: by two looks for all of them. */
export async function findActorNames(
  db: Db,
  actors: readonly Actor[],
): Promise<(actor: Actor) => ActorNames> {
  const persons = await inBatches([...new Set(actors.flatMap(({ person_id }) => person_id ?? []))], (ids) =>
    db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('id', 'in', ids)
      .execute(),
  )
  const machines = await inBatches(
    [...new Set(actors.flatMap(({ machine_id }) => machine_id ?? []))],
    (ids) => db.selectFrom('machine').select(['id', 'nickname', 'dns_name']).where('id', 'in', ids).execute(),
  )
  const personNames = new Map(persons.map((person) => [person.id, displayName(person)]))
  const machineNames = new Map(machines.map(({ id, nickname, dns_name }) => [id, nickname ?? dns_name]))
  return ({ person_id, machine_id }) => ({
    person_name: (person_id && personNames.get(person_id)) ?? null,
    machine_name: (machine_id && machineNames.get(machine_id)) ?? null,
  })
}

/** What some persons and groups are called, each once. */
export async function findMemberNames(
  db: Db,
  persons: readonly PersonId[],
  groups: readonly GroupId[],
): Promise<MemberNames> {
  const people = await inBatches([...new Set(persons)], (ids) =>
    db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute(),
  )
  const named = await inBatches([...new Set(groups)], (ids) =>
    db.selectFrom('person_group').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute(),
  )
  const personName = (person: (typeof people)[number]) => ({
    id: person.id,
    name: displayName(person),
    email: person.email,
  })
  return { persons: people.map(personName), groups: named }
}
