import type { Alert, AlertKind } from '@holdfast/api/oversight/alerts'
import { type Instant, parseUtc } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { type Found, findAllAlerts } from './find-all-alerts.ts'
import { deleteStanding, listAllStanding, replaceStanding, type StandingRow } from './queries.ts'

const AT_ONCE = 100
/** Where the moment that an alert is about is its beginning. */
const TELL_BEGINNING: readonly AlertKind[] = [
  'directory_failed',
  'machines_unreachable',
  'mail_waiting',
  'jobs_failed',
  'backups_late',
  'sign_ins_blocked',
  'certificate_ending',
  'links_public',
  'webhook_failed',
]

/** Looks for what needs administrators anywhere and writes what is new, has changed or is over. Safe to run twice. */
export async function keepAlerts(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const found = await findAllAlerts(ctx, now)
  const known = new Map((await listAllStanding(ctx.db.read)).map((row) => [keyOf(row), row]))
  const rows = found.map((one) => standingRow(one, known, now))
  const changed = rows.filter((row) => {
    const before = known.get(keyOf(row))
    return before?.alert !== row.alert || before.since !== row.since
  })
  for (let from = 0; from < changed.length; from += AT_ONCE)
    await ctx.db.write((tx) => replaceStanding(tx, changed.slice(from, from + AT_ONCE)))
  const standing = new Set(rows.map(keyOf))
  const over = [...known].filter(([key]) => !standing.has(key)).map(([, row]) => row)
  for (let from = 0; from < over.length; from += AT_ONCE)
    await ctx.db.write(async (tx) => {
      for (const row of over.slice(from, from + AT_ONCE))
        await deleteStanding(tx, row.organization_id, row.kind)
    })
}

const keyOf = ({ organization_id, kind }: Pick<StandingRow, 'organization_id' | 'kind'>): string =>
  `${organization_id} ${kind}`

function standingRow(
  { organizationId, path, alert }: Found,
  known: ReadonlyMap<string, StandingRow>,
  now: Instant,
): StandingRow {
  const { kind, level } = alert
  const row = { organization_id: organizationId, kind, path, level, alert: JSON.stringify(alert) }
  return { ...row, since: beginningOf(alert) ?? known.get(keyOf(row))?.since ?? now }
}

const beginningOf = ({ kind, at }: Alert): Instant | undefined =>
  at !== null && TELL_BEGINNING.includes(kind) ? parseUtc(at) : undefined
