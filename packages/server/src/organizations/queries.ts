import type { OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { preparedFirst } from '../db/prepared.ts'
import type { Flag, Schema } from '../db/schema.ts'
import { fail } from '../errors.ts'

export type OrganizationRow = Selectable<Schema['organization']>

const selectOrganization = preparedFirst<{ id: OrganizationId }, OrganizationRow>((db, $) =>
  db.selectFrom('organization').selectAll().where('id', '=', $('id')).compile(),
)
export const findOrganization = (db: Db, id: OrganizationId): Promise<OrganizationRow | undefined> =>
  selectOrganization(db, { id })

export const findFirstOrganization = (db: Db): Promise<{ id: OrganizationId } | undefined> =>
  db.selectFrom('organization').select('id').limit(1).executeTakeFirst()

type NewOrganization = Omit<
  Insertable<Schema['organization']>,
  'policy' | 'require_two_step' | 'password_days'
> & { policy: PolicySettings }

export function insertOrganization(tx: Tx, { policy, ...row }: NewOrganization): Promise<OrganizationRow> {
  return tx
    .insertInto('organization')
    .values({ ...row, ...policyColumns(policy) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A policy as it is stored: whole, and the two fields that every request is judged by. */
const policyColumns = (policy: PolicySettings) => ({
  policy: JSON.stringify(policy),
  require_two_step: policy.require_two_step_auth ? (1 as const) : (0 as const),
  password_days: policy.change_password_frequency || null,
})

type Holding = Pick<OrganizationRow, 'stored_size' | 'policy'>
const raiseStoredSize = preparedFirst<{ id: OrganizationId; bytes: number }, Holding>((db, $) =>
  db
    .updateTable('organization')
    .set({ stored_size: sql`stored_size + ${$('bytes')}` })
    .where('id', '=', $('id'))
    .returning(['stored_size', 'policy'])
    .compile(),
)
/** Counts bytes stored for an organization. Gives what it holds now, and its policy to judge that by. */
export const addStoredSize = async (tx: Tx, id: OrganizationId, bytes: number): Promise<Holding> =>
  (await raiseStoredSize(tx, { id, bytes })) ?? fail('not_found')

/** Whether an organization can be used: what is switched off or over above it counts for it as well. */
export interface Standing {
  active: Flag
  trial_until: Instant | null
}

const selectStanding = preparedFirst<{ id: OrganizationId }, Standing>((db, $) =>
  db
    .withRecursive('upward(parent_id, active, trial_until)', (cte) =>
      cte
        .selectFrom('organization')
        .select(['parent_id', 'active', 'trial_until'])
        .where('id', '=', $('id'))
        .unionAll(
          cte
            .selectFrom('upward')
            .innerJoin('organization as o', 'o.id', 'upward.parent_id')
            .select(['o.parent_id', 'o.active', 'o.trial_until']),
        ),
    )
    .selectFrom('upward')
    .select((select) => [
      select.fn.min<Flag>('active').as('active'),
      select.fn.min<Instant | null>('trial_until').as('trial_until'),
    ])
    .compile(),
)
export const findStanding = async (db: Db, id: OrganizationId): Promise<Standing | undefined> =>
  selectStanding(db, { id })

/** Whether an organization is another one or lies below it. */
export async function isWithin(db: Db, id: OrganizationId, above: OrganizationId): Promise<boolean> {
  const { rows } = await sql<{ id: OrganizationId }>`
    with recursive upward (id, parent_id) as (
      select id, parent_id from organization where id = ${id}
      union all
      select o.id, o.parent_id from upward join organization o on o.id = upward.parent_id
    )
    select id from upward where id = ${above}`.execute(db)
  return rows.length > 0
}
