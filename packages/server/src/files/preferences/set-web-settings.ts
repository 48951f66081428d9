import { MOST_SETTINGS } from '@holdfast/api/files/preferences'
import type { PersonId } from '@holdfast/api/ids'
import { checkIsSelf } from '../../access/administration.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { saveWebSettings } from '../../records/preferences.ts'

/** Keeps what the app wants to remember, unread. How someone likes the app to look is not on record. */
export async function setWebSettings(
  ctx: Ctx,
  who: PersonPrincipal,
  { person_id, settings }: { person_id: PersonId; settings: Record<string, unknown> },
) {
  const text = JSON.stringify(settings)
  if (Buffer.byteLength(text) > MOST_SETTINGS)
    refuse('settings', `expected: up to ${MOST_SETTINGS} bytes of JSON`)
  await ctx.db.write(async (tx) => {
    await checkIsSelf(tx, who, person_id)
    await saveWebSettings(tx, person_id, text)
  })
  return { settings }
}
