import { getOrganizationMay } from '@holdfast/api/accounts/organization-may'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import {
  explainPolicy,
  listPolicyChanges,
  type PolicyField,
  planPolicy,
  undoPolicy,
} from '@holdfast/api/accounts/policies'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  byField,
  copied,
  type Explained,
  type PolicyDraft,
  withheld,
} from '../../core/console/policy-draft.ts'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

/** The policy of an organization, with where each value comes from. */
export const usePolicy = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'policy', organization_id],
    queryFn: async () => {
      const { version, fields } = await call(explainPolicy, { organization_id })
      return { version, explained: byField(fields) }
    },
    staleTime: FRESH_MS,
  })

/** What a draft would change, and who would notice. */
export const usePlan = (organization_id: OrganizationId, version: string, draft: PolicyDraft) =>
  useQuery({
    queryKey: ['console', 'policy plan', organization_id, version, draft],
    queryFn: async ({ signal }) => {
      const given = { organization_id, ...(draft as Partial<PolicySettings>) }
      return { ...(await call(planPolicy, given, { signal })), draft }
    },
    enabled: Object.keys(draft).length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })

/** Gives what the change can be undone by. Refused where someone changed the policy since it had this version. */
export const savePolicy = async (
  organization_id: OrganizationId,
  version: string,
  draft: PolicyDraft,
): Promise<ActivityId | undefined> => {
  const given = { organization_id, version, ...(draft as Partial<PolicySettings>) }
  return (await afterwards(call(updateOrganizationPolicy, given))).activity_id
}

export const undoSaved = (organization_id: OrganizationId, activity_id: ActivityId) =>
  afterwards(call(undoPolicy, { organization_id, activity_id }))

export const usePolicyChanges = (organization_id: OrganizationId) =>
  useInfiniteQuery({
    queryKey: ['console', 'policy changes', organization_id],
    queryFn: ({ pageParam }) =>
      call(listPolicyChanges, { organization_id, ...(pageParam && { before: pageParam }) }),
    initialPageParam: 0 as ActivityId,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: FRESH_MS,
  })

/** To copy from: as it is now. */
export async function readPolicyOf(
  organization_id: OrganizationId,
): Promise<{ name: string; explained: Explained }> {
  const [{ name }, { fields }] = await Promise.all([
    call(getOrganizationMay, { organization_id }),
    call(explainPolicy, { organization_id }),
  ])
  return { name, explained: byField(fields) }
}

/** Gives an organization the policy of another. Gives what of that could not be granted. */
export async function copyPolicy(from: OrganizationId, to: OrganizationId): Promise<PolicyField[]> {
  const [other, { version, fields }] = await Promise.all([
    readPolicyOf(from),
    call(explainPolicy, { organization_id: to }),
  ])
  const now = byField(fields)
  const draft = copied(other.explained, now)
  if (Object.keys(draft).length > 0) await savePolicy(to, version, draft)
  return withheld(other.explained, now)
}

/** What was not saved when another screen was opened is there when one comes back. */
const drafts = new Map<OrganizationId, PolicyDraft>()

export function useDraft(id: OrganizationId): [PolicyDraft, (draft: PolicyDraft) => void] {
  const [draft, setDraft] = useState(() => drafts.get(id) ?? {})
  const keep = (next: PolicyDraft) => {
    drafts.set(id, next)
    setDraft(next)
  }
  return [draft, keep]
}
