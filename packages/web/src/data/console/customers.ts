import { tablePersons } from '@holdfast/api/accounts/account-tables'
import { setOrganizationBrand } from '@holdfast/api/accounts/brand'
import {
  createOrganization,
  disableOrganization,
  enableOrganization,
  getOrganization,
  setOrganizationLicense,
  updateOrganization,
} from '@holdfast/api/accounts/organizations'
import { createPerson } from '@holdfast/api/accounts/people'
import { importPersons, type PersonsImport } from '@holdfast/api/accounts/people-import'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { tableShares } from '@holdfast/api/oversight/share-table'
import { createShare } from '@holdfast/api/sharing/shares'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { codeOf } from '../service/errors.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

export const useOrganization = (id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'organization', id],
    queryFn: () => call(getOrganization, { organization_id: String(id) }),
    staleTime: FRESH_MS,
  })

export const changeOrganization = (
  organization_id: OrganizationId,
  changes: Omit<ParamsOf<typeof updateOrganization>, 'organization_id'>,
) => afterwards(call(updateOrganization, { organization_id, ...changes }))

export const addLicense = (organization_id: OrganizationId, license_key: string) =>
  afterwards(call(setOrganizationLicense, { organization_id, license_key }))

export const suspend = (organization_id: OrganizationId) =>
  afterwards(call(disableOrganization, { organization_id }))
export const resume = (organization_id: OrganizationId) =>
  afterwards(call(enableOrganization, { organization_id }))

export const createCustomer = async (
  organization_id: OrganizationId,
  given: Pick<ParamsOf<typeof createOrganization>, 'name' | 'slug' | 'email' | 'trial_until' | 'trial'>,
): Promise<OrganizationId> => (await call(createOrganization, { organization_id, ...given })).id

/** Whoever was added before, by a request whose answer was lost, is not added again. */
export async function createAdministrator(
  company_id: OrganizationId,
  given: Pick<ParamsOf<typeof createPerson>, 'email' | 'first_name' | 'last_name'>,
): Promise<void> {
  try {
    await call(createPerson, { company_id, ...given, site_admin: true, generate_password: true })
  } catch (error) {
    if (codeOf(error) !== 'name_conflict') throw error
    const who = { organization_id: company_id, q: given.email, view: 'administrators' as const }
    const { results } = await call(tablePersons, who)
    if (!results.some(({ email }) => email.toLowerCase() === given.email.toLowerCase())) throw error
  }
}

export const setColor = (organization_id: OrganizationId, color: string) =>
  call(setOrganizationBrand, { organization_id, color })

/** Nor is a team share. */
export async function createTeamShare(organization_id: OrganizationId, name: string): Promise<void> {
  const { results } = await call(tableShares, { organization_id, q: name })
  if (!results.some((share) => share.name === name)) await call(createShare, { organization_id, name })
}

/** Adds the people on a list; rows that fail are told in the answer. */
export const importList = (organization_id: OrganizationId, csv: string): Promise<PersonsImport> =>
  call(importPersons, { organization_id, csv, dry_run: false })
