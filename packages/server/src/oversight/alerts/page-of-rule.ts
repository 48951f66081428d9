import type { RuleKind } from '@holdfast/api/oversight/alert-rules'
import type { AlertKind } from '@holdfast/api/oversight/alerts'
import { pageFor } from './page-for.ts'
import type { RuleRow } from './rule-queries.ts'

/** The alert of administrators that is about the same. */
export const ALERT_OF: Record<RuleKind, AlertKind> = {
  space_quota: 'space_quota',
  device_unreachable: 'machines_unreachable',
  backup: 'backups_late',
  sign_ins_blocked: 'sign_ins_blocked',
  unusual_activity: 'brake',
  license_ending: 'license_ending',
  certificate_ending: 'certificate_ending',
  mail_waiting: 'mail_waiting',
  public_link: 'links_public',
}

/** Where administrators of its organization see more about what a rule tells. */
export const pageOfRule = ({ kind, organization_id }: Pick<RuleRow, 'kind' | 'organization_id'>): string =>
  pageFor(ALERT_OF[kind], organization_id)
