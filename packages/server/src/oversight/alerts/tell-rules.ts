import type { OrganizationId } from '@holdfast/api/ids'
import { formatDate, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { afterAll, idsIn } from '../../records/organization-tree.ts'
import { decide, type Firing, LINKS_FOLLOWED_MS } from './decide-news.ts'
import { deliver } from './deliver-news.ts'
import { listPublicLinks } from './fact-queries.ts'
import { type Fact, isFor, type KeptFact } from './facts.ts'
import { findFacts } from './find-facts.ts'
import { nameFacts } from './name-facts.ts'
import { listLive } from './queries.ts'
import {
  type FiringRow,
  findRule,
  forgetFiring,
  listEnabledRules,
  listFirings,
  listRulesById,
  listRulesOfKind,
  noteFired,
  noteOver,
  type RuleRow,
} from './rule-queries.ts'

/** So many links of one rule are followed, the newest. */
const MOST_LINKS = 1000

/** Tells by all rules what is new, and what is over: each once, by whichever server. Safe to run twice. */
export async function tellRules(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const db = ctx.db.read
  const facts = await findFacts(ctx, now)
  const firings = Map.groupBy(await listFirings(db), ({ rule_id }) => rule_id)
  const ids = new Set(facts.map(({ organizationId }) => organizationId))
  const paths = new Map((await listLive(db, [...ids])).map(({ id, path }) => [id, path]))
  const above = new Set([...paths.values()].flatMap(idsIn))
  const found = [
    ...(await listEnabledRules(db, [...above])),
    ...(await listRulesById(db, [...firings.keys()])),
    ...(await listRulesOfKind(db, 'public_link')),
  ]
  const rules = new Map(found.map((rule) => [rule.id, rule]))
  const live = new Map(
    (await listLive(db, [...new Set(found.map((rule) => rule.organization_id))])).map((one) => [
      one.id,
      one.path,
    ]),
  )
  for (const rule of rules.values()) {
    const path = live.get(rule.organization_id)
    if (path === undefined || rule.enabled === 0) continue
    const reached = facts.filter((fact) => isReached(rule, path, fact, paths))
    const own = rule.kind === 'public_link' ? await linksOf(ctx, rule, path, now) : reached
    await tellRule(
      ctx,
      rule,
      own.filter((fact) => isFor(rule, fact)),
      firings.get(rule.id) ?? [],
      now,
    )
  }
}

const isReached = (
  rule: RuleRow,
  path: string,
  { organizationId }: Fact,
  paths: ReadonlyMap<OrganizationId, string>,
): boolean =>
  organizationId === rule.organization_id ||
  (rule.below === 1 && (paths.get(organizationId)?.startsWith(path) ?? false))

async function linksOf(ctx: Ctx, rule: RuleRow, path: string, now: Instant): Promise<Fact[]> {
  const links = await listPublicLinks(ctx.db.read, {
    from: path,
    // No id begins with a nought.
    before: rule.below === 1 ? afterAll(path) : `${path}0`,
    since: Math.max(rule.enabled_at, now - LINKS_FOLLOWED_MS),
    today: formatDate(now),
    limit: MOST_LINKS,
  })
  return links.map((link) => ({
    kind: 'public_link',
    subject: `link ${link.id}`,
    organizationId: link.organization_id,
    name: link.root_name,
    hidden: { item: { root_id: link.root_id, id: link.entry_id } },
    at: link.opened_at,
    value: 1,
  }))
}

async function tellRule(
  ctx: Ctx,
  { id, quiet_minutes }: RuleRow,
  facts: readonly Fact[],
  rows: readonly FiringRow[],
  now: Instant,
): Promise<void> {
  const firings = rows.map((row): Firing => ({ ...row, fact: JSON.parse(row.fact) as KeptFact }))
  const { fired, over, forgotten } = decide(facts, firings, quiet_minutes, now)
  if (fired.length + over.length + forgotten.length === 0) return
  await ctx.db.write(async (tx) => {
    const rule = await findRule(tx, id)
    // It was changed since.
    if (rule?.enabled !== 1) return
    const news: KeptFact[] = []
    for (const { value: _, ...fact } of fired)
      if (await noteFired(tx, id, { ...fact, fact }, now)) news.push(fact)
    const ended: KeptFact[] = []
    for (const { subject, fact } of over) if (await noteOver(tx, id, subject, now)) ended.push(fact)
    for (const { subject } of forgotten) await forgetFiring(tx, id, subject)
    for (const [event, some] of [
      ['fired', news],
      ['over', ended],
    ] as const) {
      if (some.length === 0) continue
      const items = await nameFacts(ctx, tx, rule, some)
      // What its administrators are mailed about at once is not mailed to them again.
      const isApart = ({ told, organizationId }: KeptFact) =>
        event === 'fired' && told === true && organizationId === rule.organization_id
      const forAdministrators = items.filter((_, n) => !isApart(some[n] as KeptFact))
      await deliver(ctx, tx, rule, { event, items, forAdministrators })
    }
  })
}
