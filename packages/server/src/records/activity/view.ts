import type { Activity } from '@holdfast/api/oversight/activity'
import { formatUtc } from '@holdfast/api/time'
import type { ActivityRow } from './queries.ts'
import { TYPES_BY_ID } from './types.ts'

export const activityView = (row: ActivityRow): Activity => ({
  type: 'activity',
  id: row.id,
  activity_type_id: row.activity_type_id,
  actor_type: row.actor_type,
  actor_text: row.actor_text,
  actor_company_id: row.actor_company_id,
  actor_machine_id: row.actor_machine_id,
  actor_person_id: row.actor_person_id,
  actor_guest_id: row.actor_guest_id,
  action_text: TYPES_BY_ID.get(row.activity_type_id)?.activity ?? '',
  acted_on_type: row.acted_on_type,
  acted_on_text: row.acted_on_text,
  acted_on_company_id: row.acted_on_company_id,
  acted_on_machine_id: row.acted_on_machine_id,
  acted_on_person_id: row.acted_on_person_id,
  acted_on_guest_id: row.acted_on_guest_id,
  acted_on_root_id: row.acted_on_root_id,
  acted_on_group_id: row.acted_on_group_id,
  data_text: row.data_text,
  data_text_vars: JSON.parse(row.data_vars),
  created: formatUtc(row.created_at),
  // A record and the notices about it are written in one transaction: nothing is ever left to be done.
  processed: true,
})
