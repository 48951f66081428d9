import {
  type Brand,
  deleteOrganizationLogo,
  getOrganizationBrand,
  type Logo,
  setOrganizationBrand,
  setOrganizationLogo,
} from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { afterwards } from './table.ts'

export const useBrand = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'brand', organization_id],
    queryFn: ({ signal }) => call(getOrganizationBrand, { organization_id }, { signal }),
  })

/** Null: that of an organization above. */
export const saveColor = (organization_id: OrganizationId, color: string | null): Promise<Brand> =>
  afterwards(call(setOrganizationBrand, { organization_id, color }))

export const sendLogo = (organization_id: OrganizationId, image: Blob): Promise<Brand> =>
  afterwards(call(setOrganizationLogo, { organization_id, image }))

export const removeLogo = (organization_id: OrganizationId): Promise<Brand> =>
  afterwards(call(deleteOrganizationLogo, { organization_id }))

/** To have it back; undefined where it cannot be had any more. */
export async function loadLogo({ url }: Logo): Promise<Blob | undefined> {
  const answer = await fetch(url).catch(() => undefined)
  return answer?.ok ? answer.blob() : undefined
}
