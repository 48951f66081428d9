import { isDeepStrictEqual } from 'node:util'
import { missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { checkDirectorySettings, type DirectorySettings } from '../../platform/ldap/settings.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { directoryColumns, directorySettings, updateAuthSourceRow } from '../../records/auth-sources.ts'
import { type AuthSourcePath, authorizeControl } from './authorize-auth-source.ts'
import { isSamePlace } from './kept-password.ts'
import { nextImport } from './schedule.ts'
import { authSourceView } from './view.ts'

export type AuthSourceChange = Partial<Omit<DirectorySettings, 'trusted'>>

/** What is not given stays as it was. */
export async function updateAuthSource(
  ctx: Ctx,
  who: PersonPrincipal,
  path: AuthSourcePath,
  change: AuthSourceChange,
) {
  const before = await authorizeControl(ctx.db.read, who, path)
  const known = directorySettings(before.source)
  if (!isDeepStrictEqual({ ...known, ...change }, known))
    await checkDirectorySettings(changed(who, known, change))
  return ctx.db.write(async (tx) => {
    const { organization, source } = await authorizeControl(tx, who, path)
    const earlier = directorySettings(source)
    const settings = changed(who, earlier, change)
    if (isDeepStrictEqual(settings, earlier)) return authSourceView(source)
    const at = ctx.now()
    const moved = settings.importHours !== earlier.importHours
    const updated = await updateAuthSourceRow(tx, source.id, {
      ...directoryColumns(settings),
      ...(moved && { next_import_at: nextImport(settings, at) }),
    })
    await recordActivity(tx, who, 'directory_updated', { organization, about: updated.host }, at)
    return authSourceView(updated)
  })
}

function changed(
  who: PersonPrincipal,
  earlier: DirectorySettings,
  change: AuthSourceChange,
): DirectorySettings {
  const settings = { ...earlier, ...change }
  if (isSamePlace(settings, earlier)) return settings
  if (change.password === undefined) missing('password', 'required when the address of the server changes')
  return { ...settings, trusted: who.systemAdmin }
}
