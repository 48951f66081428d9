import { type DirectoryStepResult, testAuthSourceSettings } from '@holdfast/api/accounts/auth-source-test'
import {
  type AuthSource,
  createAuthSource,
  deleteAuthSource,
  type ImportResult,
  importAuthSource,
  listAuthSources,
  updateAuthSource,
} from '@holdfast/api/accounts/auth-sources'
import { DIRECTORY_REASONS, type DirectoryReason } from '@holdfast/api/accounts/directory-reasons'
import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import {
  type DirectoryDraft,
  type DraftStep,
  settingsOf,
  testedAt,
} from '../../core/console/directory-draft.ts'
import { ApiClientError, call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

/** An organization has few. Imports come by themselves. */
export const useDirectories = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'directories', organization_id],
    queryFn: async ({ signal }) => (await call(listAuthSources, { organization_id }, { signal })).results,
    staleTime: FRESH_MS,
    refetchInterval: 60_000,
  })

const pathOf = ({ company_id: organization_id, id: auth_source_id }: AuthSource) => ({
  organization_id,
  auth_source_id,
})

/** Tries what is known at a step. Gives the last thing that was tried: what is wrong, or what was found. */
export async function testStep(
  organization_id: OrganizationId,
  step: DraftStep,
  draft: DirectoryDraft,
  kept: AuthSource | undefined,
): Promise<DirectoryStepResult | undefined> {
  const { results } = await call(testAuthSourceSettings, {
    organization_id,
    ...(kept && { auth_source_id: kept.id }),
    ...testedAt(step, draft),
  })
  return results.at(-1)
}

export async function connectDirectory(
  organization_id: OrganizationId,
  draft: DirectoryDraft,
): Promise<AuthSourceId> {
  const settings = { ...settingsOf(draft), password: draft.password }
  return (await afterwards(call(createAuthSource, { organization_id, ...settings }))).id
}

export const changeDirectory = (source: AuthSource, draft: DirectoryDraft) =>
  afterwards(call(updateAuthSource, { ...pathOf(source), ...settingsOf(draft) }))
export const scheduleImports = (source: AuthSource, import_hours: number | null) =>
  afterwards(call(updateAuthSource, { ...pathOf(source), import_hours }))
export const disconnectDirectory = (source: AuthSource) => afterwards(call(deleteAuthSource, pathOf(source)))

/** What an import would do, read from the directory once: not again because something else has changed. */
export const usePreview = (source: AuthSource) =>
  useQuery({
    queryKey: ['directory preview', source.id],
    queryFn: ({ signal }) => call(importAuthSource, { ...pathOf(source), preview: true }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Also after one that failed: the page tells how the last one went. */
export const importNow = (source: AuthSource, force = false): Promise<ImportResult> =>
  call(importAuthSource, { ...pathOf(source), preview: false, force }).finally(() =>
    afterwards(Promise.resolve()),
  )

/** What the service says is wrong with a directory, where that is what was wrong. */
export function reasonIn(error: unknown): DirectoryReason | undefined {
  const code = error instanceof ApiClientError ? error.body.reason_code : undefined
  return DIRECTORY_REASONS.find((one) => one === code)
}
