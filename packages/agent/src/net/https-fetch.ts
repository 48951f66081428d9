import type { IncomingMessage } from 'node:http'
import { type Agent, request as startRequest } from 'node:https'
import { ReadableStream } from 'node:stream/web'
import type { Gate } from './gate.ts'
import { Silence } from './silence.ts'

export interface FetchSettings {
  readonly agent: Agent
  /** A request whose line is silent for so long, while we wait for it, has failed. */
  readonly silentMs: number
  readonly gates?: { readonly up: Gate; readonly down: Gate } | undefined
  /** Ends all that is under way. */
  readonly signal?: AbortSignal | undefined
}

/** No error of the service is longer. */
const MAX_ERROR_BYTES = 1024 * 1024
/** Nor is any answer, but for the contents of files, which are asked for by a range and go to the disk as they come. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
const PIECE = 256 * 1024
/** Bodies of this size are read at once: a stream for each costs more than all else that is done for it. */
export const SMALL_BODY = 64 * 1024
const WITHOUT_BODY = [204, 205, 304]

/**
 * `fetch` over connections of our own: few, kept, to the server that we trust, no faster than is allowed, and given up when
 * they stall, however long a body may take. Never follows a redirect: what is sent is for one server.
 */
export function httpsFetch(settings: FetchSettings): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input))
    if (url.protocol !== 'https:') throw new TypeError(`Not an address of https: ${url.origin}`)
    const body = await bytesOf(init.body)
    const headers = headersOf(init, body)
    const { signal = settings.signal ?? null } = init
    const once = () => send(settings, url, { method: init.method ?? 'GET', headers, body, signal })
    try {
      return await once()
    } catch (error) {
      // The server gave the connection up while we took it; whatever an agent sends may be sent again.
      if (error instanceof StaleConnection) return once()
      throw error
    }
  }
}

class StaleConnection extends Error {
  override name = 'StaleConnection'
}

interface Sent {
  readonly method: string
  readonly headers: Record<string, string | number>
  readonly body: Uint8Array | undefined
  readonly signal: AbortSignal | null
}

function send({ agent, silentMs, gates }: FetchSettings, url: URL, sent: Sent): Promise<Response> {
  const { method, headers, body, signal } = sent
  return new Promise((resolve, reject) => {
    const request = startRequest(url, { method, headers, agent, ...(signal && { signal }) })
    let answer: IncomingMessage | undefined
    const silence = new Silence(silentMs, () =>
      (answer ?? request).destroy(new Error(`${url.host} stopped responding.`)),
    )
    // Not while it waits for one of the few connections.
    request.once('socket', () => silence.begin())
    request.once('response', (response) => {
      answer = response
      silence.begin()
      const most = headers.range === undefined ? MAX_ANSWER_BYTES : Number.POSITIVE_INFINITY
      answerOf(response, { silence, gate: gates?.down, most }).then(resolve, reject)
    })
    request.once('error', (error) => {
      silence.end()
      const isStale = !answer && request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      reject(isStale ? new StaleConnection(error.message, { cause: error }) : error)
    })
    if (!body) request.end()
    else sendBody(request, body, silence, gates?.up).catch((error: Error) => request.destroy(error))
  })
}

/** One piece at a time: several are joined on their way into a copy of all of them. Each that has gone out is a sign of life. */
async function sendBody(
  request: ReturnType<typeof startRequest>,
  body: Uint8Array,
  silence: Silence,
  gate: Gate | undefined,
): Promise<void> {
  for (let at = 0; at < body.length && !request.destroyed; ) {
    const part = body.subarray(at, at + (gate?.piece ?? PIECE))
    const turn = gate?.pass(part.length)
    if (turn) {
      silence.pause()
      await turn
      silence.goOn()
    }
    await written(request, part)
    silence.touch()
    at += part.length
  }
  request.end()
}

/** Rejects where the request came to an end before, as then nobody tells. */
const written = (request: ReturnType<typeof startRequest>, part: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = () => reject(new Error('The request has ended.'))
    request.once('close', closed)
    request.write(part, (error) => {
      request.off('close', closed)
      if (error) reject(error)
      else resolve()
    })
  })

interface Reading {
  readonly silence: Silence
  readonly gate: Gate | undefined
  /** So many bytes, and no more. */
  readonly most: number
}

async function answerOf(response: IncomingMessage, reading: Reading) {
  const status = response.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  if (status >= 300 && status < 400 && status !== 304) {
    response.destroy()
    throw new Error(`The server redirects to ${headers.get('location') ?? 'an unknown address'}.`)
  }
  const bytes = bytesIn(response, reading)
  if (WITHOUT_BODY.includes(status)) {
    await collect(bytes, MAX_ERROR_BYTES)
    return new Response(null, { status, headers })
  }
  const isSmall = Number(response.headers['content-length'] ?? Number.NaN) <= SMALL_BODY
  // Nobody may ask for an error, and the connection would be held.
  if (status >= 400 || isSmall)
    return new Response(await collect(bytes, MAX_ERROR_BYTES), { status, headers })
  return new Response(ReadableStream.from(bytes) as globalThis.ReadableStream, { status, headers })
}

/** Large answers are given on in pieces of this size: each passes through many hands, and to the disk. */
export const GIVEN_PIECE = 1024 * 1024

async function* bytesIn(response: IncomingMessage, { silence, gate, most }: Reading) {
  const gathered = new Gathered(Number(response.headers['content-length'] ?? 0))
  let left = most
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // What the reader does with it, and how long that takes, says nothing about the line.
      silence.pause()
      left -= chunk.length
      if (left < 0) throw new Error('The answer is too long.')
      const turn = gate?.pass(chunk.length)
      if (turn) await turn
      yield* gathered.add(chunk as Uint8Array<ArrayBuffer>)
      silence.goOn()
    }
    yield* gathered.rest()
  } catch (error) {
    // What had come is not asked for again.
    yield* gathered.rest()
    throw error
  } finally {
    silence.end()
  }
}

/** Joins small pieces of a large answer. What was given on is not written to again. */
class Gathered {
  #left: number
  #piece: Uint8Array<ArrayBuffer> | undefined
  #filled = 0

  constructor(announced: number) {
    this.#left = announced
  }

  *add(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
    for (let at = 0; at < bytes.length; ) {
      // The last ones, and what nobody announced, go on as they come.
      if (!this.#piece && this.#left < GIVEN_PIECE) return yield at === 0 ? bytes : bytes.subarray(at)
      this.#piece ??= Buffer.allocUnsafeSlow(GIVEN_PIECE)
      const some = bytes.subarray(at, at + GIVEN_PIECE - this.#filled)
      this.#piece.set(some, this.#filled)
      this.#filled += some.length
      at += some.length
      if (this.#filled === GIVEN_PIECE) yield* this.rest()
    }
  }

  *rest(): Generator<Uint8Array<ArrayBuffer>> {
    const piece = this.#piece?.subarray(0, this.#filled)
    this.#left -= this.#filled
    this.#piece = undefined
    this.#filled = 0
    if (piece) yield piece
  }
}

async function collect(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > limit) throw new Error('The answer is too long.')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

async function bytesOf(body: RequestInit['body']): Promise<Uint8Array | undefined> {
  if (body === null || body === undefined) return undefined
  if (body instanceof URLSearchParams) return Buffer.from(body.toString())
  if (body instanceof Uint8Array) return body
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer())
  throw new TypeError('Only forms and bytes are sent.')
}

function headersOf(init: RequestInit, body: Uint8Array | undefined): Sent['headers'] {
  const headers = new Headers(init.headers)
  if (init.body instanceof URLSearchParams)
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  return { ...Object.fromEntries(headers), ...(body && { 'content-length': body.length }) }
}
