import type { BrakeReason } from '@holdfast/api/brakes'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findActorNames } from '../../records/actor-names.ts'
import { type BrakeRow, type Culprit, pauseSignIns, updateBrake } from '../../records/brakes.ts'
import { displayName, findPerson, listAdministratorsOf } from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'
import type { RootRow } from '../../records/roots.ts'
import { sendMail } from '../../records/send-mail.ts'
import { measure } from './measure.ts'
import { findClients, findLatest, insertBrake, seqBefore, updateOpen } from './queries.ts'
import { factsOf, type Measured } from './tally.ts'

/** Looks closely at what someone took from a root since a moment, and says so if that is far more than usual. */
export async function considerBrake(
  ctx: Ctx,
  root: RootRow,
  culprit: Culprit,
  since: Instant,
): Promise<void> {
  const db = ctx.db.read
  const { device_brake } = await getPolicy(db, root.organization_id)
  const latest = await findLatest(db, root.id, culprit)
  if (device_brake === 'off') return
  // What is still open is kept up to date; what was decided about is not counted again.
  const isOpen = latest?.state === 'open'
  const after = isOpen
    ? latest.first_seq - 1
    : Math.max(await seqBefore(db, root.id, since), latest?.settled_seq ?? 0)
  const found = await measure(db, root, culprit, after)
  if (!found) return
  const { measured, reason } = found
  if (isOpen) return ctx.db.write((tx) => updateOpen(tx, latest.id, factsOf(measured)))
  // Whoever was found right and has not rested since is still at it.
  if (latest?.state === 'right' && Math.max(latest.last_at, latest.decided_at ?? 0) >= since) {
    const { last_seq, last_at } = measured
    await ctx.db.write((tx) => updateBrake(tx, latest.id, { last_seq, last_at, settled_seq: last_seq }))
  } else if (reason)
    await noticeBrake(ctx, root, culprit, { measured, reason, pause: device_brake === 'pause' })
}

interface Noticed {
  measured: Measured
  reason: BrakeReason
  pause: boolean
}

const noticeBrake = (
  ctx: Ctx,
  root: RootRow,
  culprit: Culprit,
  { measured, reason, pause }: Noticed,
): Promise<void> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now()
    const brake = await insertBrake(tx, {
      root_id: root.id,
      organization_id: root.organization_id,
      ...culprit,
      reason,
      ...factsOf(measured),
      created_at: at,
      paused: pause ? 1 : 0,
      decided_at: null,
      decided_by: null,
      settled_seq: null,
    })
    if (!brake) return
    if (pause) await pauseSignIns(tx, culprit, brake.id)
    const device = await nameOf(tx, culprit)
    const { deleted, rewritten, renamed } = brake
    const about = `${device}: ${deleted} deleted, ${rewritten} rewritten, ${renamed} with a new extension`
    await recordActivity(tx, THE_SERVICE, 'brake_noticed', { root, about }, at)
    await mailAbout(ctx, tx, root, brake, device, at)
  })

async function nameOf(tx: Tx, culprit: Culprit): Promise<string> {
  const { person_name, machine_name } = (await findActorNames(tx, [culprit]))(culprit)
  const { session_id } = culprit
  const client = session_id === null ? undefined : (await findClients(tx, [session_id])).get(session_id)
  return `${machine_name ?? client ?? 'a device'} of ${person_name ?? 'someone'}`
}

/** To whose data it is, and to the administrators of the organization. */
async function mailAbout(
  ctx: Ctx,
  tx: Tx,
  root: RootRow,
  brake: BrakeRow,
  device: string,
  at: Instant,
): Promise<void> {
  const owner = root.person_id === null ? undefined : await findPerson(tx, root.person_id)
  const administrators = await listAdministratorsOf(tx, root.organization_id)
  const told = new Map([...administrators, ...(owner?.active ? [owner] : [])].map((one) => [one.id, one]))
  const { deleted, rewritten, renamed, paused } = brake
  for (const person of told.values())
    await sendMail(
      ctx,
      tx,
      {
        organizationId: root.organization_id,
        to: person.email,
        kind: 'brake_noticed',
        data: {
          ...{ name: displayName(person), root: root.name, device, deleted, rewritten, renamed },
          paused: paused === 1,
          link: `${ctx.publicUrl}/undo`,
        },
      },
      at,
    )
}
