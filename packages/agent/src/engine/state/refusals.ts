import type { ErrorCode } from '@holdfast/api/errors'
import { TOO_DEEP } from '@holdfast/api/files/names'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { Failure } from './problems.ts'
import type { ProblemReason } from './status.ts'

const REASONS: Partial<Record<ErrorCode, ProblemReason>> = {
  invalid_name: 'name_refused',
  name_too_long: 'name_refused',
  invalid_extension: 'extension_excluded',
  upload_too_large: 'too_large',
  resource_locked: 'locked',
  forbidden: 'refused',
  invalid_request: 'refused',
}

/** Others were faster, or have reported less than there is to know: the next plan knows better. */
const PASSING = new Set<string>(['ver_conflict', 'name_conflict', 'not_empty', 'not_found', 'missing_chunks'])

/** What a refusal means for the item, and what there is to say about it. */
export function failureOf({
  error,
  error_description,
  error_reason,
  entry,
}: {
  error?: unknown
  error_description?: unknown
  error_reason?: unknown
  entry?: SyncEntry | undefined
}): Failure {
  const code = String(error)
  const said = typeof error_description === 'string' ? error_description : code
  if (PASSING.has(code)) return { reason: null, detail: said }
  // The service has one code for all that a policy forbids; the setting that does is named in the text.
  if (code === 'policy_error') {
    const reason = /space_quota/.test(said) ? 'quota' : /max_file_size/.test(said) ? 'too_large' : 'refused'
    return { reason, detail: said }
  }
  if (error_reason === TOO_DEEP) return { reason: 'too_deep' }
  const holder = code === 'resource_locked' ? entry?.lock?.name : undefined
  return { reason: REASONS[code as ErrorCode] ?? 'refused', detail: holder ?? said }
}
