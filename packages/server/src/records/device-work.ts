import type { MachineType } from '@holdfast/api/devices/machines'
import type { MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { preparedFirst } from '../platform/db/prepared.ts'

/** What ties a root to a machine of someone. */
export interface DeviceWork {
  machine_type: MachineType
  organization_id: OrganizationId
  /** Of that organization. */
  policy: string
  mapped_by: PersonId | null
  backs_up: RootId | null
  /** Is to write what the root holds to one of its folders. */
  restores: RootId | null
}

/** Nothing for a machine that is not the person's, or no longer in use. */
export const findDeviceWork = preparedFirst<
  { machineId: MachineId; personId: PersonId; rootId: RootId },
  DeviceWork
>((db, $) =>
  db
    .selectFrom('machine as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .leftJoin('machine_mapping as w', (join) =>
      join
        .onRef('w.machine_id', '=', 'm.id')
        .on('w.root_id', '=', $('rootId'))
        .on('w.deleted_at', 'is', null),
    )
    .leftJoin('backup as b', (join) =>
      join.onRef('b.machine_id', '=', 'm.id').on('b.root_id', '=', $('rootId')),
    )
    .select(({ selectFrom }) => [
      'm.machine_type',
      'm.organization_id',
      'o.policy',
      'w.created_by as mapped_by',
      'b.root_id as backs_up',
      selectFrom('machine_job as j')
        .select('j.root_id')
        .whereRef('j.machine_id', '=', 'm.id')
        .where('j.root_id', '=', $('rootId'))
        .where('j.kind', '=', 'restore')
        .where('j.finished_at', 'is', null)
        .limit(1)
        .as('restores'),
    ])
    .where('m.id', '=', $('machineId'))
    .where('m.person_id', '=', $('personId'))
    .where('m.deleted_at', 'is', null)
    .compile(),
)
