import type { GroupId, MachineId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findForeignGroup, findForeignPerson } from '../../records/groups.ts'
import type { Changed } from '../../records/record-subscribers.ts'
import type { RootRow } from '../../records/roots.ts'
import { listMachineOwners } from '../../records/share-members.ts'
import {
  changeGroupSubscriptions,
  changePersonSubscriptions,
  listGroupSubscriptions,
  listPersonSubscriptions,
  type RowChange,
} from '../../records/shares.ts'
import type { SubscriberLists } from './read-lists.ts'
import { setExternals } from './set-externals.ts'

/**
 * Replaces the lists that are given. The caller holds the organization of the share, so that nobody is closed, deleted
 * or moved away between the look and the entry.
 */
export async function setSubscribers(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  share: RootRow,
  lists: SubscriberLists,
  at: Instant,
): Promise<Changed> {
  const changes = [
    await setPersons(tx, share, lists.persons, at),
    await setGroups(tx, share, lists.groups, at),
    await setExternals(ctx, tx, who, share, lists.externals, at),
  ]
  return {
    subscribed: changes.flatMap(({ subscribed }) => subscribed),
    unsubscribed: changes.flatMap(({ unsubscribed }) => unsubscribed),
  }
}

async function setPersons(
  tx: Tx,
  share: RootRow,
  list: SubscriberLists['persons'],
  at: Instant,
): Promise<Changed> {
  if (!list) return { subscribed: [], unsubscribed: [] }
  const ids = [...new Set(list.map(({ id }) => id))]
  const foreign = await findForeignPerson(tx, share.organization_id, ids)
  if (foreign !== undefined) refuse('subscribers', `there is no person ${foreign} in this organization`)
  await checkMachines(tx, share, list)
  const wanted = list.map(({ id, target, role }) => ({
    root_id: share.id,
    person_id: id,
    target,
    role,
    created_at: at,
  }))
  const keyOf = (row: { person_id: PersonId; target: string }) => `${row.person_id} ${row.target}`
  const change = compare(await listPersonSubscriptions(tx, share.id), wanted, keyOf)
  await changePersonSubscriptions(tx, share.id, change)
  return inWords(change, (row) => `person ${row.person_id} on ${row.target}`)
}

/** A machine takes part through the person whose it is. */
async function checkMachines(
  tx: Tx,
  share: RootRow,
  list: readonly { id: PersonId; target: string }[],
): Promise<void> {
  const named = list.flatMap(({ id, target }) =>
    /^\d+$/.test(target) ? [{ id, machineId: Number(target) as MachineId }] : [],
  )
  const owners = await listMachineOwners(tx, share.organization_id, [
    ...new Set(named.map(({ machineId }) => machineId)),
  ])
  const wrong = named.find(({ id, machineId }) => owners.get(machineId) !== id)
  if (wrong) refuse('subscribers', `person ${wrong.id} has no machine ${wrong.machineId}`)
}

async function setGroups(
  tx: Tx,
  share: RootRow,
  list: SubscriberLists['groups'],
  at: Instant,
): Promise<Changed> {
  if (!list) return { subscribed: [], unsubscribed: [] }
  const ids = [...new Set(list.map(({ id }) => id))]
  const foreign = await findForeignGroup(tx, share.organization_id, ids)
  if (foreign !== undefined) refuse('group_subscribers', `there is no group ${foreign} in this organization`)
  const wanted = list.map(({ id, target, role }) => ({
    root_id: share.id,
    group_id: id,
    target,
    role,
    created_at: at,
  }))
  const keyOf = (row: { group_id: GroupId; target: string }) => `${row.group_id} ${row.target}`
  const change = compare(await listGroupSubscriptions(tx, share.id), wanted, keyOf)
  await changeGroupSubscriptions(tx, share.id, change)
  return inWords(change, (row) => `group ${row.group_id} on ${row.target}`)
}

function compare<Row extends { role: string }>(
  before: readonly Row[],
  wanted: readonly Row[],
  keyOf: (row: Row) => string,
): RowChange<Row> {
  const known = new Map(before.map((row) => [keyOf(row), row]))
  const kept = new Set(wanted.map(keyOf))
  return {
    removed: before.filter((row) => !kept.has(keyOf(row))),
    put: wanted.filter((row) => known.get(keyOf(row))?.role !== row.role),
  }
}

const inWords = <Row extends { role: string }>(
  { removed, put }: RowChange<Row>,
  nameOf: (row: Row) => string,
): Changed => ({
  subscribed: put.map((row) => `${nameOf(row)} as ${row.role}`),
  unsubscribed: removed.map(nameOf),
})
