import { csrfHeaders } from '../../../data/service/api.ts'

export interface Answer {
  status: number
  header: (name: string) => string | null
  /** An empty object where it is none. */
  body: Record<string, unknown>
}

interface Sending {
  method: 'POST' | 'PATCH' | 'PUT' | 'HEAD' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Blob | FormData
  signal?: AbortSignal
  onProgress?: (sent: number) => void
}

/** By XMLHttpRequest, which tells how much has left; `fetch` does not. Rejects with a TypeError where the line is cut. */
export function sendBytes({ method, url, headers, body, signal, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries({ ...csrfHeaders(), ...headers }))
      request.setRequestHeader(name, value)
    const abort = () => request.abort()
    if (onProgress) request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        body: bodyIn(request.responseText),
      })
    request.onerror = () => reject(new TypeError('The line was cut.'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Stopped', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', abort)
    request.send(body ?? null)
  })
}

function bodyIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
