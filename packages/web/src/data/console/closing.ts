import { cancelClosing, closeOrganization, getClosing } from '@holdfast/api/accounts/organization-closing'
import type { OrganizationId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

/** That an organization is being closed, or one above it. Its devices go one by one. */
export const useClosing = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'closing', organization_id],
    queryFn: ({ signal }) => call(getClosing, { organization_id }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })

export interface ClosingWish {
  /** A day. */
  deleteOn: string
  removeFiles: boolean
  /** As typed. */
  name: string
}

export const closeCustomer = (
  organization_id: OrganizationId,
  { deleteOn: delete_on, removeFiles: remove_files, name }: ClosingWish,
) => afterwards(call(closeOrganization, { organization_id, delete_on, remove_files, name }))

export const reopenCustomer = (organization_id: OrganizationId) =>
  afterwards(call(cancelClosing, { organization_id }))
