import type { Mapping } from '@holdfast/api/devices/machines'
import type { MappingRow } from './queries.ts'

/** How folders of a device are called is for those who may see that. */
export const mappingView = (
  { id, machine_id, root_id, path, name, root_type, person_id }: MappingRow,
  seesNames: boolean,
): Mapping => ({
  type: 'machine_mapping',
  id,
  machine_id,
  person_id: root_type === 'sync' ? person_id : null,
  root_id,
  name,
  path: seesNames ? path : '',
  share: root_type === 'share',
})
