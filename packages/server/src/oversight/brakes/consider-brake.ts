import type { RootId } from '@holdfast/api/ids'
import type { BrakeReason } from '@holdfast/api/oversight/brakes'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { type Culprit, updateBrake } from '../../records/brakes.ts'
import { getPolicy } from '../../records/policy.ts'
import { findRoot, type RootRow } from '../../records/roots.ts'
import { measure } from './measure.ts'
import { noticeBrakes } from './notice-brakes.ts'
import { findLatest, seqBefore, updateOpen } from './queries.ts'
import { type Counted, factsOf, type Measured, reasonOf } from './tally.ts'

/** What someone did in a root, where nobody has been notified of it. */
interface Place {
  root: RootRow
  measured: Measured
  counted: Counted
  pause: boolean
}

/**
 * Looks closely at what someone took from roots since a moment, and says so if that is far more than usual: in one of them,
 * or in all together that are not noticed for themselves.
 */
export async function considerBrake(
  ctx: Ctx,
  culprit: Culprit,
  roots: readonly RootId[],
  since: Instant,
): Promise<void> {
  const places: (Place & { reason: BrakeReason | undefined })[] = []
  for (const id of roots) {
    const place = await lookAt(ctx, id, culprit, since)
    if (place) places.push({ ...place, reason: reasonOf([place.counted]) })
  }
  const together = reasonOf(places.filter(({ reason }) => !reason).map(({ counted }) => counted))
  const noticed = places.flatMap(({ reason = together, ...place }) => (reason ? [{ ...place, reason }] : []))
  if (noticed.length > 0) await noticeBrakes(ctx, culprit, noticed)
}

async function lookAt(ctx: Ctx, id: RootId, culprit: Culprit, since: Instant): Promise<Place | undefined> {
  const db = ctx.db.read
  const root = await findRoot(db, id)
  if (!root || root.deleted_at !== null) return undefined
  const { device_brake } = await getPolicy(db, root.organization_id)
  if (device_brake === 'off') return undefined
  const latest = await findLatest(db, id, culprit)
  // What is still open is kept up to date; what was decided about is not counted again.
  const isOpen = latest?.state === 'open'
  const after = isOpen
    ? latest.first_seq - 1
    : Math.max(await seqBefore(db, id, since), latest?.settled_seq ?? 0)
  const found = await measure(db, root, culprit, after)
  if (!found) return undefined
  const { measured, counted } = found
  // A device that was confirmed and has not rested since is still at it.
  const isRight = latest?.state === 'right' && Math.max(latest.last_at, latest.decided_at ?? 0) >= since
  if (isOpen) await ctx.db.write((tx) => updateOpen(tx, latest.id, factsOf(measured)))
  else if (isRight) {
    const { last_seq, last_at } = measured
    await ctx.db.write((tx) => updateBrake(tx, latest.id, { last_seq, last_at, settled_seq: last_seq }))
  } else if (counted.items > 0 || counted.given.size > 0)
    return { root, measured, counted, pause: device_brake === 'pause' }
  return undefined
}
