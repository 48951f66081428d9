import type { BrakeId } from '@holdfast/api/ids'
import { fail, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { type BrakeRow, findBrake, isSignedIn } from '../records/brakes.ts'
import { findPerson } from '../records/people.ts'
import { findRoot, type RootRow } from '../records/roots.ts'
import { administers } from './administration.ts'
import { permissionsIn } from './permissions.ts'
import { isAllowed } from './root-rules.ts'

/** Something that was noticed, for who is to know of it, and what it may do about it. */
export interface BrakeAccess {
  brake: BrakeRow
  root: RootRow
  mayJudge: boolean
  mayStop: boolean
  mayUndo: boolean
}

/** It is for those whose files they are or who look after them, and for anyone who has the device. */
export async function reachBrake(
  db: Db,
  who: PersonPrincipal,
  brake: BrakeRow,
): Promise<BrakeAccess | undefined> {
  const root = await findRoot(db, brake.root_id)
  if (!root) return undefined
  const permissions = await permissionsIn(db, root, who)
  const looksAfter = permissions.has('FILE_MANAGE') || (await administers(db, who, root.organization_id))
  if (!looksAfter && brake.person_id !== who.personId) return undefined
  const mayChange = permissions.has('FILE_WRITE') && permissions.has('FILE_DELETE')
  return {
    brake,
    root,
    mayJudge: looksAfter && !isItself(who, brake) && (brake.state === 'open' || brake.paused === 1),
    mayStop: (await mayStop(db, who, brake)) && (await isSignedIn(db, brake)),
    mayUndo:
      brake.state !== 'undone' &&
      root.deleted_at === null &&
      mayChange &&
      !who.paused &&
      (await isAllowed(db, who, root.organization_id, 'user_rollback')),
  }
}

/** What is out of reach is `forbidden`. */
export async function getBrake(db: Db, who: PersonPrincipal, id: BrakeId): Promise<BrakeAccess> {
  const brake = (await findBrake(db, id)) ?? noSuch(`brake ${id}`)
  return (await reachBrake(db, who, brake)) ?? fail('forbidden')
}

export async function authorizeBrake(
  db: Db,
  who: PersonPrincipal,
  id: BrakeId,
  wish: 'mayJudge' | 'mayStop',
): Promise<BrakeAccess> {
  const access = await getBrake(db, who, id)
  if (wish === 'mayJudge' && isItself(who, access.brake))
    fail('forbidden', 'The device or session that made these changes cannot approve them.')
  return access[wish] ? access : fail('forbidden')
}

/** A program that has got hold of a device must not be able to let itself go on. */
const isItself = (who: PersonPrincipal, { machine_id, session_id }: BrakeRow): boolean =>
  machine_id === null ? who.sessionId === session_id : who.machineId === machine_id

/** As with machines: whose it is, and its administrators; nobody below a system administrator signs one out. */
async function mayStop(db: Db, who: PersonPrincipal, { person_id }: BrakeRow): Promise<boolean> {
  if (person_id === who.personId) return true
  const person = await findPerson(db, person_id)
  if (!person || (person.system_admin && !who.systemAdmin)) return false
  return administers(db, who, person.organization_id)
}
