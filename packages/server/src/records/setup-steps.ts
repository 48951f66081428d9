import type { PersonId } from '@holdfast/api/ids'
import { SETUP_STEPS, type SetupState, type SetupStep } from '@holdfast/api/oversight/setup'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

type SetupRow = Selectable<Schema['setup_step']>
type Account = Pick<
  Selectable<Schema['person']>,
  'created_at' | 'pw_changed_at' | 'two_step_mode' | 'auth_source_id' | 'deleted_at'
>

/** From now on there is something to do, first of all for the account that was made first. */
export async function insertSetup(tx: Tx, personId: PersonId): Promise<void> {
  const rows = SETUP_STEPS.map((step): SetupRow => ({ step, state: 'open', person_id: personId }))
  const again = { state: 'open' as const, person_id: personId }
  await tx
    .insertInto('setup_step')
    .values(rows)
    .onConflict((conflict) => conflict.column('step').doUpdateSet(again))
    .execute()
}

/** Of an installation that has a setup; else nothing happens. */
export async function updateSetupSteps(
  tx: Tx,
  steps: readonly SetupStep[],
  change: { state: SetupState; person_id: PersonId },
): Promise<void> {
  if (steps.length === 0) return
  await tx.updateTable('setup_step').set(change).where('step', 'in', steps).execute()
}

/** Each with the account that it is about, or of whoever skipped it. */
export const listSetupSteps = (db: Db) =>
  db
    .selectFrom('setup_step as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .select([
      's.step',
      's.state',
      'p.created_at',
      'p.pw_changed_at',
      'p.two_step_mode',
      'p.auth_source_id',
      'p.deleted_at',
    ])
    .execute()

/** What an account itself shows to be done; a directory has the passwords of its people. */
export function isDoneBy(step: SetupStep, account: Account): boolean {
  if (step === 'two_step') return account.two_step_mode !== null
  return (
    step === 'password' &&
    (account.auth_source_id !== null || (account.pw_changed_at ?? 0) > account.created_at)
  )
}

/** Those that are open or were skipped. */
export async function listStepsLeft(db: Db): Promise<{ step: SetupStep; state: SetupState }[]> {
  const rows = await listSetupSteps(db)
  return rows.filter(
    (row) =>
      row.state !== 'done' &&
      !isDoneBy(row.step, row) &&
      // Nobody has to do it any more.
      !(isOfAccount(row.step) && row.deleted_at !== null),
  )
}

export const isOfAccount = (step: SetupStep): boolean => step === 'password' || step === 'two_step'

export const isSetupOpen = async (db: Db): Promise<boolean> =>
  (await listStepsLeft(db)).some(({ state }) => state === 'open')
