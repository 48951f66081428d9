import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { isOpen, listOrganizationStatuses } from '../../records/organization-tree.ts'
import { dropEndedServers } from '../channel/drop-ended-servers.ts'
import { parseSettings } from '../machines/settings.ts'
import { type CheckedMachine, changeIfSame, listBack, listToCheck } from './queries.ts'
import { tellOf } from './tell-of.ts'

const AT_ONCE = 100
/** How often devices report that have no other setting. */
const USUAL_MINUTES = 15
/** Nobody looked for so long that devices had nobody to connect to either. */
const LATE_MS = 15 * MINUTE_MS

/** Tells people of machines that have been gone for long, and when they are back: once each. */
export async function checkMachines(ctx: Ctx): Promise<void> {
  await dropEndedServers(ctx)
  for (;;) {
    const now = ctx.now()
    const due = await listToCheck(ctx.db.read, now, AT_ONCE)
    await eachOrganization(ctx, due, now, 'lost')
    if (due.length < AT_ONCE) break
  }
  for (;;) {
    const now = ctx.now()
    const back = await listBack(ctx.db.read, now, AT_ONCE)
    await eachOrganization(ctx, back, now, 'back')
    if (back.length < AT_ONCE) break
  }
}

async function eachOrganization(
  ctx: Ctx,
  machines: readonly CheckedMachine[],
  now: Instant,
  what: 'lost' | 'back',
): Promise<void> {
  const byOrganization = Map.groupBy(machines, ({ organization_id }) => organization_id)
  const statuses = await listOrganizationStatuses(ctx.db.read, [...byOrganization.keys()])
  for (const [organizationId, some] of byOrganization) {
    const open = isOpen(statuses.get(organizationId), now)
    await ctx.db.write(async (tx) => {
      const told: CheckedMachine[] = []
      for (const machine of some) {
        const change = what === 'back' ? { alerted_at: null } : verdictOn(machine, open, now)
        const isNews = 'alerted_at' in change && open
        if ((await changeIfSame(tx, machine, change)) && isNews) told.push(machine)
      }
      if (told.length > 0) await tellOf(ctx, tx, { organizationId, machines: told, what, at: now })
    })
  }
}

type Verdict = { check_at: Instant | null; alerted_at?: Instant }

/** That it is gone is reported, or it is checked again, or no longer. */
function verdictOn(machine: CheckedMachine, isOpen: boolean, now: Instant): Verdict {
  const { check_at, deleted_at, signed_out_at, alerted_at, person_active, last_disconnect_at } = machine
  if (deleted_at !== null || signed_out_at !== null || alerted_at !== null || !person_active)
    return { check_at: null }
  if (!isOpen) return { check_at: now + DAY_MS }
  if (check_at !== null && now - check_at > LATE_MS) return { check_at: now + HOUR_MS }
  const goneAt = (last_disconnect_at ?? now) + patienceWith(machine)
  return goneAt > now ? { check_at: goneAt } : { check_at: null, alerted_at: now }
}

function patienceWith({ settings }: CheckedMachine): number {
  const period = parseSettings(settings).health_report_period_minutes ?? USUAL_MINUTES
  return Math.max(3 * period * MINUTE_MS, HOUR_MS)
}
