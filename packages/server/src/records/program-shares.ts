import type { MachineId, PersonId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Flag } from '../platform/db/tables/columns.ts'
import { type Joined, UPWARD } from './shares.ts'

/** `shown`: brought to programs that speak WebDAV by one of its subscriptions. */
type JoinedPart = Joined & { shown: Flag }
const selectWithTargets = prepared<{ personId: PersonId; machine: string }, JoinedPart>((db, $) =>
  sql<JoinedPart>`
    ${UPWARD($('personId'))},
    joined (root_id, role, shown) as (
      select root_id, role,
        case when target in ('all', 'future', 'webdav') or target = ${$('machine')} then 1 else 0 end
      from share_person where person_id = ${$('personId')}
      union
      select root_id, role, 1 from share_external where person_id = ${$('personId')} and status = 'accepted'
      union
      select g.root_id, g.role, case when g.target in ('webdav', 'machines') then 1 else 0 end
      from upward cross join share_group g where g.group_id = upward.id
    )
    select r.*, joined.role as share_role, joined.shown from joined cross join root r
    where r.id = joined.root_id and r.deleted_at is null order by r.id`.compile(db),
)
/** As `listSharesOfPerson`, with what each way in brings to a program that someone works with on a device. */
export const listSharesWithTargets = (
  db: Db,
  personId: PersonId,
  machineId: MachineId | null,
): Promise<JoinedPart[]> => selectWithTargets(db, { personId, machine: String(machineId ?? '') })
