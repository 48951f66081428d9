import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateApplicationRow } from '../../records/applications.ts'
import { type ApplicationPath, authorizeApplication } from './authorize-application.ts'
import { type ApplicationSettings, applicationColumns, checkApplicationSettings } from './settings.ts'
import { applicationSettings, applicationView } from './view.ts'

/** What is not given stays as it was; the whole must make sense afterwards. */
export async function updateApplication(
  ctx: Ctx,
  who: Principal,
  path: ApplicationPath,
  change: Partial<ApplicationSettings>,
) {
  return ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const earlier = applicationSettings(application)
    const settings = { ...earlier, ...change }
    if (isDeepStrictEqual(settings, earlier)) return applicationView(application)
    checkApplicationSettings(settings)
    const updated = await updateApplicationRow(tx, application.id, applicationColumns(settings))
    await recordActivity(tx, who, 'application_updated', { organization, about: updated.name }, ctx.now())
    return applicationView(updated)
  })
}
