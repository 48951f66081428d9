import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Selectable } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/locking.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { Flag } from '../../platform/db/tables/columns.ts'
import type { ExternalRow } from '../../records/shares.ts'

export type Subscriber = ExternalRow & { email: string; active: Flag }
/** With the address of each, and whether the account is in use. */
export const listExternals = (db: Db, rootId: RootId): Promise<Subscriber[]> =>
  db
    .selectFrom('share_external as x')
    .innerJoin('person as p', 'p.id', 'x.person_id')
    .selectAll('x')
    .select(['p.email', 'p.active'])
    .where('x.root_id', '=', rootId)
    .orderBy('x.person_id')
    .execute()

type PersonToInvite = Pick<Selectable<Schema['person']>, 'id' | 'email' | 'email_key' | 'first_name'>
/**
 * Accounts of other organizations by their addresses, kept as they are until the transaction ends: one that is closed
 * meanwhile must not be left with an invitation.
 */
export async function listPersonsToInvite(
  tx: Tx,
  organizationId: OrganizationId,
  emailKeys: readonly string[],
): Promise<PersonToInvite[]> {
  const found: PersonToInvite[] = []
  for (const batch of batches([...emailKeys].sort()))
    found.push(
      ...(await forUpdate(
        tx
          .selectFrom('person')
          .select(['id', 'email', 'email_key', 'first_name'])
          .where('email_key', 'in', batch)
          .where('organization_id', '<>', organizationId)
          .where('guest', '=', 0)
          .where('active', '=', 1)
          .where('deleted_at', 'is', null)
          .orderBy('id'),
        tx,
      ).execute()),
    )
  return found
}

export async function changeExternals(
  tx: Tx,
  rootId: RootId,
  { removed, put }: { removed: readonly PersonId[]; put: readonly ExternalRow[] },
): Promise<void> {
  for (const batch of batches(removed))
    await tx
      .deleteFrom('share_external')
      .where('root_id', '=', rootId)
      .where('person_id', 'in', batch)
      .execute()
  for (const { root_id, person_id, ...row } of put)
    await tx
      .insertInto('share_external')
      .values({ root_id, person_id, ...row })
      .onConflict((conflict) => conflict.columns(['root_id', 'person_id']).doUpdateSet(row))
      .execute()
}

/** Whether someone may be written to about a share: not if that was done within `pause`. Counts as done from now on. */
export async function takeLetter(
  tx: Tx,
  letter: { root_id: RootId; person_id: PersonId; sent_at: Instant },
  pause: number,
): Promise<boolean> {
  // Older ones decide nothing any more.
  await tx
    .deleteFrom('share_invitation_mail')
    .where('root_id', '=', letter.root_id)
    .where('sent_at', '<=', letter.sent_at - pause)
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('share_invitation_mail')
    .values(letter)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

export type Invited = ExternalRow & {
  name: string
  organization_id: OrganizationId
  organization_name: string
}

const invitations = (db: Db, personId: PersonId) =>
  db
    .selectFrom('share_external as x')
    .innerJoin('root as r', 'r.id', 'x.root_id')
    .innerJoin('organization as o', 'o.id', 'r.organization_id')
    .where('x.person_id', '=', personId)
    .where('r.deleted_at', 'is', null)

export const listInvitationRows = (db: Db, personId: PersonId, offset: number): Promise<Invited[]> =>
  invitations(db, personId)
    .selectAll('x')
    .select(['r.name', 'r.organization_id', 'o.name as organization_name'])
    .orderBy('x.root_id')
    .limit(OFFSET_PAGE)
    .offset(offset)
    .execute()

export async function countInvitations(db: Db, personId: PersonId): Promise<number> {
  const { total } = await invitations(db, personId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Held until the transaction ends; undefined where it was taken back. */
export const findInvitation = (
  tx: Tx,
  rootId: RootId,
  personId: PersonId,
): Promise<ExternalRow | undefined> =>
  forUpdate(
    tx
      .selectFrom('share_external')
      .selectAll()
      .where('root_id', '=', rootId)
      .where('person_id', '=', personId),
    tx,
  ).executeTakeFirst()

export async function answerInvitationRow(
  tx: Tx,
  { root_id, person_id }: ExternalRow,
  answer: { status: ExternalRow['status']; answered_at: Instant },
): Promise<ExternalRow> {
  return tx
    .updateTable('share_external')
    .set(answer)
    .where('root_id', '=', root_id)
    .where('person_id', '=', person_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
