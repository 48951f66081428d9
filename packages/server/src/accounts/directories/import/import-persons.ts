import type { ImportPersonRow } from '@holdfast/api/accounts/auth-sources'
import type { Instant } from '@holdfast/api/time'
import { listKeepers } from '../../../access/addresses.ts'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { DirectoryPerson } from '../../../platform/ldap/entries.ts'
import type { Actor } from '../../../platform/principal.ts'
import { recordActivity } from '../../../records/activity/record-activity.ts'
import { type AuthSourceRow, findAuthSourceForUpdate } from '../../../records/auth-sources.ts'
import { endSignIns } from '../../../records/end-sign-ins.ts'
import { findOrganization, holdOrganization } from '../../../records/organizations.ts'
import { displayName, emailKey, updatePersonRow } from '../../../records/people.ts'
import { parsePolicy } from '../../../records/policy.ts'
import { leaveAddress } from '../../../records/proof.ts'
import { createPerson } from '../../people/create-person.ts'
import { takeAddress } from '../../people/take-address.ts'
import { keepSystemAdmin } from '../../people/update-person.ts'
import { batchesOf } from './batches.ts'
import { type Identified, type PersonFacts, type PersonStep, planPersons } from './plan-persons.ts'
import {
  type ActivePerson,
  disablePersons,
  type Holder,
  type KnownPerson,
  listHolders,
  listKnownPersons,
} from './queries.ts'
import { reasoned } from './reasons.ts'
import type { Tally } from './tally.ts'

/** In one transaction: others want to write in between. */
const BATCH = 100
/** In one statement. */
const READ = 500

export type Importer = Actor
type Persons = readonly Identified<DirectoryPerson>[]

export async function previewPersons(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  persons: Persons,
): Promise<PersonStep[]> {
  return planPersons(persons, await factsOf(ctx.db.read, who, source, persons))
}

/** Each batch is looked at again inside its transaction: the world goes on during an import, and so may another one. */
export async function importPersons(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  persons: Persons,
): Promise<PersonStep[]> {
  const steps: PersonStep[] = []
  for (const batch of batchesOf(persons, BATCH)) {
    const done = await ctx.db.write(async (tx) => {
      await holdSource(tx, source)
      // For the number of its accounts, which has a limit.
      await holdOrganization(tx, source.organization_id)
      const planned = planPersons(batch, await factsOf(tx, who, source, batch))
      for (const step of planned) await take(tx, who, source, step, ctx.now())
      return planned
    })
    steps.push(...done)
  }
  return steps
}

/** Throws when it was deleted meanwhile. */
export async function holdSource(tx: Tx, source: AuthSourceRow): Promise<void> {
  if (!(await findAuthSourceForUpdate(tx, source.id))) fail('not_found')
}

async function factsOf(db: Db, who: Importer, source: AuthSourceRow, persons: Persons): Promise<PersonFacts> {
  const known: KnownPerson[] = []
  const holders: Holder[] = []
  for (const batch of batchesOf(persons, READ)) {
    const ids = batch.map(({ directoryId }) => directoryId)
    const keys = batch.flatMap(({ email }) => (email === undefined ? [] : [emailKey(email)]))
    known.push(...(await listKnownPersons(db, source.id, ids)))
    if (keys.length > 0)
      holders.push(...(await listKeepers(db, who, source.organization_id, await listHolders(db, keys))))
  }
  const organization = (await findOrganization(db, source.organization_id)) ?? fail('not_found')
  const limit = parsePolicy(organization.policy).num_users_maximum ?? Number.POSITIVE_INFINITY
  return { authSourceId: source.id, known, holders, room: limit - organization.persons_count }
}

async function take(
  tx: Tx,
  who: Importer,
  source: AuthSourceRow,
  step: PersonStep,
  at: Instant,
): Promise<void> {
  if (step.action === 'create') {
    const { email, firstName, lastName, directoryId, dn } = step.entry
    const person = {
      organization_id: source.organization_id,
      email,
      first_name: firstName,
      last_name: lastName,
      auth_source_id: source.id,
      directory_id: directoryId,
      directory_dn: dn,
    }
    await createPerson(tx, who, person, at)
  }
  if (step.action === 'update') {
    const { email } = step.change
    const taken = email === undefined ? undefined : await takeAddress(tx, who, email, source, at)
    const person = await updatePersonRow(tx, step.known.id, step.change)
    await taken?.thenRecord()
    if (person.email_key !== step.known.email_key) await leaveAddress(tx, person.id, at)
    await recordActivity(
      tx,
      who,
      'person_updated',
      { person, about: Object.keys(step.change).join(', ') },
      at,
    )
  }
}

/** Disables accounts whose entries are gone, and ends their sign-ins. */
export async function disableVanished(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  vanished: readonly ActivePerson[],
): Promise<void> {
  for (const batch of batchesOf(vanished, BATCH))
    await ctx.db.write(async (tx) => {
      await holdSource(tx, source)
      const at = ctx.now()
      const ids = batch.map(({ id }) => id)
      for (const person of await disablePersons(tx, source.id, ids, at)) {
        await keepSystemAdmin(tx, person, undefined)
        await endSignIns(tx, { persons: [person.id] }, { at })
        await recordActivity(tx, who, 'person_updated', { person, about: 'disabled' }, at)
      }
    })
}

export function tallyPersons(
  tally: Tally<ImportPersonRow>,
  steps: readonly PersonStep[],
  vanished: readonly ActivePerson[],
): void {
  for (const step of steps) {
    if (step.action === 'none') tally.leave()
    else tally.add(personRow(step))
  }
  for (const person of vanished)
    tally.add({
      action: 'disable',
      person_id: person.id,
      email: person.email,
      name: displayName(person),
      ...reasoned('gone'),
    })
}

function personRow(step: Exclude<PersonStep, { action: 'none' }>): ImportPersonRow {
  const { email = '', firstName, lastName, dn } = step.entry
  return {
    action: step.action,
    person_id: step.action === 'create' ? null : (step.known?.id ?? null),
    email,
    name: `${firstName} ${lastName}`.trim() || dn,
    ...reasoned(step.action === 'create' ? null : step.reason),
  }
}
