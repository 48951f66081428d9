import type { AuthSourceId, MachineId, OrganizationId } from '@holdfast/api/ids'
import type { AlertKind } from '@holdfast/api/oversight/alerts'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { MachineRow } from '../../records/machines.ts'
import type { OrganizationRow } from '../../records/organizations.ts'

const WATCHED = [
  'id',
  'path',
  'name',
  'policy',
  'stored_size',
  'pending_size',
  'persons_count',
  'trial_until',
  'license_until',
] as const
export type Watched = Pick<OrganizationRow, (typeof WATCHED)[number]>

export interface Watch {
  after: OrganizationId | 0
  /** So many ids are looked at, whether they are of note or not. */
  step: number
  full: number
  trialBefore: Instant
  licenseBefore: Instant
}

/** Live organizations that may be at a limit or near an end. */
export const listOrganizationsOfNote = (
  db: Db,
  { after, step, full, trialBefore, licenseBefore }: Watch,
): Promise<Watched[]> =>
  db
    .selectFrom('organization')
    .select(WATCHED)
    .where('id', '>', after as OrganizationId)
    .where('id', '<=', (after + step) as OrganizationId)
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        sql<boolean>`stored_size + pending_size >= space_quota * ${sql.lit(full)}`,
        sql<boolean>`persons_count >= accounts_maximum * ${sql.lit(full)}`,
        eb('trial_until', '<=', trialBefore),
        eb('license_until', '<=', licenseBefore),
      ]),
    )
    .execute()

export async function findLastOrganization(db: Db): Promise<OrganizationId | 0> {
  const row = await db
    .selectFrom('organization')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Those of some organizations that are not deleted. */
export const listLive = (db: Db, ids: readonly OrganizationId[]): Promise<Watched[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('organization')
      .select(WATCHED)
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute(),
  )

export interface DirectoryOfNote {
  id: AuthSourceId
  organization_id: OrganizationId
  nickname: string | null
  host: string
  last_import: string | null
}

/** Directories whose newest import may have failed: of one organization, or of all. */
export function listDirectoriesOfNote(
  db: Db,
  of: OrganizationId | undefined,
  limit: number,
): Promise<DirectoryOfNote[]> {
  const directories = db
    .selectFrom('auth_source')
    .select(['id', 'organization_id', 'nickname', 'host', 'last_import'])
    .where('last_import', 'is not', null)
    .where('last_import', 'not like', '{"status":"ok"%')
    .orderBy('organization_id')
    .orderBy('id')
    .limit(limit)
  return (of === undefined ? directories : directories.where('organization_id', '=', of)).execute()
}

export type UnreachableMachine = Pick<
  MachineRow,
  'id' | 'organization_id' | 'nickname' | 'dns_name' | 'guid' | 'alerted_at' | 'last_disconnect_at'
>

/** The next machines that people know to be gone, in the order of organizations and ids. */
export const listUnreachableAfter = (
  db: Db,
  after: readonly [OrganizationId | 0, MachineId | 0],
  limit: number,
): Promise<UnreachableMachine[]> =>
  db
    .selectFrom('machine')
    .select(['id', 'organization_id', 'nickname', 'dns_name', 'guid', 'alerted_at', 'last_disconnect_at'])
    .where('alerted_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(organization_id, id) > (${sql.join(after)})`)
    .orderBy('organization_id')
    .orderBy('id')
    .limit(limit)
    .execute()

export type StandingRow = Selectable<Schema['standing_alert']>

export const listAllStanding = (db: Db): Promise<StandingRow[]> =>
  db.selectFrom('standing_alert').selectAll().execute()

/** Of all organizations whose paths are in a range. */
export const listStandingBetween = (db: Db, from: string, before: string): Promise<StandingRow[]> =>
  db.selectFrom('standing_alert').selectAll().where('path', '>=', from).where('path', '<', before).execute()

export async function replaceStanding(
  tx: Tx,
  rows: readonly Insertable<Schema['standing_alert']>[],
): Promise<void> {
  await tx
    .insertInto('standing_alert')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'kind']).doUpdateSet({
        level: (set) => set.ref('excluded.level'),
        since: (set) => set.ref('excluded.since'),
        alert: (set) => set.ref('excluded.alert'),
      }),
    )
    .execute()
  for (const { organization_id } of rows) announce(tx, `w${organization_id}`)
}

export async function deleteStanding(tx: Tx, organizationId: OrganizationId, kind: AlertKind): Promise<void> {
  await tx
    .deleteFrom('standing_alert')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .execute()
  announce(tx, `w${organizationId}`)
}
