import type { ExportId, OrganizationId } from '@holdfast/api/ids'
import {
  beginExport,
  cancelExport,
  downloadExportPart,
  type Export,
  type ExportVersions,
  listExports,
} from '@holdfast/api/oversight/exports'
import { useQuery } from '@tanstack/react-query'
import { addressOf, call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

const LOOK_EVERY_MS = 2000

export const isUnderWay = ({ state }: Pick<Export, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'verifying'

/** The newest first; asked for again and again while one is under way. */
export const useExports = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'exports', organization_id],
    queryFn: async ({ signal }) => (await call(listExports, { organization_id }, { signal })).results,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_EVERY_MS : false),
  })

export const startExport = (
  organization_id: OrganizationId,
  given: { below: boolean; versions: ExportVersions },
) => afterwards(call(beginExport, { organization_id, ...given }))

/** Stops it, or removes what can be downloaded. */
export const removeExport = (export_id: ExportId) => afterwards(call(cancelExport, { export_id }))

export const partAddress = (export_id: ExportId, number: number): string =>
  addressOf(downloadExportPart, { export_id, number })
