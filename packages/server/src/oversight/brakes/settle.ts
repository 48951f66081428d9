import type { BrakeId } from '@holdfast/api/ids'
import type { Brake, BrakeState } from '@holdfast/api/oversight/brakes'
import type { Instant } from '@holdfast/api/time'
import { type BrakeAccess, getBrake } from '../../access/brakes.ts'
import { noSuch } from '../../errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { BrakeRow } from '../../records/brakes.ts'
import { measure } from './measure.ts'
import { factsOf } from './tally.ts'
import { brakeViews } from './view.ts'

/** What becomes of the row when someone decides: with all that was done until then. What is undone stays so. */
export async function settledBy(
  tx: Tx,
  who: PersonPrincipal,
  { brake, root }: Pick<BrakeAccess, 'brake' | 'root'>,
  state: BrakeState,
  at: Instant,
): Promise<Partial<BrakeRow>> {
  const decided = { decided_at: at, decided_by: who.personId, settled_seq: root.seq }
  if (brake.state !== 'open') return { ...decided, state: brake.state === 'undone' ? 'undone' : state }
  const done = await measure(tx, root, brake, brake.first_seq - 1)
  return { ...decided, state, ...(done && factsOf(done.measured)) }
}

export async function viewOf(db: Db, who: PersonPrincipal, id: BrakeId): Promise<Brake> {
  const [view] = await brakeViews(db, [await getBrake(db, who, id)])
  return view ?? noSuch(`brake ${id}`)
}
