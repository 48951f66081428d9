import type { EntryId } from '@holdfast/api/ids'
import type { Outcome, Reason, Theirs } from '../../../core/upload/machine-types.ts'
import { ApiClientError } from '../../../data/service/api.ts'
import { isOffline } from '../../../data/service/errors.ts'
import type { Answer } from './send-bytes.ts'

/** Ends a sender that the server, or the line, did not let finish. */
export class Refused extends Error {
  override name = 'Refused'
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

const BUSY_MS = 5000
const SECOND_MS = 1000

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof Refused) return error.outcome
  if (error instanceof ApiClientError)
    return outcomeOfAnswer({
      status: error.status,
      body: error.body,
      header: (name) => error.headers.get(name),
    })
  if (isOffline(error)) return { kind: 'offline' }
  // A file that was moved, changed or forbidden since it was chosen.
  if (error instanceof DOMException) return { kind: 'failed', reason: { code: 'unreadable' } }
  return { kind: 'failed', reason: { code: 'unknown', words: String(error) } }
}

export function outcomeOfAnswer({ status, body, header }: Answer): Outcome {
  if (status === 401) return { kind: 'signedOut' }
  if ([423, 429, 502, 503, 504].includes(status)) {
    const seconds = Number(header('retry-after') ?? Number.NaN)
    return { kind: 'busy', afterMs: seconds > 0 ? seconds * SECOND_MS : BUSY_MS }
  }
  const theirs = body.error === 'name_conflict' ? theirsIn(body.conflict) : undefined
  return theirs ? { kind: 'taken', theirs } : { kind: 'failed', reason: reasonIn(body) }
}

export function reasonIn(body: Record<string, unknown>): Reason {
  const said = [body.error_description, body.error_reason].filter((part) => typeof part === 'string')
  return {
    code: typeof body.error === 'string' ? body.error : 'unknown',
    ...(said.length > 0 && { words: said.join(' ') }),
  }
}

function theirsIn(conflict: unknown): Theirs | undefined {
  if (typeof conflict !== 'object' || conflict === null || !('id' in conflict)) return undefined
  const { type, id, ver, size, modified } = conflict as Record<string, unknown>
  if (typeof id !== 'number' || typeof ver !== 'number') return undefined
  return {
    type: type === 'folder' ? 'folder' : 'file',
    id: id as EntryId,
    ver,
    ...(typeof size === 'number' && { size }),
    ...(typeof modified === 'string' && { modified }),
  }
}
