import type { MuteId, PersonId } from '@holdfast/api/ids'
import { authorizeAccount } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { deleteMute } from '../../records/notices.ts'

/** Mails come again about what happens from now on. */
export async function deleteMutedNotice(
  ctx: Ctx,
  who: PersonPrincipal,
  { personId, muteId }: { personId: PersonId; muteId: MuteId },
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const person = await authorizeAccount(tx, who, personId)
    const mute = (await deleteMute(tx, personId, muteId)) ?? noSuch(`muted notification ${muteId}`)
    await recordActivity(tx, who, 'notices_unmuted', { person, about: mute.kind }, ctx.now())
  })
}
