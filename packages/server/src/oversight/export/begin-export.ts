import type { ParamsOf } from '@holdfast/api/operation'
import type { Export, beginExport as operation } from '@holdfast/api/oversight/exports'
import { authorizeOrganization } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdOrganization } from '../../records/organizations.ts'
import { chooseOrganizations } from './choose-organizations.ts'
import { KEPT_MS } from './finish-export.ts'
import { BEGINNING } from './position.ts'
import { findUnderWay, insertExport, insertHiddenRoot } from './queries.ts'
import { exportView } from './view.ts'

/** Begins an export of an organization, one at a time. Asked again for the one that is under way, it gives that. */
export async function beginExport(
  ctx: Ctx,
  who: PersonPrincipal,
  { organization_id: id, below, versions, part_size }: ParamsOf<typeof operation>,
): Promise<Export> {
  const known = await authorizeOrganization(ctx.db.read, who, id, 'browse_files')
  const { organizations, leftOut } = await chooseOrganizations(ctx.db.read, who, known, below)
  const row = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const organization = await authorizeOrganization(tx, who, id, 'browse_files')
    await holdOrganization(tx, id)
    const asked = {
      ...{ below: below ? (1 as const) : (0 as const), versions, part_size },
      ...{ organizations: JSON.stringify(organizations), left_out: JSON.stringify(leftOut) },
    }
    const running = await findUnderWay(tx, id)
    if (running) {
      const names = Object.keys(asked) as (keyof typeof asked)[]
      if (names.every((name) => running[name] === asked[name])) return running
      fail(
        'ver_conflict',
        'Another export of this organization is under way. Cancel it, or wait until it is done.',
      )
    }
    const begun = await insertExport(tx, {
      ...asked,
      organization_id: id,
      person_id: who.personId,
      root_id: await insertHiddenRoot(tx, id, at),
      state: 'waiting',
      error: null,
      position: JSON.stringify(BEGINNING),
      runner: null,
      created_at: at,
      kept_until: at + 2 * KEPT_MS,
      finished_at: null,
      expires_at: null,
      released_at: null,
    })
    await enqueue(tx, 'run_export', { exportId: begun.id }, at, id)
    const about = [
      versions === 'all' ? 'all versions' : 'current files',
      ...(below ? ['child organizations'] : []),
    ]
    await recordActivity(tx, who, 'export_begun', { organization, about: about.join(', ') }, at)
    return begun
  })
  return exportView(ctx.db.read, row)
}
