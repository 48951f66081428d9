import type { OrganizationId } from '@holdfast/api/ids'
import type { RuleKind } from '@holdfast/api/oversight/alert-rules'
import type { Alert } from '@holdfast/api/oversight/alerts'
import type { Db } from '../../platform/db/database.ts'
import { SHOWN, troubleAlert } from './alert-views.ts'
import type { KeptFact } from './facts.ts'
import { ALERT_OF } from './page-of-rule.ts'
import { listFailingWebhooks, listStandingFirings, type StandingFiring } from './rule-queries.ts'

/** Kinds whose alerts stand for as long as a rule has told of them; those of others stand whatever the rules are. */
const BY_RULES: readonly RuleKind[] = ['backup', 'sign_ins_blocked', 'certificate_ending', 'public_link']

/** The alerts that are there by rules: of one organization, or of all that have some. */
export async function findAlertsOfRules(
  db: Db,
  of: OrganizationId | undefined,
): Promise<[OrganizationId, Alert[]][]> {
  // Failed backups of the installation have an alert of their own.
  const told = (await listStandingFirings(db, BY_RULES, of)).filter(
    ({ subject }) => subject !== 'installation',
  )
  const byOrganization = Map.groupBy(told, (firing) => firing.organization_id)
  const failing = Map.groupBy(await listFailingWebhooks(db, of), (rule) => rule.organization_id)
  return [
    ...[...byOrganization].map(([id, some]): [OrganizationId, Alert[]] => [
      id,
      [...Map.groupBy(some, ({ kind }) => kind)].map(([kind, firings]) => alertOf(kind, firings)),
    ]),
    ...[...failing].map(([id, rules]): [OrganizationId, Alert[]] => [
      id,
      [
        troubleAlert('webhook_failed', {
          count: rules.length,
          oldest: Math.min(...rules.map(({ at }) => at ?? 0)),
          isGivenUp: false,
          items: rules.slice(0, SHOWN).map((rule) => ({ id: rule.id, name: hostOf(rule.webhook_url) })),
        }),
      ],
    ]),
  ]
}

const hostOf = (url: string | null): string => (url === null ? '' : new URL(url).host)

/** Two rules may have told of the same. */
function alertOf(kind: RuleKind, firings: readonly StandingFiring[]): Alert {
  const facts = [
    ...new Map(firings.map(({ subject, fact }) => [subject, JSON.parse(fact) as KeptFact])).values(),
  ]
  const named = facts.filter(({ name }) => name !== '').slice(0, SHOWN)
  return troubleAlert(ALERT_OF[kind], {
    count: facts.reduce((sum, { used = 1 }) => sum + used, 0),
    oldest: Math.min(...firings.map(({ told_at }) => told_at)),
    isGivenUp: false,
    items: named.map(({ subject, name }) => ({ id: Number(subject.split(' ')[1]), name })),
  })
}
