import { createHmac, type KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/db/schema.ts'

/** What the first record of an organization follows on. */
export const CHAIN_START = Buffer.alloc(32)

export type Chained = Omit<Selectable<Schema['activity']>, 'id' | 'hash'>

/** Everything a record says, in one order for ever: another order or another field would be another hash. */
const FIELDS = [
  'seq',
  'activity_type_id',
  'actor_type',
  'actor_company_id',
  'actor_machine_id',
  'actor_person_id',
  'actor_guest_id',
  'actor_text',
  'acted_on_type',
  'acted_on_company_id',
  'acted_on_machine_id',
  'acted_on_person_id',
  'acted_on_guest_id',
  'acted_on_root_id',
  'acted_on_group_id',
  'acted_on_text',
  'data_text',
  'data_vars',
  'created_at',
] as const satisfies readonly (keyof Chained)[]

/** The hash of a record, which binds it to the one before. Nobody makes one without the key. */
export const chainHash = (key: KeyObject, before: Buffer, record: Chained): Buffer =>
  createHmac('sha256', key)
    .update(before)
    .update(JSON.stringify(FIELDS.map((field) => record[field])))
    .digest()
