import type { OrganizationId } from '@holdfast/api/ids'
import type { Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import { forUpdate } from '../db/locking.ts'
import { preparedChange, preparedFirst } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { CHAIN_START, chainHash } from './chain.ts'

export type ActivityRow = Selectable<Schema['activity']>
export type NewActivity = Omit<ActivityRow, 'id' | 'seq' | 'hash'>

interface ChainEnd {
  seq: number
  hash: Buffer
}
const selectChainEnd = preparedFirst<{ id: OrganizationId | 0 }, ChainEnd>((db, $) =>
  forUpdate(
    db.selectFrom('activity_chain').select(['seq', 'hash']).where('organization_id', '=', $('id')),
    db,
  ).compile(),
)
const updateChainEnd = preparedChange<ChainEnd & { id: OrganizationId | 0 }>((db, $) =>
  db
    .updateTable('activity_chain')
    .set({ seq: $('seq'), hash: $('hash') })
    .where('organization_id', '=', $('id'))
    .compile(),
)
const addActivity = preparedFirst<Omit<ActivityRow, 'id'>, Pick<ActivityRow, 'id'>>((db, $) =>
  db
    .insertInto('activity')
    .values({
      activity_type_id: $('activity_type_id'),
      actor_type: $('actor_type'),
      actor_company_id: $('actor_company_id'),
      actor_machine_id: $('actor_machine_id'),
      actor_person_id: $('actor_person_id'),
      actor_guest_id: $('actor_guest_id'),
      actor_text: $('actor_text'),
      acted_on_type: $('acted_on_type'),
      acted_on_company_id: $('acted_on_company_id'),
      acted_on_machine_id: $('acted_on_machine_id'),
      acted_on_person_id: $('acted_on_person_id'),
      acted_on_guest_id: $('acted_on_guest_id'),
      acted_on_root_id: $('acted_on_root_id'),
      acted_on_group_id: $('acted_on_group_id'),
      acted_on_text: $('acted_on_text'),
      data_text: $('data_text'),
      data_vars: $('data_vars'),
      created_at: $('created_at'),
      seq: $('seq'),
      hash: $('hash'),
    })
    .returning('id')
    .compile(),
)

/** Appends a record to its organization's chain, whose end is held until the transaction ends. */
export async function insertActivity(tx: Tx, activity: NewActivity): Promise<ActivityRow> {
  const organizationId = activity.acted_on_company_id ?? 0
  const end = await holdChainEnd(tx, organizationId)
  const record = { ...activity, seq: end.seq + 1 }
  const hash = chainHash(end.hash, record)
  await updateChainEnd(tx, { id: organizationId, seq: record.seq, hash })
  const row = { ...record, hash }
  const { id } = (await addActivity(tx, row)) as Pick<ActivityRow, 'id'>
  return { id, ...row }
}

/** Until the transaction ends, no other can put a change of this organization on record, so none can be made. */
export async function holdChainEnd(tx: Tx, id: OrganizationId | 0): Promise<ChainEnd> {
  const end = await selectChainEnd(tx, { id })
  if (end) return end
  await tx
    .insertInto('activity_chain')
    .values({ organization_id: id, seq: 0, hash: CHAIN_START })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await selectChainEnd(tx, { id })) as ChainEnd
}
