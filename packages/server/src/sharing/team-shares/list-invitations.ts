import type { PersonId } from '@holdfast/api/ids'
import { authorizeAccount } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { countInvitations, listInvitationRows } from './invitation-queries.ts'
import { invitationView } from './invitation-view.ts'

/** For the person itself and its administrators, who should know what people bring in from elsewhere. */
export async function listInvitations(ctx: Ctx, who: PersonPrincipal, id: PersonId, offset: number) {
  const db = ctx.db.read
  const invitee = await authorizeAccount(db, who, id)
  const rows = await listInvitationRows(db, id, offset)
  return {
    offset,
    total: await countInvitations(db, id),
    results: rows.map((row) => invitationView(row, invitee)),
  }
}
