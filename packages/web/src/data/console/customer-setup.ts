import {
  type CustomerStep,
  type CustomerStepName,
  type CustomerStepState,
  getCustomerSetup,
  updateCustomerSetup,
} from '@holdfast/api/accounts/customer-setup'
import type { OrganizationId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'

export type { CustomerStep } from '@holdfast/api/accounts/customer-setup'
/** What a step is to be done with. */
export type Given = Partial<Record<'first_name' | 'last_name' | 'email' | 'value', string>>

/** What was planned for a customer when it was created, for those above it. */
export const useCustomerSetup = (organization_id: OrganizationId, isAbove: boolean) =>
  useQuery({
    queryKey: ['console', 'customer setup', organization_id],
    queryFn: async ({ signal }) => (await call(getCustomerSetup, { organization_id }, { signal })).steps,
    enabled: isAbove,
    staleTime: FRESH_MS,
  })

export const isOpen = ({ state }: CustomerStep): boolean => state === 'open' || state === 'failed'

export const noteStep = (
  organization_id: OrganizationId,
  step: CustomerStepName,
  state: CustomerStepState,
  more: Given & { error?: string } = {},
) => call(updateCustomerSetup, { organization_id, step, state, ...more })
