import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { giveLinks } from '../../records/links.ts'
import { listMachinesOfPerson } from '../../records/machines.ts'
import { deleteNoticesOfRoot } from '../../records/notices.ts'
import { addCounts, holdOrganization } from '../../records/organizations.ts'
import { findPersonForUpdate, type PersonRow } from '../../records/people.ts'
import { recordSubscribers } from '../../records/record-subscribers.ts'
import { findRoot, holdRoots, type RootRow } from '../../records/roots.ts'
import { updateShareRow } from '../../records/shares.ts'
import { authorizeHandOver, findOwnRoot } from './authorize-hand-over.ts'
import { deleteHandOver, endMappings, findHandOver, removeAllSubscribers } from './queries.ts'
import { recordEndedMappings } from './record-ended-mappings.ts'

/** Makes the files that were handed over last personal again, as they are by now. All whom the share let in are out. */
export async function undoHandOver(ctx: Ctx, who: PersonPrincipal, id: PersonId): Promise<void> {
  await authorizeHandOver(ctx.db.read, who, id)
  const { root_id } = (await findHandOver(ctx.db.read, id)) ?? noHandOver(id)
  const known = await findOwnRoot(ctx.db.read, id)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoots(tx, known ? [root_id, known.id] : [root_id])
    // Held, so that it is not given another root meanwhile.
    await findPersonForUpdate(tx, id)
    const handed = await findHandOver(tx, id)
    if (handed?.root_id !== root_id) return noHandOver(id)
    if (handed.last_link_id) await giveLinks(tx, root_id, { from: handed.to_id, to: id }, handed.last_link_id)
    const person = await authorizeHandOver(tx, who, id)
    await holdOrganization(tx, person.organization_id)
    const share = checkShare(await findRoot(tx, root_id), person)
    await dropEmptyRoot(tx, await findOwnRoot(tx, id), known, at)
    const unsubscribed = await removeAllSubscribers(tx, root_id)
    await deleteNoticesOfRoot(tx, root_id)
    await updateShareRow(tx, root_id, {
      ...{ root_type: 'sync', person_id: id, name: handed.name },
      ...{ description: null, auto_lock: 0, notify: 1 },
    })
    await addCounts(tx, person.organization_id, { shares: -1 })
    await deleteHandOver(tx, root_id)
    const ended = await endMappings(tx, root_id, { since: handed.at }, at)
    for (const machine of await listMachinesOfPerson(tx, id)) announce(tx, `m${machine.id}`)
    await recordActivity(tx, who, 'hand_over_undone', { person, about: share.name }, at)
    await recordSubscribers(tx, who, share, { subscribed: [], unsubscribed }, at)
    await recordEndedMappings(tx, who, ended, at)
  })
}

const noHandOver = (id: PersonId): never => noSuch(`hand-over of the files of person ${id}`)

function checkShare(share: RootRow | undefined, { organization_id }: PersonRow): RootRow {
  if (!share || share.deleted_at !== null) return fail('root_deleted', 'The team share was deleted.')
  if (share.organization_id !== organization_id)
    fail('ver_conflict', 'The team share was moved to another organization. Move it back first.')
  return share
}

/** What the account got instead must hold nothing: nobody has two roots of personal files. */
async function dropEmptyRoot(
  tx: Tx,
  own: RootRow | undefined,
  held: RootRow | undefined,
  at: Instant,
): Promise<void> {
  if (!own) return
  const { id, live_children, deleted_children, pending_size } = own
  if (id !== held?.id || live_children + deleted_children + pending_size > 0)
    fail(
      'not_empty',
      'The account has new personal files. Move them to a team share or delete them permanently, then try again.',
    )
  await updateShareRow(tx, id, { deleted_at: at })
  await addCounts(tx, own.organization_id, { roots: -1 })
  await enqueue(tx, 'purge_roots', {}, at)
}
