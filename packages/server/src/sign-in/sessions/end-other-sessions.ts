import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'

/** Signs the caller out everywhere but here. Tells how many sign-ins that ends. */
export function endOtherSessions(
  ctx: Ctx,
  who: PersonPrincipal,
  { browsersOnly }: { browsersOnly: boolean },
): Promise<number> {
  const others = {
    persons: [who.personId],
    but: who.sessionId,
    ...(browsersOnly && { only: 'browsers' as const }),
  }
  const record = { by: who, about: (count: number) => `${count} others` }
  return ctx.db.write((tx) => endSignIns(tx, others, { at: ctx.now(), record }))
}
