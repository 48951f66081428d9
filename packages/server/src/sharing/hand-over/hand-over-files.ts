import type { PersonId } from '@holdfast/api/ids'
import type { HandOver } from '@holdfast/api/sharing/hand-over'
import type { Instant } from '@holdfast/api/time'
import { giveSyncRoot } from '../../accounts/people/create-person.ts'
import { noSuch, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { giveLinks } from '../../records/links.ts'
import { forgetNews } from '../../records/notices.ts'
import { addCounts, holdOrganization } from '../../records/organizations.ts'
import { displayName, findPerson, findPersonForUpdate, type PersonRow } from '../../records/people.ts'
import { recordSubscribers } from '../../records/record-subscribers.ts'
import { holdRoot, type RootRow } from '../../records/roots.ts'
import { addSubscription, updateShareRow } from '../../records/shares.ts'
import { authorizeHandOver, findOwnRoot } from './authorize-hand-over.ts'
import { countLinks, endMappings, insertHandOver, listDevicesWith } from './queries.ts'
import { recordEndedMappings } from './record-ended-mappings.ts'
import { shareNameFor } from './share-name.ts'

const ROLE = 'CO_OWNER'

/**
 * Makes the personal files of someone a team share of someone else: the root changes its kind and owner, and nothing in it
 * does. Links go along, because they work by the rights of who made them. An account in use gets an empty root instead.
 */
export async function handOverFiles(
  ctx: Ctx,
  who: PersonPrincipal,
  from: PersonId,
  to: PersonId,
  { dryRun }: { dryRun: boolean },
): Promise<HandOver> {
  const known = await authorizeParties(ctx.db.read, who, from, to)
  const root = await getOwnRoot(ctx.db.read, from)
  if (dryRun) return handOverView(ctx.db.read, root, from)
  const name = await shareNameFor(ctx.db.read, root.organization_id, displayName(known.giver))
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoot(tx, root.id)
    // Held, so that it is not given another root meanwhile.
    await findPersonForUpdate(tx, from)
    const before = await getOwnRoot(tx, from)
    if (before.id !== root.id) noRoot(from)
    const view = await handOverView(tx, before, from)
    // Links before organizations, as wherever both are held.
    const last_link_id = await giveLinks(tx, root.id, { from, to })
    await holdOrganization(tx, root.organization_id)
    const { giver, taker } = await authorizeParties(tx, who, from, to)
    const share = await becomeShare(tx, before, name, giver, at)
    const row = { root_id: share.id, person_id: to, target: 'all', role: ROLE, created_at: at } as const
    await addSubscription(tx, row)
    await insertHandOver(tx, {
      ...{ root_id: share.id, from_id: from, to_id: to, at },
      ...{ name: before.name, last_link_id },
    })
    for (const id of await listDevicesWith(tx, share.id, from)) announce(tx, `m${id}`)
    const ended = await endMappings(tx, share.id, { personId: from }, at)
    await recordActivity(tx, who, 'files_handed_over', { person: giver, about: `to ${taker.email}` }, at)
    await recordActivity(tx, who, 'share_created', { root: share }, at)
    const subscribed = [`person ${to} on all as ${ROLE}`]
    await recordSubscribers(tx, who, share, { subscribed, unsubscribed: [] }, at)
    await recordEndedMappings(tx, who, ended, at)
    return view
  })
}

async function authorizeParties(db: Db, who: PersonPrincipal, from: PersonId, to: PersonId) {
  const giver = await authorizeHandOver(db, who, from)
  const taker = await findPerson(db, to)
  const usable = taker?.guest === 0 && taker.deleted_at === null && taker.active === 1
  if (!usable || taker.organization_id !== giver.organization_id)
    return refuse('to_person_id', `there is no active person ${to} in this organization`)
  if (to === from) return refuse('to_person_id', 'must be someone else')
  return { giver, taker }
}

const getOwnRoot = async (db: Db, id: PersonId): Promise<RootRow> => (await findOwnRoot(db, id)) ?? noRoot(id)
const noRoot = (id: PersonId): never => noSuch(`root of personal files of person ${id}`)

async function handOverView(db: Db, root: RootRow, from: PersonId): Promise<HandOver> {
  return {
    type: 'hand_over',
    root_id: root.id,
    share_id: root.id,
    files: root.live_files,
    bytes: root.live_size,
    links: await countLinks(db, root.id, from),
    devices: (await listDevicesWith(db, root.id, from)).length,
  }
}

async function becomeShare(
  tx: Tx,
  { id, organization_id }: RootRow,
  name: string,
  giver: PersonRow,
  at: Instant,
): Promise<RootRow> {
  const share = await updateShareRow(tx, id, { root_type: 'share', person_id: null, name })
  await addCounts(tx, organization_id, { shares: 1 })
  // Its members were no members when all this happened.
  await forgetNews(tx, share)
  if (giver.active) await giveSyncRoot(tx, giver, at)
  return share
}
