import {
  applyGuestsBulk,
  applyPersonsBulk,
  type BulkPlan,
  type BulkResult,
  planGuestsBulk,
  planPersonsBulk,
} from '@holdfast/api/accounts/account-bulk'
import type { OrganizationId } from '@holdfast/api/ids'
import {
  applyBackupsBulk,
  applyMachinesBulk,
  planBackupsBulk,
  planMachinesBulk,
} from '@holdfast/api/oversight/device-bulk'
import { applyOrganizationsBulk, planOrganizationsBulk } from '@holdfast/api/oversight/organization-bulk'
import { applySharelinksBulk, planSharelinksBulk } from '@holdfast/api/sharing/link-bulk'
import { chosenParams, type Selection } from '../../core/console/chosen.ts'
import type { TableState } from '../../core/console/table-state.ts'
import { call } from '../service/api.ts'

export type BulkKind = 'persons' | 'guests' | 'sharelinks' | 'machines' | 'backups' | 'organizations'
const OPERATIONS = {
  persons: { plan: planPersonsBulk, apply: applyPersonsBulk },
  guests: { plan: planGuestsBulk, apply: applyGuestsBulk },
  sharelinks: { plan: planSharelinksBulk, apply: applySharelinksBulk },
  machines: { plan: planMachinesBulk, apply: applyMachinesBulk },
  backups: { plan: planBackupsBulk, apply: applyBackupsBulk },
  organizations: { plan: planOrganizationsBulk, apply: applyOrganizationsBulk },
}

/** One thing that is done with many: what, and all that it needs to know. */
export interface Act {
  action: string
  values: Readonly<Record<string, unknown>>
  /** What it needs to know of some of them. */
  valuesOf?: (ids: readonly number[]) => Readonly<Record<string, unknown>>
}

/** What it would do; of links, how many of those are shared with somebody. */
export type Plan = BulkPlan<number> & { with_members?: number }

/** Where it is done. */
export interface Where {
  kind: BulkKind
  organization: OrganizationId
  below: boolean
}

/** What it would do to all that are chosen. */
export function plan(
  { kind, organization, below }: Where,
  { action, values }: Act,
  selection: Selection,
  { q, filters }: Pick<TableState, 'q' | 'filters'>,
): Promise<Plan> {
  const narrowed = selection.kind === 'some' ? {} : { ...filters, ...(q && { q }) }
  const params = {
    organization_id: organization,
    below,
    ...chosenParams(selection),
    ...narrowed,
    action,
    ...values,
  }
  return call(OPERATIONS[kind].plan, params as never) as Promise<Plan>
}

/** Does it with some of them. */
export const apply = (
  { kind, organization, below }: Where,
  { action, values, valuesOf }: Act,
  ids: readonly number[],
): Promise<BulkResult<number>> =>
  call(OPERATIONS[kind].apply, {
    organization_id: organization,
    below,
    action,
    ...values,
    ...valuesOf?.(ids),
    ids,
  } as never) as Promise<BulkResult<number>>
