import type { Group } from '@holdfast/api/accounts/groups'
import { formatUtc } from '@holdfast/api/time'
import type { GroupRow } from '../../records/groups.ts'

export const groupView = (group: GroupRow): Group => ({
  type: 'group',
  id: group.id,
  company_id: group.organization_id,
  name: group.name,
  created: formatUtc(group.created_at),
  active: group.deleted_at === null,
})
