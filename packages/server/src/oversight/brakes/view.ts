import type { Brake } from '@holdfast/api/oversight/brakes'
import { formatUtc } from '@holdfast/api/time'
import type { BrakeAccess } from '../../access/brakes.ts'
import type { Db } from '../../platform/db/database.ts'
import { findActorNames } from '../../records/actor-names.ts'
import { measure } from './measure.ts'
import { findClients } from './queries.ts'

/** As long as nobody has decided, with all that was done until now. */
export async function brakeViews(db: Db, found: readonly BrakeAccess[]): Promise<Brake[]> {
  const deciders = found.map(({ brake }) => ({ person_id: brake.decided_by, machine_id: null }))
  const namesOf = await findActorNames(db, [...found.map(({ brake }) => brake), ...deciders])
  const clients = await findClients(
    db,
    found.flatMap(({ brake }) => brake.session_id ?? []),
  )
  const views: Brake[] = []
  for (const { brake, root, ...may } of found) {
    const { id, state, reason, organization_id, person_id, machine_id, session_id, decided_at, decided_by } =
      brake
    const now = state === 'open' ? (await measure(db, root, brake, brake.first_seq - 1))?.measured : undefined
    const { deleted, rewritten, renamed, first_seq, last_seq, first_at, last_at, extensions } = now ?? {
      ...brake,
      extensions: JSON.parse(brake.extensions) as Brake['extensions'],
    }
    views.push({
      type: 'brake',
      ...{ id, state, reason, root_id: root.id, root_name: root.name, organization_id },
      ...{ person_id, machine_id, ...namesOf(brake) },
      ...{ session_id, client: (session_id && clients.get(session_id)) ?? null },
      ...{ deleted, rewritten, renamed, extensions, first_seq, last_seq },
      ...{ first_at: formatUtc(first_at), last_at: formatUtc(last_at), noticed: formatUtc(brake.created_at) },
      paused: brake.paused === 1,
      decided: decided_at === null ? null : formatUtc(decided_at),
      ...{ decided_by, decided_by_name: namesOf({ person_id: decided_by, machine_id: null }).person_name },
      ...{ may_judge: may.mayJudge, may_stop: may.mayStop, may_undo: may.mayUndo },
    })
  }
  return views
}
