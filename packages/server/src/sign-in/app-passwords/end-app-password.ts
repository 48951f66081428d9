import type { PersonId, SessionId } from '@holdfast/api/ids'
import { authorizeAccount } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { endSignIns, markSignedOut } from '../../records/end-sign-ins.ts'
import { liveAppPasswords } from './queries.ts'
import { appPasswordView } from './view.ts'

/** Ends an app password of the own account, or of one that the caller administers. Its device is signed out. */
export async function endAppPassword(
  ctx: Ctx,
  who: PersonPrincipal,
  personId: PersonId,
  id: SessionId,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = await authorizeAccount(tx, who, personId)
    const found = (await liveAppPasswords(tx, person, at)).find((one) => one.id === id)
    if (!found) return noSuch(`app password ${id}`)
    await endSignIns(tx, { session: id, of: personId }, { at })
    await markSignedOut(tx, found.machine_id, at)
    const about = appPasswordView(found).name
    await recordActivity(tx, who, 'app_password_ended', { person, about }, at)
  })
}
