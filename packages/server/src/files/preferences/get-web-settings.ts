import type { PersonId } from '@holdfast/api/ids'
import { checkIsSelf } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findWebSettings } from '../../records/preferences.ts'

export async function getWebSettings(ctx: Ctx, who: PersonPrincipal, personId: PersonId) {
  await checkIsSelf(ctx.db.read, who, personId)
  const text = await findWebSettings(ctx.db.read, personId)
  return { settings: (text === undefined ? {} : JSON.parse(text)) as Record<string, unknown> }
}
