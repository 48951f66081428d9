import type { Selectable } from 'kysely'
import { preparedChange } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'

export type NewActivity = Omit<Selectable<Schema['activity']>, 'id'>

export const insertActivity = preparedChange<NewActivity>((db, $) =>
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
    })
    .compile(),
)
