import { atPlace, type Config } from '../../platform/config/config.ts'
import { bringToForm } from '../../platform/installation/bring-to-form.ts'
import { checkStore } from '../../platform/installation/check-store.ts'
import { unlockOrBegin } from '../../platform/installation/unlock.ts'
import { installSchedules } from '../../platform/jobs/worker.ts'
import { generatePassword } from '../../sign-in/credentials/passwords.ts'
import { install } from '../install.ts'
import { openContext, type World } from '../opening/open-context.ts'
import { emailOf } from './cast/cast.ts'
import { countDemonstration } from './figures.ts'
import type { Demonstration } from './folder.ts'
import { Stage } from './stage/stage.ts'
import { StoryClock } from './stage/story-clock.ts'
import { play, WEEKS } from './story.ts'

/** Makes an installation with a past that ends now, in an empty folder. */
export async function makeDemonstration(
  config: Config,
  folder: string,
  { now, log }: World,
): Promise<Demonstration> {
  const clock = new StoryClock(now(), WEEKS)
  const own = { ...atPlace(config, folder), adminEmail: emailOf('amara') }
  const ctx = await openContext(own, { now: clock.now, log })
  try {
    const firstPassword = generatePassword(ctx.random)
    ctx.config.adminPassword = firstPassword
    await bringToForm(ctx)
    await unlockOrBegin(ctx)
    await checkStore(ctx)
    await install(ctx)
    await installSchedules(ctx)
    const stage = new Stage(ctx, clock, firstPassword)
    await play(stage)
    return { password: stage.password, figures: await countDemonstration(ctx) }
  } finally {
    await ctx.close()
  }
}
