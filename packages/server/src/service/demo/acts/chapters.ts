import type { EntryId, RootId } from '@holdfast/api/ids'
import { updatePolicy } from '../../../accounts/organizations/update-policy.ts'
import { updatePerson } from '../../../accounts/people/update-person.ts'
import { restoreEntry } from '../../../files/tree/restore-entry.ts'
import { deleteEntry } from '../../../files/writing/delete-entry.ts'
import { handOverFiles } from '../../../sharing/hand-over/hand-over-files.ts'
import { answerInvitation } from '../../../sharing/team-shares/answer-invitation.ts'
import { updateSubscribers } from '../../../sharing/team-shares/update-subscribers.ts'
import { emailOf, SHARES } from '../cast/cast.ts'
import type { Stage } from '../stage/stage.ts'

/** People of another organization are let in; one of them accepts. */
export async function inviteOthers(stage: Stage): Promise<void> {
  const { ctx, clock, people, shares } = stage
  const path = { organizationId: stage.organization('brightwater'), rootId: shares.rootOf('hall') }
  const external_subscribers = SHARES.hall.external.map(
    ([key, role]) => [emailOf(key), role] as [string, typeof role],
  )
  await updateSubscribers(ctx, await people.person('priya'), path, {
    removeFiles: false,
    lists: { external_subscribers },
  })
  clock.pass({ minutes: 50 })
  const hugo = await people.person('hugo')
  await answerInvitation(ctx, hugo, { personId: hugo.personId, rootId: path.rootId }, 'accepted')
}

/** His account is disabled, and his files become a team share of a colleague. */
export async function tomaszLeaves(stage: Stage): Promise<void> {
  const { ctx, clock, people } = stage
  const priya = await people.person('priya')
  await updatePerson(ctx, priya, people.idOf('tomasz'), { active: false })
  clock.pass({ minutes: 6 })
  await handOverFiles(ctx, priya, people.idOf('tomasz'), people.idOf('carla'), { dryRun: false })
}

/** A folder is deleted by mistake, and is back the next morning. */
export const loseFolder = async (stage: Stage): Promise<void> =>
  deleteEntry(stage.ctx, await stage.people.person('ben'), await oldCompetition(stage))

export async function findFolder(stage: Stage): Promise<void> {
  await restoreEntry(stage.ctx, await stage.people.person('priya'), await oldCompetition(stage), 'error')
}

async function oldCompetition(stage: Stage): Promise<{ rootId: RootId; entryId: EntryId; kind: 'folder' }> {
  const priya = await stage.people.person('priya')
  const entryId = await stage.shares.folderOf(priya, 'competitions', String(stage.year - 3))
  return { rootId: stage.shares.rootOf('competitions'), entryId, kind: 'folder' }
}

export async function keepVersionsShorter(stage: Stage): Promise<void> {
  const change = { trim_revisions: true, trim_revisions_x: 90 }
  await updatePolicy(stage.ctx, await stage.people.person('jonas'), stage.organization('linden'), change)
}
