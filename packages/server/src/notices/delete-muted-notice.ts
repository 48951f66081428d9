import type { MuteId, PersonId } from '@holdfast/api/ids'
import { authorizeAccount } from '../access/administration.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { deleteMute } from './queries.ts'

/** Mails come again about what happens from now on. */
export async function deleteMutedNotice(
  ctx: Ctx,
  who: PersonPrincipal,
  { personId, muteId }: { personId: PersonId; muteId: MuteId },
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const person = await authorizeAccount(tx, who, personId)
    const mute = (await deleteMute(tx, personId, muteId)) ?? fail('not_found')
    await recordActivity(tx, who, 'notices_unmuted', { person, about: mute.kind }, ctx.now())
  })
}
