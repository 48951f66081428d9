import type { ParamsOf } from '@holdfast/api/operation'
import type { ActivityTableRow, exportActivity as contract } from '@holdfast/api/oversight/activity-table'
import { authorizeOrganization } from '../../access/administration.ts'
import { authorizeScope } from '../../accounts/tables/open-table.ts'
import { type Cell, csvLine } from '../../platform/basics/csv.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Place } from '../../platform/db/table/listed.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { readOf } from '../../platform/table/read-table.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { openActivityTable } from './table-activity.ts'

const ROWS_AT_ONCE = 500
/** In the file of a spreadsheet program: what a row shows. */
export const ACTIVITY_COLUMNS = [
  'created',
  'number',
  'organization',
  'kind',
  'actor_text',
  'action_text',
  'acted_on_text',
  'data_text',
  'activity_type_id',
  'actor_person_id',
  'actor_machine_id',
  'acted_on_person_id',
  'acted_on_machine_id',
  'acted_on_root_id',
  'id',
] as const satisfies readonly (keyof ActivityTableRow)[]

/**
 * All records that match, a part at a time, newest first; `goOn` gives who asks again and throws where they may not go on. What is
 * written later is newer than the first of them, and not among them.
 */
export async function exportActivity(
  ctx: Ctx,
  who: PersonPrincipal,
  { format, ...params }: ParamsOf<typeof contract>,
  { heads, goOn }: { heads: readonly string[]; goOn: () => Promise<PersonPrincipal> },
): Promise<AsyncGenerator<string>> {
  const table = await openActivityTable(ctx, who, params)
  await ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, params.organization_id)
    await recordActivity(tx, who, 'activity_exported', { organization }, ctx.now())
  })
  const line = format === 'csv' ? lineOf : (row: ActivityTableRow) => `${JSON.stringify(row)}\n`
  return parts()

  async function* parts(): AsyncGenerator<string> {
    if (format === 'csv') yield csvLine(heads)
    const read = await readOf(ctx, table.wish)
    for (let from: Place | undefined; ; ) {
      const { found, stopped } = await read({ from, back: false, limit: ROWS_AT_ONCE })
      const rows = await table.rowsOf(found.map(({ row }) => row))
      if (rows.length > 0) yield rows.map(line).join('')
      if (!stopped) return
      from = stopped
      await authorizeScope(ctx, await goOn(), params)
    }
  }
}

const lineOf = (row: ActivityTableRow): string =>
  csvLine(ACTIVITY_COLUMNS.map((name): Cell => (name === 'organization' ? row.organization.name : row[name])))
