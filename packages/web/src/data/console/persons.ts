import { tableGroups } from '@holdfast/api/accounts/account-tables'
import { createPerson, deletePerson, getPerson, updatePerson } from '@holdfast/api/accounts/people'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { ParamsOf, ResultOf } from '@holdfast/api/operation'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { listPersonReceivedSharelinks, listPersonSharelinks } from '@holdfast/api/sharing/links'
import { listPersonShares } from '@holdfast/api/sharing/reach'
import { resetTwoStep, unlockPerson } from '@holdfast/api/sign-in/two-step'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

export type OnePerson = ResultOf<typeof getPerson>
type Changes = Omit<ParamsOf<typeof updatePerson>, 'person_id'>

export const usePersonOf = (id: number) =>
  useQuery({
    queryKey: ['console', 'person', id],
    queryFn: () => call(getPerson, { person_id: String(id), include_state: true }),
    staleTime: FRESH_MS,
  })

/** The team shares that someone has a part in, and why. */
export const usePersonShares = (id: PersonId) =>
  useInfiniteQuery({
    queryKey: ['console', 'person shares', id],
    queryFn: ({ pageParam }) => call(listPersonShares, { person_id: id, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    staleTime: FRESH_MS,
  })

/** The links that someone made, the newest first. */
export const usePersonLinks = (id: PersonId) =>
  useInfiniteQuery({
    queryKey: ['console', 'person links', id],
    queryFn: ({ pageParam }) =>
      call(listPersonSharelinks, { person_id: id, page: pageParam, sort_order: 'desc' }),
    initialPageParam: 1,
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    staleTime: FRESH_MS,
  })

/** The groups of the organization that somebody is in directly. */
export const usePersonGroups = (organization_id: OrganizationId, person: PersonId) =>
  useQuery({
    queryKey: ['console', 'person groups', organization_id, person],
    queryFn: async ({ signal }) => (await call(tableGroups, { organization_id, person }, { signal })).results,
    staleTime: FRESH_MS,
  })

/** The links that others shared with somebody, the newest first. */
export const usePersonReceived = (id: PersonId) =>
  useInfiniteQuery({
    queryKey: ['console', 'person received', id],
    queryFn: ({ pageParam }) =>
      call(listPersonReceivedSharelinks, { person_id: id, page: pageParam, sort_order: 'desc' }),
    initialPageParam: 1,
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    staleTime: FRESH_MS,
  })

export const usePersonActivity = (id: PersonId) =>
  useInfiniteQuery({
    queryKey: ['console', 'person activity', id],
    queryFn: ({ pageParam }) => call(listPersonActivity, { person_id: id, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ offset, total, results }) =>
      offset + results.length < total && results.length > 0 ? offset + results.length : undefined,
    staleTime: FRESH_MS,
  })

export const unlock = (person_id: PersonId) => afterwards(call(unlockPerson, { person_id }))
export const turnOffTwoStep = (person_id: PersonId) => afterwards(call(resetTwoStep, { person_id }))
export const change = (person_id: PersonId, changes: Changes): Promise<unknown> =>
  afterwards(call(updatePerson, { person_id, ...changes }))
export const mailPassword = (person_id: PersonId) => change(person_id, { generate_password: true })

export const add = (
  company_id: OrganizationId,
  given: Pick<ParamsOf<typeof createPerson>, 'email' | 'first_name' | 'last_name' | 'site_admin'>,
): Promise<unknown> => afterwards(call(createPerson, { company_id, ...given, generate_password: true }))

export const remove = (person_id: PersonId, what: { files: boolean; backups: boolean }) =>
  afterwards(
    call(deletePerson, { person_id, remove_user_files: what.files, remove_server_files: what.backups }),
  )
