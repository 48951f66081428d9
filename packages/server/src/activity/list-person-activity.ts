import type { PersonId } from '@holdfast/api/ids'
import { checkActivityOfPerson } from '../access/activity.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { readPage } from '../db/page.ts'
import { countOfPerson, listOfPerson } from './queries.ts'
import { activityView } from './view.ts'

/** What someone did, and what was done to the account, newest first. */
export async function listPersonActivity(ctx: Ctx, who: PersonPrincipal, id: PersonId, offset: number) {
  const db = ctx.db.read
  await checkActivityOfPerson(db, who, id)
  const total = await countOfPerson(db, id)
  const rows = await readPage(total, offset, (window) => listOfPerson(db, id, window))
  return { offset, total, results: rows.map(activityView) }
}
