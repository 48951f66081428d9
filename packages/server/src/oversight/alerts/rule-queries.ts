import type { AlertDeliveryId, AlertRuleId, OrganizationId } from '@holdfast/api/ids'
import { type RuleKind, SHOWN_DELIVERIES } from '@holdfast/api/oversight/alert-rules'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { keysOf } from '../../platform/db/keys.ts'
import { takeId } from '../../platform/db/locking.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { isLooserLow, type KeptFact } from './facts.ts'

/** The secret of a webhook is read only where something is signed. */
export type RuleRow = Omit<Selectable<Schema['alert_rule']>, 'webhook_secret'>
export type DeliveryRow = Selectable<Schema['alert_delivery']>

const COLUMNS = [
  'id',
  'organization_id',
  'kind',
  'threshold',
  'below',
  'enabled',
  'enabled_at',
  'quiet_minutes',
  'administrators',
  'emails',
  'webhook_url',
  'webhook_failed_at',
  'shipped',
  'set_by',
  'created_at',
] as const satisfies (keyof RuleRow)[]

const rules = (db: Db) => db.selectFrom('alert_rule').select(COLUMNS)

export const listRules = (db: Db, organizationId: OrganizationId): Promise<RuleRow[]> =>
  rules(db).where('organization_id', '=', organizationId).orderBy('id').execute()

export const findRule = (db: Db, id: AlertRuleId): Promise<RuleRow | undefined> =>
  rules(db).where('id', '=', id).executeTakeFirst()

/** Those that are on, of several organizations. */
export const listEnabledRules = (db: Db, ids: readonly OrganizationId[]): Promise<RuleRow[]> =>
  inBatches(ids, (batch) =>
    rules(db).where('organization_id', 'in', batch).where('enabled', '=', 1).execute(),
  )

export const listRulesById = (db: Db, ids: readonly AlertRuleId[]): Promise<RuleRow[]> =>
  inBatches(ids, (batch) => rules(db).where('id', 'in', batch).execute())

/** The threshold of all rules of a kind that are on which is met first; null where the kind has none. */
export async function findLoosest(db: Db, kind: RuleKind): Promise<{ threshold: number | null } | undefined> {
  return db
    .selectFrom('alert_rule')
    .select('threshold')
    .where('kind', '=', kind)
    .where('enabled', '=', 1)
    .orderBy('threshold', isLooserLow(kind) ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function countRules(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { count } = await tx
    .selectFrom('alert_rule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const sealedSecret = (tx: Tx, id: AlertRuleId, secret: string | null) => ({
  webhook_secret: secret === null ? null : keysOf(tx).seal('alert_rule.webhook_secret', id, secret),
})

export async function insertRule(
  tx: Tx,
  row: Omit<Insertable<Schema['alert_rule']>, 'id' | 'webhook_secret'>,
  secret: string | null,
): Promise<RuleRow> {
  const id = await takeId(tx, 'alert_rule')
  return tx
    .insertInto('alert_rule')
    .values({ ...row, id, ...sealedSecret(tx, id, secret) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** A secret that is not given stays. */
export async function updateRule(
  tx: Tx,
  id: AlertRuleId,
  change: Omit<Updateable<Schema['alert_rule']>, 'id' | 'webhook_secret'>,
  secret?: string | null,
): Promise<RuleRow> {
  return tx
    .updateTable('alert_rule')
    .set({ ...change, ...(secret !== undefined && sealedSecret(tx, id, secret)) })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deleteRuleRows(tx: Tx, id: AlertRuleId): Promise<void> {
  await tx.deleteFrom('alert_delivery').where('rule_id', '=', id).execute()
  await deleteFirings(tx, id)
  await tx.deleteFrom('alert_rule').where('id', '=', id).execute()
}

export async function deleteFirings(tx: Tx, id: AlertRuleId): Promise<void> {
  await tx.deleteFrom('alert_firing').where('rule_id', '=', id).execute()
}

export async function findSecret(db: Db, id: AlertRuleId): Promise<string | undefined> {
  const row = await db
    .selectFrom('alert_rule')
    .select('webhook_secret')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.webhook_secret
    ? keysOf(db).open('alert_rule.webhook_secret', id, row.webhook_secret)
    : undefined
}

export type FiringRow = Selectable<Schema['alert_firing']>

export const listFirings = (db: Db): Promise<FiringRow[]> =>
  db.selectFrom('alert_firing').selectAll().execute()

/** How much each rule of an organization has told that is not over. */
export async function countStanding(
  db: Db,
  organizationId: OrganizationId,
): Promise<Map<AlertRuleId, number>> {
  const rows = await db
    .selectFrom('alert_rule as r')
    .innerJoin('alert_firing as f', 'f.rule_id', 'r.id')
    .select(({ fn }) => ['r.id', fn.countAll<number>().as('count')])
    .where('r.organization_id', '=', organizationId)
    .where('f.ended_at', 'is', null)
    .groupBy('r.id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** False where another server has told of it. */
export async function noteFired(
  tx: Tx,
  ruleId: AlertRuleId,
  { subject, organizationId, fact }: { subject: string; organizationId: OrganizationId; fact: KeptFact },
  now: Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('alert_firing')
    .values({
      rule_id: ruleId,
      subject,
      organization_id: organizationId,
      told_at: now,
      ended_at: null,
      fact: JSON.stringify(fact),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['rule_id', 'subject'])
        .doUpdateSet({ told_at: now, ended_at: null, fact: JSON.stringify(fact) })
        .where('alert_firing.ended_at', 'is not', null),
    )
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** False where another server has told that it is over. */
export async function noteOver(tx: Tx, ruleId: AlertRuleId, subject: string, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_firing')
    .set({ ended_at: now })
    .where('rule_id', '=', ruleId)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function forgetFiring(tx: Tx, ruleId: AlertRuleId, subject: string): Promise<void> {
  await tx.deleteFrom('alert_firing').where('rule_id', '=', ruleId).where('subject', '=', subject).execute()
}

export async function insertDelivery(
  tx: Tx,
  row: Omit<Insertable<Schema['alert_delivery']>, 'id'>,
): Promise<DeliveryRow> {
  return tx.insertInto('alert_delivery').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateDelivery(
  tx: Tx,
  id: AlertDeliveryId,
  change: Updateable<Schema['alert_delivery']>,
): Promise<DeliveryRow | undefined> {
  return tx.updateTable('alert_delivery').set(change).where('id', '=', id).returningAll().executeTakeFirst()
}

export const findDelivery = (db: Db, id: AlertDeliveryId): Promise<DeliveryRow | undefined> =>
  db.selectFrom('alert_delivery').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest first. */
export const listDeliveries = (db: Db, ruleId: AlertRuleId): Promise<DeliveryRow[]> =>
  db
    .selectFrom('alert_delivery')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .orderBy('id', 'desc')
    .limit(SHOWN_DELIVERIES)
    .execute()

/** All but those that are listed, and those that may still be sent. */
export async function forgetOldDeliveries(tx: Tx, ruleId: AlertRuleId): Promise<void> {
  const oldest = await tx
    .selectFrom('alert_delivery')
    .select('id')
    .where('rule_id', '=', ruleId)
    .orderBy('id', 'desc')
    .offset(SHOWN_DELIVERIES)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await tx
      .deleteFrom('alert_delivery')
      .where('rule_id', '=', ruleId)
      .where('id', '<=', oldest.id)
      .where('state', '<>', 'waiting')
      .execute()
}

export async function listOrganizationNames(
  db: Db,
  ids: readonly OrganizationId[],
): Promise<Map<OrganizationId, string>> {
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom('organization').select(['id', 'name']).where('id', 'in', batch).execute(),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Those that are on, of all organizations. */
export const listRulesOfKind = (db: Db, kind: RuleKind): Promise<RuleRow[]> =>
  rules(db).where('kind', '=', kind).where('enabled', '=', 1).execute()

export type StandingFiring = Pick<FiringRow, 'subject' | 'told_at' | 'fact'> &
  Pick<RuleRow, 'kind' | 'organization_id'>

/** What rules of some kinds have told of that is not over: those of one organization, or of all. */
export function listStandingFirings(
  db: Db,
  kinds: readonly RuleKind[],
  of: OrganizationId | undefined,
): Promise<StandingFiring[]> {
  const firings = db
    .selectFrom('alert_rule as r')
    .innerJoin('alert_firing as f', 'f.rule_id', 'r.id')
    .select(['f.subject', 'f.told_at', 'f.fact', 'r.kind', 'r.organization_id'])
    .where('r.kind', 'in', kinds)
    .where('f.ended_at', 'is', null)
  return (of === undefined ? firings : firings.where('r.organization_id', '=', of)).execute()
}

/** Webhooks that take no messages any more: of one organization, or of all. */
export function listFailingWebhooks(
  db: Db,
  of: OrganizationId | undefined,
): Promise<
  { id: AlertRuleId; organization_id: OrganizationId; webhook_url: string | null; at: Instant | null }[]
> {
  const failing = db
    .selectFrom('alert_rule')
    .select(['id', 'organization_id', 'webhook_url', 'webhook_failed_at as at'])
    .where('webhook_failed_at', 'is not', null)
  return (of === undefined ? failing : failing.where('organization_id', '=', of)).execute()
}
