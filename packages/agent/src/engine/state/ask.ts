import { ApiClientError } from '@holdfast/api/client'
import { DiskGone, DiskTrouble } from '../../ports/disk.ts'
import { isPause, type Line, type NoAnswer } from './line.ts'

export type Answer<T> =
  | { readonly answer: T }
  | { readonly none: NoAnswer; readonly error: ApiClientError | undefined }

/** `line` is told whether the service could be reached. */
export async function ask<T>({ line }: { line: Line }, request: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { answer: await request() }
  } catch (error) {
    if (error instanceof DiskGone || error instanceof DiskTrouble) throw error
    const refusal = error instanceof ApiClientError ? error : undefined
    const none = refusal ? whyRefused(refusal) : 'unknown'
    line.note(none, refusal)
    return { none, error: refusal }
  }
}

function whyRefused(error: ApiClientError): NoAnswer {
  const { code, status } = error
  if (isPause(error)) return 'refused'
  if (code === 'cursor_reset') return 'reset'
  if (status >= 500 || code === 'not_found') return 'unknown'
  return status === 401 || status === 403 || status === 410 ? 'denied' : 'refused'
}
