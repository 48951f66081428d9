import { ApiClientError } from '@holdfast/api/client'

/**
 * `reset`: the service was set back, or cannot go on from here; begin with a snapshot. `denied`: nothing may be read or
 * written here; nothing follows from that about any file. `unknown`: it may have been done or not; ask again later.
 */
export type NoAnswer = 'reset' | 'denied' | 'unknown'

export type Answer<T> = { readonly answer: T } | { readonly none: NoAnswer }

export async function ask<T>(request: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { answer: await request() }
  } catch (error) {
    return { none: error instanceof ApiClientError ? whyRefused(error) : 'unknown' }
  }
}

function whyRefused({ code }: ApiClientError): NoAnswer {
  if (code === 'cursor_reset') return 'reset'
  return code === 'temporarily_unavailable' || code === 'not_found' ? 'unknown' : 'denied'
}
