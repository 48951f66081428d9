import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateApplicationRow } from '../../records/applications.ts'
import { type ApplicationPath, authorizeApplication } from './authorize-application.ts'
import { type ApplicationSettings, checkSettings, settingsColumns } from './settings.ts'
import { applicationView, settingsOf } from './view.ts'

/** What is not given stays as it was; the whole must make sense afterwards. */
export async function updateApplication(
  ctx: Ctx,
  who: Principal,
  path: ApplicationPath,
  change: Partial<ApplicationSettings>,
) {
  return ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const settings = { ...settingsOf(application), ...change }
    checkSettings(settings)
    const updated = await updateApplicationRow(tx, application.id, settingsColumns(settings))
    await recordActivity(tx, who, 'application_updated', { organization, about: updated.name }, ctx.now())
    return applicationView(updated)
  })
}
