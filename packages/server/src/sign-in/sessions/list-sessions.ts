import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { getPolicy } from '../../records/policy.ts'
import { countLiveSessions, type LiveSession, listLiveSessions } from './queries.ts'

/** Where the caller is signed in. */
export async function listSessions(ctx: Ctx, who: PersonPrincipal, offset: number) {
  const db = ctx.db.read
  const { deactivate_token_frequency: days } = await getPolicy(db, who.organizationId)
  const now = ctx.now()
  const alive = { personId: who.personId, now, renewableSince: days === null ? 0 : now - days * DAY_MS }
  const total = await countLiveSessions(db, alive)
  const rows = await listLiveSessions(db, alive, offset, OFFSET_PAGE)
  return { offset, total, results: rows.map((row) => sessionView(row, who)) }
}

const sessionView = (row: LiveSession, who: PersonPrincipal) => ({
  type: 'session' as const,
  id: row.id,
  is_current: row.id === who.sessionId,
  client: row.application_name ?? row.client_id,
  application_id: row.application_id,
  browser: row.browser,
  address: row.network,
  machine_id: row.machine_id,
  dns_name: row.dns_name,
  os_type: row.os_type,
  created: formatUtc(row.created_at),
  last_used: formatUtc(row.last_used_at),
})
