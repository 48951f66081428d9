import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { SchemaModule } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'

/** What is kept of every day. `live`, `versions` and `deleted` are bytes by content, `stored` what they take. */
export const OF_DAYS = ['accounts', 'guests', 'devices', 'live', 'versions', 'deleted', 'stored'] as const
/** What is counted now and then, because nobody counts it with each change. */
export const OF_ORGANIZATIONS = ['links', 'public_links', 'live', 'versions', 'deleted'] as const
/** What is summed up over the organizations below. */
export const OF_ALL_BELOW = ['organizations', 'links', 'public_links', ...OF_DAYS] as const

export type FigureOf<Names extends readonly string[]> = Record<Names[number], number>
export type BelowOf<Names extends readonly string[]> = Record<`below_${Names[number]}`, number>

/** Figures of organizations for those who administer them: each its own, and the sum of those below, never mixed. */
export interface FigureTables {
  /** A day, `2026-11-30` in UTC, as it was counted then. A day that nobody counted has no row. */
  usage_day: { organization_id: OrganizationId; day: string } & FigureOf<typeof OF_DAYS> &
    BelowOf<typeof OF_DAYS>
  /** As it was counted last. */
  organization_figure: {
    organization_id: OrganizationId
    /** The newest that has a row in `usage_day`. */
    day: string
    /** When the newest activity was. */
    seen_at: Instant | null
    /** Of 30 days before `day`; null where that is not known. */
    accounts_before: number | null
    stored_before: number | null
    below_accounts_before: number | null
    below_stored_before: number | null
    /** Those below that have grown most since then, as JSON: their ids and by how many bytes. */
    fastest: string
  } & FigureOf<typeof OF_ORGANIZATIONS> &
    BelowOf<typeof OF_ALL_BELOW>
}

const belowOf = (names: readonly string[]): string[] => names.map((name) => `below_${name}`)

export async function createFigures(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint, key, withoutRowId } = columns
  let days = schema
    .createTable('usage_day')
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('day', key, required)
  for (const name of [...OF_DAYS, ...belowOf(OF_DAYS)]) days = days.addColumn(name, bigint, required)
  await days
    .addPrimaryKeyConstraint('usage_day_key', ['organization_id', 'day'])
    .$call(withoutRowId)
    .execute()

  let figures = schema
    .createTable('organization_figure')
    .addColumn('organization_id', bigint, (c) => c.primaryKey().references('organization.id'))
    .addColumn('day', key, required)
    .addColumn('seen_at', bigint)
    .addColumn('accounts_before', bigint)
    .addColumn('stored_before', bigint)
    .addColumn('below_accounts_before', bigint)
    .addColumn('below_stored_before', bigint)
    .addColumn('fastest', 'text', required)
  for (const name of [...OF_ORGANIZATIONS, ...belowOf(OF_ALL_BELOW)])
    figures = figures.addColumn(name, bigint, required)
  await figures.execute()
}
