import type { PersonId } from '@holdfast/api/ids'
import { authorizeAccount } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { countMutes, listMutes } from '../../records/notices.ts'
import { muteView } from './view.ts'

/** For the person itself and its administrators, who are asked why no mail comes. */
export async function listMutedNotices(ctx: Ctx, who: PersonPrincipal, id: PersonId, offset: number) {
  const db = ctx.db.read
  await authorizeAccount(db, who, id)
  const rows = await listMutes(db, id, offset)
  return { offset, total: await countMutes(db, id), results: rows.map(muteView) }
}
