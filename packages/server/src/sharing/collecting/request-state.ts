import type { RequestState } from '@holdfast/api/sharing/file-requests'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { RequestRow } from '../../records/file-requests.ts'

export function stateOf({ closed_at, deadline }: RequestRow, now: Instant): RequestState {
  if (closed_at !== null) return 'closed'
  return deadline !== null && deadline <= now ? 'ended' : 'open'
}

/** Throws where a request takes no more files. */
export function checkTaking(request: RequestRow, now: Instant): void {
  const state = stateOf(request, now)
  if (state !== 'open')
    fail('forbidden', 'This file request is closed. You can no longer upload files.', {
      request_closed: true,
    })
}
