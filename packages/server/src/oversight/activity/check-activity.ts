import type { OrganizationId } from '@holdfast/api/ids'
import type { ActivityFault } from '@holdfast/api/oversight/activity-table'
import type { Ctx } from '../../platform/context.ts'
import { enqueue, NotYet } from '../../platform/jobs/jobs.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { findChainEnd, findNextChain } from '../../records/activity/queries.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findOrganization } from '../../records/organizations.ts'
import { findAnchor } from './anchors.ts'
import { findCheck, setCheck } from './queries.ts'
import { anchoredEnd } from './verify-activity.ts'
import { verifyChain } from './verify-chain.ts'

/** Queues verifying each organization: a step each, so that a server that stops has little to do again. */
export async function queueChecks(ctx: Ctx): Promise<void> {
  const next = (after: OrganizationId | 0) => findNextChain(ctx.db.read, after)
  for (let id = await next(0); id !== undefined; id = await next(id)) {
    const organizationId = id
    await ctx.db.write((tx) => enqueue(tx, 'check_activity', { organizationId }, ctx.now(), organizationId))
  }
}

/** Verifies the records of an organization from the first to the last, and keeps what it found. */
export async function checkActivity(ctx: Ctx, id: OrganizationId): Promise<void> {
  const { anchor } = await findAnchor({ blobs: ctx.blobs, keys: ctx.db.keys })
  const { seq: upTo } = (await findChainEnd(ctx.db.read, id)) ?? { seq: 0 }
  let bad: { seq: number; what: ActivityFault; problem: string } | undefined
  await verifyChain(
    ctx.db.read,
    id,
    anchoredEnd(anchor, id),
    (problem, what, seq) => {
      if (!bad || seq < bad.seq) bad = { seq, what, problem }
    },
    () => rest(ctx),
  )
  if (bad) ctx.log.error({ organization: id, record: bad.seq }, `the activity is damaged: ${bad.problem}`)
  await ctx.db.write(async (tx) => {
    const before = await findCheck(tx, id)
    const organization = await findOrganization(tx, id)
    // Once for each: it is found again every day.
    if (bad && organization && before?.bad_seq !== bad.seq) {
      const on = { organization, about: `#${bad.seq}` }
      await recordActivity(tx, THE_SERVICE, 'activity_damaged', on, ctx.now())
    }
    await setCheck(tx, id, {
      begun_at: null,
      ended_at: ctx.now(),
      up_to: upTo,
      anchored_at: anchor?.at ?? null,
      bad_seq: bad?.seq ?? null,
      bad_what: bad?.what ?? null,
    })
  })
}

/** Others first, after each page. A server that stops leaves it to another. */
async function rest(ctx: Ctx): Promise<void> {
  if (ctx.readiness.stopping) throw new NotYet('The server is stopping', ctx.now())
  if (ctx.makeWay.isNeeded()) await ctx.makeWay.slice('check_activity', () => {})
}
