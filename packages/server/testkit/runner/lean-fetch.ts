// Preloaded by every process of tests. Most of what they ask is short and goes to a server in the same process, and `fetch`
// takes longer for it than the server does; node:https takes half as long. Whatever is not plain is left to `fetch`.
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { Readable } from 'node:stream'

interface Sent {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

const whole = globalThis.fetch
const agent = new Agent({ keepAlive: true })
const PLAIN = new Set(['method', 'headers', 'body', 'redirect'])
const AS_FETCH = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }
/** Longer answers, and those that do not say how long they are, are passed on as they come. */
const SHORT = 1024 * 1024

globalThis.fetch = async (input, init = {}) => {
  const sent = typeof input === 'string' && input.startsWith('https://') ? await plainly(init) : undefined
  if (!sent) return whole(input, init)
  const url = input as string
  const answer = await send(url, sent).catch((cause) => {
    throw new TypeError('fetch failed', { cause })
  })
  const { statusCode: status = 0, headers } = answer
  if (headers.location !== undefined && status >= 300 && status < 400 && init.redirect !== 'manual') {
    answer.resume()
    return whole(new URL(headers.location, url), init.headers ? { headers: init.headers } : {})
  }
  const isShort = Number(headers['content-length'] ?? Number.NaN) <= SHORT || [204, 205, 304].includes(status)
  if (isShort) return new ShortAnswer(answer, await collect(answer)) as unknown as Response
  const body = Readable.toWeb(answer) as unknown as ReadableStream
  return new Response(body, { status, statusText: answer.statusMessage ?? '', headers: headersOf(answer) })
}

/** What is to be sent, if nothing of it needs more than this. */
async function plainly(init: RequestInit): Promise<Sent | undefined> {
  for (const key in init) if (!PLAIN.has(key)) return undefined
  const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
  // Answers that come packed are unpacked by `fetch`.
  if (given.has('accept-encoding')) return undefined
  const { method = 'GET', body = null } = init
  const headers: Record<string, string> = { ...AS_FETCH, ...Object.fromEntries(given) }
  const give = (bytes: Sent['body'], type?: string | null): Sent => {
    if (type) headers['content-type'] ??= type
    if (bytes !== undefined) headers['content-length'] = String(Buffer.byteLength(bytes))
    else if (method === 'POST' || method === 'PUT') headers['content-length'] = '0'
    return { method, headers, body: bytes }
  }
  if (body === null) return give(undefined)
  if (typeof body === 'string') return give(body, 'text/plain;charset=UTF-8')
  if (body instanceof URLSearchParams)
    return give(body.toString(), 'application/x-www-form-urlencoded;charset=UTF-8')
  if (body instanceof Uint8Array) return give(body)
  if (body instanceof Blob) return give(await body.bytes(), body.type)
  if (!(body instanceof FormData)) return undefined
  const encoded = new Response(body)
  return give(await encoded.bytes(), encoded.headers.get('content-type'))
}

const send = (url: string, { method, headers, body }: Sent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, resolve).on('error', reject).end(body)
  })

function collect(answer: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.once('end', () => resolve(Buffer.concat(parts)))
    answer.once('error', reject)
  })
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

/** As much of a Response as tests look at. */
class ShortAnswer {
  readonly #message: IncomingMessage
  readonly #bytes: Buffer<ArrayBuffer>
  #headers: Headers | undefined

  constructor(message: IncomingMessage, bytes: Buffer<ArrayBuffer>) {
    this.#message = message
    this.#bytes = bytes
  }

  get status(): number {
    return this.#message.statusCode ?? 0
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#message)
    return this.#headers
  }

  get body(): ReadableStream | null {
    return new Response(this.#bytes).body
  }

  clone(): this {
    return this
  }

  async text(): Promise<string> {
    return this.#bytes.toString()
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#bytes.toString())
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(this.#bytes)
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }

  async blob(): Promise<Blob> {
    return new Blob([this.#bytes], { type: this.headers.get('content-type') ?? '' })
  }
}
