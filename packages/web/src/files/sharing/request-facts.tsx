import type { FileRequest } from '@holdfast/api/sharing/file-requests'
import { formatMoment } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'

/** Whether a file request is open, what has come, and from how many it has not. */
export function RequestFacts({ request }: { request: FileRequest }) {
  const words = requestWords()
  const { senders, files, missing } = request
  const parts = [stateWords(request), words.progress(senders, files), missing > 0 && words.waiting(missing)]
  return <small className="soft">{parts.filter(Boolean).join(' · ')}</small>
}

export function stateWords({ state, deadline }: FileRequest): string {
  const words = requestWords()
  if (state === 'closed') return words.closed
  if (deadline === null) return words.open
  return state === 'ended' ? words.ended(formatMoment(deadline)) : words.openUntil(formatMoment(deadline))
}
