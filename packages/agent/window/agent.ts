const KEY = 'key'

/** The agent does not know this page any more: its token was used, or it was started again. */
export class NotLetIn extends Error {
  override name = 'NotLetIn'
}

async function post(address: string, body: object, key: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', 'x-holdfast-key': key }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status === 401 || answer.status === 403) throw new NotLetIn()
  const said = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new Error(String(said.error))
  return said
}

/** Exchanges the token of the address, which nobody shall see or use again, for what this tab keeps. */
export async function enter(): Promise<void> {
  const token = location.hash.slice(1)
  if (token === '') return
  history.replaceState(null, '', '/')
  const { key } = await post('/session', { token }, '')
  sessionStorage.setItem(KEY, String(key))
}

export async function ask<T>(method: string, params: object = {}): Promise<T> {
  const { result } = await post('/ask', { method, params }, sessionStorage.getItem(KEY) ?? '')
  // The agent of the same build answers: what it says has the form that answers.ts tells.
  return result as T
}
