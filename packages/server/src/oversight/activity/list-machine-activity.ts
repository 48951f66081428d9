import type { MachineId } from '@holdfast/api/ids'
import { checkActivityOfMachine, withoutHiddenNames } from '../../access/activity.ts'
import type { Ctx } from '../../platform/context.ts'
import { readPage } from '../../platform/db/page.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { countOf, listOf } from '../../records/activity/queries.ts'
import { activityView } from '../../records/activity/view.ts'

/** What a machine did, and what was done with it, newest first. */
export async function listMachineActivity(ctx: Ctx, who: PersonPrincipal, id: MachineId, offset: number) {
  const db = ctx.db.read
  await checkActivityOfMachine(db, who, id)
  const whose = { kind: 'machine', id } as const
  const total = await countOf(db, whose)
  const rows = await readPage(total, offset, (window) => listOf(db, whose, window))
  return { offset, total, results: (await withoutHiddenNames(db, who, rows)).map(activityView) }
}
