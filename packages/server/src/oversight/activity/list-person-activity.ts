import type { PersonId } from '@holdfast/api/ids'
import { checkActivityOfPerson, withoutHiddenNames } from '../../access/activity.ts'
import type { Ctx } from '../../platform/context.ts'
import { readPage } from '../../platform/db/page.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { countOf, listOf } from '../../records/activity/queries.ts'
import { activityView } from '../../records/activity/view.ts'

/** What someone did, and what was done to the account, newest first. */
export async function listPersonActivity(ctx: Ctx, who: PersonPrincipal, id: PersonId, offset: number) {
  const db = ctx.db.read
  await checkActivityOfPerson(db, who, id)
  const whose = { kind: 'person', id } as const
  const total = await countOf(db, whose)
  const rows = await readPage(total, offset, (window) => listOf(db, whose, window))
  return { offset, total, results: (await withoutHiddenNames(db, who, rows)).map(activityView) }
}
