import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateApplicationRow } from '../../records/applications.ts'
import { hashSecret } from '../oauth/client.ts'
import { type ApplicationPath, authorizeApplication } from './authorize-application.ts'
import { applicationView } from './view.ts'

/** Gives an application a new secret; the old one ends at once, the sign-ins it made go on. */
export async function rotateSecret(ctx: Ctx, who: Principal, path: ApplicationPath) {
  const secret = ctx.random(32).toString('base64url')
  return ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const updated = await updateApplicationRow(tx, application.id, { secret_hash: hashSecret(secret) })
    await recordActivity(tx, who, 'application_updated', { organization, about: updated.name }, ctx.now())
    return { ...applicationView(updated), client_secret: secret }
  })
}
