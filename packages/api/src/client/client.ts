import { type ErrorCode, withReason } from '../errors.ts'
import { type AnyOperation, type ParamsOf, pathParams, type ResultOf, type Upload } from '../operation.ts'
import { BUILT_IN_CLIENT, token } from '../sign-in/oauth.ts'

/** The server said no. `code` is the `error` of its answer. */
export class ApiClientError extends Error {
  override name = 'ApiClientError'
  readonly status: number
  readonly code: ErrorCode
  readonly body: Record<string, unknown>
  readonly headers: Headers

  constructor(status: number, body: Record<string, unknown>, headers: Headers) {
    const said = withReason(String(body.error_description ?? ''), body.error_reason)
    super(`${status} ${String(body.error)}: ${said}`)
    this.status = status
    this.code = body.error as ErrorCode
    this.body = body
    this.headers = headers
  }
}

/** What a call gives instead of its result when the caller's `hash` is still right. */
export const NOT_MODIFIED = { status: 'not_modified' } as const
export type NotModified = typeof NOT_MODIFIED

/** Parameters with a default may be left out. */
export type CallParams<Op extends AnyOperation> = Partial<ParamsOf<Op>>

/** Where access tokens come from, for those who keep them themselves. */
export interface TokenSource {
  /** One that is not the one that was refused. */
  accessToken(refused?: string): Promise<string>
}

export interface ClientOptions {
  baseUrl: string
  fetch?: typeof fetch
  /** In place of `signIn`. */
  tokens?: TokenSource
  /** What this device calls itself. */
  dnsName?: string
}

interface Session {
  accessToken: string
  refreshToken: string
  guid: string
}

/** Calls the operations of the API by their descriptions; typed by them, signed in once, renewed by itself. */
export class Client {
  readonly #options: ClientOptions
  readonly #fetch: typeof fetch
  #session: Session | undefined
  #renewing: Promise<void> | undefined

  constructor(options: ClientOptions) {
    this.#options = options
    this.#fetch = options.fetch ?? fetch
  }

  get session(): Session | undefined {
    return this.#session
  }

  async signIn(username: string, password: string): Promise<void> {
    const dns_name = this.#options.dnsName
    await this.#obtain({ grant_type: 'password', username, password, ...(dns_name && { dns_name }) })
  }

  /** Anyone who asks while a renewal is under way shares it: a refresh token works once. */
  renew(): Promise<void> {
    this.#renewing ??= this.#obtain({
      grant_type: 'refresh_token',
      refresh_token: this.#session?.refreshToken ?? '',
      // Lets the server tell a repeated request from a stolen token.
      guid: this.#session?.guid ?? '',
    }).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #obtain(params: Partial<ParamsOf<typeof token>>): Promise<void> {
    const response = await this.#send(token, { client_id: BUILT_IN_CLIENT, ...params }, undefined)
    const { access_token, refresh_token, guid } = await answerOf(token, response)
    this.#session = { accessToken: access_token, refreshToken: refresh_token, guid }
  }

  async call<Op extends AnyOperation>(op: Op, params: CallParams<Op>): Promise<ResultOf<Op>> {
    return answerOf(op, await this.open(op, params))
  }

  /** As `call`, for operations that take a `hash`. */
  async callUnlessKnown<Op extends AnyOperation>(
    op: Op,
    params: CallParams<Op>,
  ): Promise<ResultOf<Op> | NotModified> {
    const response = await this.open(op, params)
    return response.status === 304 ? NOT_MODIFIED : answerOf(op, response)
  }

  /** The raw answer, for bytes. Throws ApiClientError from status 400 on. */
  async open<Op extends AnyOperation>(
    op: Op,
    params: CallParams<Op>,
    init: RequestInit = {},
  ): Promise<Response> {
    const accessToken = op.auth === 'none' ? this.#session?.accessToken : await this.#accessToken()
    let response = await this.#send(op, params, accessToken, init)
    if (response.status === 401 && accessToken && op.auth !== 'none')
      response = await this.#send(op, params, await this.#accessToken(accessToken), init)
    if (response.status >= 400) throw await errorOf(response)
    return response
  }

  async #accessToken(refused?: string): Promise<string | undefined> {
    const { tokens } = this.#options
    if (tokens) return tokens.accessToken(refused)
    if (refused !== undefined) await this.renew()
    return this.#session?.accessToken
  }

  #send(
    op: AnyOperation,
    params: object,
    accessToken: string | undefined,
    init: RequestInit = {},
  ): Promise<Response> {
    const { url, body } = encode(op, params as Record<string, unknown>)
    const headers = new Headers(init.headers)
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
    return this.#fetch(this.#options.baseUrl + url, {
      ...init,
      method: op.method,
      headers,
      ...(body && { body }),
    })
  }
}

async function answerOf<Op extends AnyOperation>(_op: Op, response: Response): Promise<ResultOf<Op>> {
  if (response.status >= 400) throw await errorOf(response)
  return (await response.json()) as ResultOf<Op>
}

async function errorOf(response: Response): Promise<ApiClientError> {
  const body = await response.json().catch(() => ({ error: 'unknown' }))
  return new ApiClientError(response.status, body as Record<string, unknown>, response.headers)
}

/** Puts each parameter where the operation's method carries it. */
function encode(op: AnyOperation, params: Record<string, unknown>) {
  const inPath = new Set(pathParams(op))
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const rest = Object.entries(params).filter(([name, value]) => !inPath.has(name) && value !== undefined)
  if (op.rawBody) return { url: path, body: params[op.rawBody] as Blob | Uint8Array<ArrayBuffer> }
  if (op.method === 'POST' || op.method === 'PUT') return { url: path, body: bodyOf(rest) }
  const query = formOf(rest)
  return { url: query.size > 0 ? `${path}?${query}` : path, body: undefined }
}

function bodyOf(fields: [string, unknown][]): URLSearchParams | FormData {
  if (!fields.some(([, value]) => isUpload(value))) return formOf(fields)
  const form = new FormData()
  for (const [name, value] of fields)
    if (isUpload(value)) form.append(name, value.bytes, value.name)
    else form.append(name, textOf(value))
  return form
}

const formOf = (fields: [string, unknown][]): URLSearchParams =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, textOf(value)]))
// An empty parameter counts as not given: no value at all has a word of its own.
const textOf = (value: unknown): string =>
  value === null ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value)
const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Blob
