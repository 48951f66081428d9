import type { OrganizationId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import { logFailure, type Outage } from '../platform/basics/outage.ts'
import type { Ctx } from '../platform/context.ts'
import { THE_SERVICE } from '../platform/principal.ts'
import { recordActivity } from './activity/record-activity.ts'
import { listSystemAdmins } from './people.ts'
import { sendMail } from './send-mail.ts'

const ONCE = { most: 1, ms: HOUR_MS }
const ROOT_ORGANIZATION = 1 as OrganizationId

/** Tells system administrators that there is no room left, once an hour. Where even that has none, the log does. */
export async function alertStorageFull(ctx: Ctx, { message, of: what }: Outage): Promise<void> {
  try {
    if ((await ctx.limits.take('storage full', ONCE)) !== undefined) return
    await ctx.db.write(async (tx) => {
      const at = ctx.now()
      const on = { site: { organization_id: ROOT_ORGANIZATION }, about: message }
      await recordActivity(tx, THE_SERVICE, 'storage_full', on, at)
      for (const { organization_id: organizationId, email: to, first_name: name } of await listSystemAdmins(
        tx,
      ))
        await sendMail(ctx, tx, { organizationId, to, kind: 'storage_full', data: { name, what } }, at)
    })
  } catch (error) {
    logFailure(ctx.log, error, 'administrators could not be told that the storage is full')
  }
}
