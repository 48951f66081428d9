import type { IncomingMessage, ServerResponse } from 'node:http'
import { MINUTE_MS } from '@holdfast/api/time'
import { ApiError, fail, refuse } from '../../errors.ts'
import type { RawParams } from '../../platform/parameters.ts'
import { addParam, emptyParams, NOT_UTF8, parseForm, parseJson } from './form.ts'
import { boundaryOf, MultipartError, MultipartParser, type PartHeader } from './multipart.ts'
import { countReceived } from './received-memory.ts'

/** Far more than most sets of parameters need; an operation may ask for more, and files are not held to it. */
export const MAX_PARAMETER_BYTES = 1024 * 1024
/** What anybody can have us hold. */
export const MAX_STRANGERS_BYTES = 64 * 1024
const MAX_PARAMETER_MS = MINUTE_MS

/** What the wire needs to know of a request beside its stream. */
export interface Exchange {
  req: IncomingMessage
  res: ServerResponse
}

/** Parameters sent in a body: urlencoded, multipart or JSON, or none at all. */
export async function readParams(exchange: Exchange, maxBytes = MAX_STRANGERS_BYTES): Promise<RawParams> {
  const type = exchange.req.headers['content-type'] ?? ''
  const [media = '', ...attributes] = type.split(';').map((part) => part.trim())
  switch (media.toLowerCase()) {
    case 'multipart/form-data':
      return readMultipart(exchange, maxBytes)
    case 'application/json':
      return parseJson(await readAll(exchange, maxBytes))
    case 'application/x-www-form-urlencoded': {
      const charset = attributes.find((attribute) => /^charset=/i.test(attribute))?.slice(8)
      return parseForm(await readAll(exchange, maxBytes), charset?.replace(/"/g, ''))
    }
    default:
      if ((await readAll(exchange, maxBytes)).length === 0) return emptyParams()
      return fail(
        'invalid_request',
        'Send parameters as application/x-www-form-urlencoded, multipart/form-data or JSON.',
      )
  }
}

const readAll = (exchange: Exchange, maxBytes: number): Promise<Buffer> =>
  readBytes(exchange, maxBytes, tooLarge)

/** A body that is small enough to be held; `refuse` throws for any other. */
export async function readBytes(exchange: Exchange, maxBytes: number, refuse: () => never): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  await consume(exchange, (bytes) => {
    size += bytes.length
    if (size > maxBytes) refuse()
    pieces.push(bytes)
    return undefined
  })
  return Buffer.concat(pieces)
}

const tooLarge = (): never => fail('invalid_request', 'The parameters are too large.')

/** Multipart without a file that is wanted: its parts are plain values. */
async function readMultipart(exchange: Exchange, maxBytes: number): Promise<RawParams> {
  const fields = new FieldCollector(maxBytes)
  await parseMultipart(exchange, {
    part: (header) => fields.open(header.name),
    data: (bytes) => fields.add(bytes),
    partEnd: () => fields.close(),
  })
  return fields.params
}

/** Gathers the small values of a multipart body. */
export class FieldCollector {
  readonly params = emptyParams()
  readonly #maxBytes: number
  #name = ''
  #pieces: Buffer[] = []
  #size = 0

  constructor(maxBytes = MAX_PARAMETER_BYTES) {
    this.#maxBytes = maxBytes
  }

  open(name: string): void {
    this.#name = name
    this.#pieces = []
  }

  add(bytes: Buffer): undefined {
    this.#size += bytes.length
    if (this.#size > this.#maxBytes) tooLarge()
    this.#pieces.push(bytes)
    return undefined
  }

  close(): void {
    const bytes = Buffer.concat(this.#pieces)
    const text = bytes.toString('utf8')
    if (!Buffer.from(text).equals(bytes)) refuse(this.#name, NOT_UTF8)
    addParam(this.params, this.#name, text)
  }
}

export interface PartSink {
  part(header: PartHeader): void
  /** A promise asks for a pause until it resolves. */
  data(bytes: Buffer): Promise<void> | undefined
  partEnd(): void
}

/** Streams a multipart body into `sink`. Throws `invalid_request` for a malformed one. */
export async function parseMultipart(
  exchange: Exchange,
  sink: PartSink,
  withinMs = MAX_PARAMETER_MS,
): Promise<void> {
  const boundary = boundaryOf(exchange.req.headers['content-type'] ?? '')
  if (!boundary) return fail('invalid_request', 'The multipart body has no boundary.')
  let pause: Promise<void> | undefined
  const parser = new MultipartParser(boundary, {
    part: (header) => sink.part(header),
    data: (bytes) => {
      pause = sink.data(bytes) ?? pause
    },
    partEnd: () => sink.partEnd(),
  })
  await consume(
    exchange,
    (bytes) => {
      pause = undefined
      asBadRequest(() => parser.push(bytes))
      return pause
    },
    withinMs,
  )
  asBadRequest(() => parser.end())
}

function asBadRequest(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof MultipartError) fail('invalid_request', error.message)
    throw error
  }
}

/**
 * Reads a request's body by its data events, which cost half of what iterating does. `take` may throw, and may
 * return a promise to pause for. A sender of mere parameters gets a minute for all of them; for `Infinity`, as long as
 * the connection lives.
 */
export function consume(
  { req, res }: Exchange,
  take: (bytes: Buffer) => Promise<void> | undefined,
  withinMs = MAX_PARAMETER_MS,
): Promise<void> {
  // Nothing more will be heard of a request that broke off while its token was looked up.
  if (req.destroyed) return Promise.reject(new ClientGoneError())
  // The client waits for this before it sends; refusing earlier spares it the trouble.
  if (/100-continue/i.test(req.headers.expect ?? '') && !res.headersSent) res.writeContinue()
  return new Promise((resolve, reject) => {
    const stop = (outcome: () => void) => {
      clearTimeout(deadline)
      req.off('data', onData).off('end', onEnd).off('close', onGone)
      outcome()
    }
    const failWith = (error: unknown) => stop(() => reject(error))
    const onData = (bytes: Buffer) => {
      countReceived(bytes.length)
      try {
        const pause = take(bytes)
        if (!pause) return
        req.pause()
        pause.then(() => req.resume(), failWith)
      } catch (error) {
        failWith(error)
      }
    }
    const onEnd = () => stop(resolve)
    const onGone = () => failWith(new ClientGoneError())
    const deadline = withinMs === Infinity ? undefined : setTimeout(() => failWith(tooSlow()), withinMs)
    // The listener for errors is never taken off: an error that nobody hears would end the process.
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

const tooSlow = () => new ApiError('invalid_request', 'The request took too long.')

/** The sender went away in the middle of its request. Nobody is there to hear an answer. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError'
}
