import { isIP, type OnReadOpts } from 'node:net'
import { ReadableStream } from 'node:stream/web'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { MINUTE_MS } from '@holdfast/api/time'
import type { Gate } from './gate.ts'
import { type FetchSettings, GIVEN_PIECE } from './https-fetch.ts'
import { findHeadEnd, type Head, MAX_HEAD, readHead } from './read-head.ts'
import { Silence } from './silence.ts'
import type { Identification } from './trust.ts'

export interface DirectSettings extends Pick<FetchSettings, 'silentMs' | 'gates' | 'signal'> {
  readonly identification: Identification
  /** So many at once; others take the usual way. */
  readonly most: number
}

/** Smaller ones gain nothing. */
const LARGE = 1024 * 1024
/** So much may wait for its reader before no more is taken from the line. */
const MOST_WAITING = 2 * GIVEN_PIECE
/** Where answers are not as this can read them, it is not tried for a while. */
const GIVEN_UP_MS = 10 * MINUTE_MS

class FellSilent extends Error {
  override name = 'FellSilent'
}

/** The answer is for a full reader of HTTP. */
class NotForUs extends Error {
  override name = 'NotForUs'
  /** Whether others will be as well. */
  readonly isForm: boolean

  constructor(isForm: boolean) {
    super('The server sent an unexpected answer.')
    this.isForm = isForm
  }
}

/**
 * `fetch` that reads large parts of files from a connection of their own straight into memory: that costs half of what passing
 * small pieces through streams does. Whatever is not as expected goes the usual way, `send`.
 */
export function directFetch(send: typeof fetch, settings: DirectSettings): typeof fetch {
  let underWay = 0
  let notBefore = Number.NEGATIVE_INFINITY
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const size = sizeAskedFor(init)
    const isLarge = url.protocol === 'https:' && size !== undefined && size > LARGE
    if (!isLarge || underWay >= settings.most || performance.now() < notBefore) return send(input, init)
    underWay++
    const download = new Download(settings, url, init)
    void download.ended.then(() => underWay--)
    try {
      const { status, headers } = await download.begin(size)
      return new Response(download.body() as globalThis.ReadableStream, { status, headers })
    } catch (error) {
      const isAborted = init.signal?.aborted || settings.signal?.aborted
      if (isAborted || error instanceof FellSilent) throw error
      if (error instanceof NotForUs && error.isForm) notBefore = performance.now() + GIVEN_UP_MS
      // Whatever is wrong, the usual way finds out and tells; nothing was changed by asking.
      return send(input, init)
    }
  }
}

/** Of one range of bytes, where nothing but that is asked for. */
function sizeAskedFor({ method = 'GET', headers, body }: RequestInit): number | undefined {
  if (method !== 'GET' || (body !== undefined && body !== null)) return undefined
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(headers).get('range') ?? '') ?? []
  return from === undefined || to === undefined ? undefined : Number(to) - Number(from) + 1
}

/** One answer on one connection. */
class Download {
  readonly ended: Promise<void>
  readonly #socket: TLSSocket
  readonly #silence: Silence
  readonly #gate: Gate | undefined
  readonly #head = Promise.withResolvers<Head>()
  /** Until all of it has come, the head; then the piece that is being filled. */
  #memory = Buffer.allocUnsafe(MAX_HEAD)
  #filled = 0
  #isHead = true
  /** Bytes of the body that have not come yet. */
  #left = 0
  readonly #ready: Uint8Array<ArrayBuffer>[] = []
  #waiting = 0
  #failed: Error | undefined
  #isOver = false
  /** How many times what has come has to wait for its turn. */
  #held = 0
  /** Whether no more is taken from the line for now. */
  #isStopped = false
  #news = Promise.withResolvers<void>()

  constructor({ silentMs, gates, identification, signal: all }: DirectSettings, url: URL, init: RequestInit) {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    this.#gate = gates?.down
    this.#silence = new Silence(silentMs, () => this.#end(new FellSilent(`${url.host} stopped responding.`)))
    this.#silence.begin()
    const options: ConnectionOptions & { onread: OnReadOpts } = {
      ...identification,
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      onread: {
        buffer: () => this.#memory.subarray(this.#filled),
        callback: (size) => this.#take(size),
      },
    }
    this.#socket = connect(options)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    const signals = [init.signal, all].flatMap((signal) => signal ?? [])
    const abort = () => this.#end(new Error('The request was aborted.'))
    for (const signal of signals) signal.addEventListener('abort', abort)
    this.#socket.once('close', () => {
      for (const signal of signals) signal.removeEventListener('abort', abort)
      this.#end(new Error('The connection was lost before the download was complete.'))
      resolve()
    })
    this.#socket.once('end', () =>
      this.#end(new Error('The connection was lost before the download was complete.')),
    )
    this.#socket.once('error', (error) => this.#end(error))
    if (signals.some(({ aborted }) => aborted)) abort()
    else this.#socket.write(requestOf(url, init))
  }

  /** Rejects unless exactly what was asked for will follow. */
  async begin(size: number): Promise<Head> {
    const head = await this.#head.promise
    if (head.status === 206 && head.length === size) return head
    const error = new NotForUs(head.status === 200 || head.status === 206)
    this.#end(error)
    throw error
  }

  /** As it comes; what had come before the line broke is given first. */
  body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream(
      {
        pull: async (controller) => {
          const piece = await this.#next()
          if (piece) controller.enqueue(piece)
          else if (this.#failed) controller.error(this.#failed)
          else controller.close()
        },
        cancel: () => this.#end(new Error('Nobody reads it.')),
      },
      // Nothing is asked for ahead of who reads it.
      { highWaterMark: 0 },
    )
  }

  async #next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (this.#ready.length === 0 && !this.#isOver) await this.#news.promise
    const piece = this.#ready.shift()
    this.#waiting -= piece?.length ?? 0
    this.#mayGoOn()
    return piece
  }

  /** Called with what has come, also some times after it has said that no more is to come. */
  #take(size: number): boolean {
    this.#silence.touch()
    if (this.#isOver) return false
    this.#filled += size
    if (this.#isHead) this.#takeHead()
    else this.#takeBody(size)
    this.#isStopped = this.#isFull
    if (this.#isStopped) this.#silence.pause()
    return !this.#isStopped
  }

  #takeHead(): void {
    const bytes = this.#memory.subarray(0, this.#filled)
    const end = findHeadEnd(bytes)
    const head = end === undefined ? undefined : readHead(bytes.subarray(0, end))
    if (end === undefined && this.#filled < MAX_HEAD) return
    if (!head) {
      this.#end(new NotForUs(true))
      return
    }
    const rest = bytes.subarray(end)
    this.#isHead = false
    this.#left = head.length
    this.#startPiece()
    this.#head.resolve(head)
    this.#filled = rest.copy(this.#memory)
    this.#takeBody(rest.length)
  }

  #takeBody(size: number): void {
    this.#left -= size
    if (this.#left < 0) {
      this.#filled = Math.min(this.#filled, this.#memory.length - 1)
      this.#end(new Error('The server sent more data than it announced.'))
      return
    }
    const turn = size > 0 ? this.#gate?.pass(size) : undefined
    if (turn) {
      this.#held++
      void turn.then(() => {
        this.#held--
        this.#mayGoOn()
      })
    }
    if (this.#left === 0) this.#end()
    else if (this.#filled === this.#memory.length) {
      this.#give()
      this.#startPiece()
    }
  }

  get #isFull(): boolean {
    return this.#held > 0 || this.#waiting >= MOST_WAITING
  }

  #mayGoOn(): void {
    if (!this.#isStopped || this.#isOver || this.#isFull) return
    this.#isStopped = false
    this.#silence.goOn()
    this.#socket.resume()
  }

  /** One byte more than is to come has room, so that more than was announced is noticed. */
  #startPiece(): void {
    this.#memory = Buffer.allocUnsafeSlow(Math.min(GIVEN_PIECE, this.#left + 1))
    this.#filled = 0
  }

  #give(): void {
    if (this.#filled === 0) return
    this.#ready.push(this.#memory.subarray(0, this.#filled) as Uint8Array<ArrayBuffer>)
    this.#waiting += this.#filled
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }

  /** Once; whatever comes later counts no more. */
  #end(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failed = error
    this.#silence.end()
    if (this.#isHead) {
      this.#head.promise.catch(() => {})
      this.#head.reject(error)
    } else this.#give()
    // What is written to from here on belongs to nobody.
    this.#memory = Buffer.allocUnsafe(MAX_HEAD)
    this.#filled = 0
    this.#news.resolve()
    this.#socket.destroy()
  }
}

function requestOf({ pathname, search, host }: URL, { headers }: RequestInit): string {
  const lines = Object.entries({
    ...Object.fromEntries(new Headers(headers)),
    host,
    connection: 'close',
    'accept-encoding': 'identity',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
