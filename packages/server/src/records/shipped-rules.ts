import type { OrganizationId } from '@holdfast/api/ids'
import { RULE_KINDS, type RuleKind, THRESHOLDS, USUAL_QUIET } from '@holdfast/api/oversight/alert-rules'
import type { Instant } from '@holdfast/api/time'
import type { Db, Tx } from '../platform/db/database.ts'

/** The first organization looks after the installation. */
const FIRST = 1 as OrganizationId
/** Told to those who look after the installation only. */
export const OF_INSTALLATION: readonly RuleKind[] = ['certificate_ending']
/** Sharing by link is what people do all day. */
const OFF: readonly RuleKind[] = ['public_link']

/** The rules that every organization begins with (ADR 0082). */
export async function insertShippedRules(tx: Tx, id: OrganizationId, at: Instant): Promise<void> {
  const rules = RULE_KINDS.filter((kind) => id === FIRST || !OF_INSTALLATION.includes(kind)).map((kind) => ({
    organization_id: id,
    kind,
    threshold: THRESHOLDS[kind]?.usual ?? null,
    below: 0 as const,
    enabled: OFF.includes(kind) ? (0 as const) : (1 as const),
    enabled_at: at,
    quiet_minutes: USUAL_QUIET,
    administrators: 1 as const,
    emails: '[]',
    shipped: 1 as const,
    created_at: at,
  }))
  await tx.insertInto('alert_rule').values(rules).execute()
}

/** Whether the administrators of an organization want to be mailed about something there. */
export async function tellsAdministrators(db: Db, id: OrganizationId, kind: RuleKind): Promise<boolean> {
  const rule = await db
    .selectFrom('alert_rule')
    .select('id')
    .where('organization_id', '=', id)
    .where('kind', '=', kind)
    .where('enabled', '=', 1)
    .where('administrators', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return rule !== undefined
}
