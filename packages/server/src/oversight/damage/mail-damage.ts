import type { Ctx } from '../../platform/context.ts'
import { displayName, listSystemAdmins } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { countDamaged, takeNews } from './queries.ts'

/** Tells system administrators that bytes were found damaged, unless they know. */
export async function mailDamage(ctx: Ctx): Promise<void> {
  await ctx.db.write(async (tx) => {
    const found = await takeNews(tx, 0)
    if (found === 0) return
    const damaged = await countDamaged(tx)
    for (const admin of await listSystemAdmins(tx)) {
      const { email: to, organization_id: organizationId } = admin
      const data = { name: displayName(admin), found, damaged }
      await sendMail(ctx, tx, { organizationId, to, kind: 'content_damaged', data }, ctx.now())
    }
  })
}
