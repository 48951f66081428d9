import { ApiClientError, type CallParams, Client } from '@holdfast/api/client'
import type { AnyOperation, ResultOf } from '@holdfast/api/operation'
import { doubts } from '../../platform/connection.ts'
import { forgetKept, isKept, keptFetch } from './kept.ts'
import { signInAgain } from './signed-out.ts'

export { ApiClientError }

let csrfToken = ''

/** Every change is sent with it. A new sign-in has a new one. */
export const keepCsrfToken = (token: string): void => {
  csrfToken = token
}
export const csrfHeaders = (): Record<string, string> => ({ 'x-csrf-token': csrfToken })

/** A proxy says so of a server that does not answer. */
const GATEWAY_STATUS = [502, 504]

const client = new Client({
  baseUrl: '',
  fetch: (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-csrf-token', csrfToken)
    return keptFetch(String(input), { ...init, headers, credentials: 'same-origin' }).then(
      (answer) => {
        if (GATEWAY_STATUS.includes(answer.status)) doubts.tell()
        return answer
      },
      (error: unknown) => {
        if (error instanceof TypeError && !isKept()) doubts.tell()
        throw error
      },
    )
  },
})

/** The raw answer, for bytes. Anyone who was signed out meanwhile is asked for the password, and the call made once more. */
export async function open<Op extends AnyOperation>(
  op: Op,
  params: CallParams<Op>,
  init: RequestInit = {},
): Promise<Response> {
  try {
    return await client.open(op, params, init)
  } catch (error) {
    if (!isSignedOut(error)) throw error
    void forgetKept()
    await signInAgain()
    return client.open(op, params, init)
  }
}

export async function call<Op extends AnyOperation>(
  op: Op,
  params: CallParams<Op>,
  init?: RequestInit,
): Promise<ResultOf<Op>> {
  return (await (await open(op, params, init)).json()) as ResultOf<Op>
}

/** Without asking anybody for a password. */
export const callOnce = <Op extends AnyOperation>(op: Op, params: CallParams<Op>): Promise<ResultOf<Op>> =>
  client.call(op, params)

const isSignedOut = (error: unknown): boolean => error instanceof ApiClientError && error.status === 401

/** Where an operation that is opened by the browser itself has its bytes. */
export function addressOf(op: AnyOperation, params: Record<string, string | number | boolean>): string {
  const rest = new URLSearchParams()
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  for (const [name, value] of Object.entries(params))
    if (!op.path.includes(`{${name}}`)) rest.set(name, String(value))
  return rest.size > 0 ? `${path}?${rest}` : path
}
