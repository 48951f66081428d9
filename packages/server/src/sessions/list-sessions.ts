import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import { formatUtc } from '@holdfast/api/time'
import type { PersonPrincipal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { countLiveSessions, type LiveSession, listLiveSessions } from './queries.ts'

/** Where the caller is signed in. */
export async function listSessions(ctx: Ctx, who: PersonPrincipal, offset: number) {
  const total = await countLiveSessions(ctx.db.read, who.personId)
  const rows = await listLiveSessions(ctx.db.read, who.personId, offset, OFFSET_PAGE)
  return { offset, total, results: rows.map((row) => sessionView(row, who)) }
}

const sessionView = (row: LiveSession, who: PersonPrincipal) => ({
  type: 'session' as const,
  id: row.id,
  is_current: row.id === who.sessionId,
  client: row.application_name ?? row.client_id,
  machine_id: row.machine_id,
  dns_name: row.dns_name,
  os_type: row.os_type,
  created: formatUtc(row.created_at),
  last_used: formatUtc(row.last_used_at),
})
