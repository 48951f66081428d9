import type { OrganizationId } from '@holdfast/api/ids'
import {
  type Application,
  createApplication,
  deleteApplication,
  listApplications,
  rotateApplicationSecret,
  updateApplication,
} from '@holdfast/api/sign-in/applications'
import type { GrantType } from '@holdfast/api/sign-in/oauth'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

/** Programs that were registered, the oldest first. */
export const useApps = (organization_id: OrganizationId) =>
  useInfiniteQuery({
    queryKey: ['console', 'apps', organization_id],
    queryFn: ({ pageParam, signal }) =>
      call(listApplications, { organization_id, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ offset, total, results }) =>
      results.length > 0 && offset + results.length < total ? offset + results.length : undefined,
    staleTime: FRESH_MS,
  })

export interface AppWish {
  name: string
  description: string | null
  grant_types: GrantType[]
  redirect_uris: string[]
  web_origins: string[]
}

const pathOf = ({ company_id: organization_id, id: application_id }: Application) => ({
  organization_id,
  application_id,
})

export const createApp = (organization_id: OrganizationId, wish: AppWish) =>
  afterwards(call(createApplication, { organization_id, ...wish }))
export const changeApp = (app: Application, wish: AppWish) =>
  afterwards(call(updateApplication, { ...pathOf(app), ...wish }))
export const renewAppSecret = async (app: Application): Promise<string> =>
  (await afterwards(call(rotateApplicationSecret, pathOf(app)))).client_secret
export const removeApp = (app: Application) => afterwards(call(deleteApplication, pathOf(app)))
