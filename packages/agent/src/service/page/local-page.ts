import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HEADERS, PAGE, type Window } from './page-text.ts'

/** Asks the agent, as commands do. */
export type AskAgent = (method: string, params: unknown) => Promise<unknown>

/** What the page may ask for: nothing that signs out, deletes for good or writes outside of what is kept. */
const METHODS = [
  ...['status', 'sync', 'pause', 'resume', 'addRoot', 'removeRoot'],
  ...['select', 'list', 'listBin', 'bringBack'],
]
const MAX_QUESTION = 16 * 1024
const TOKEN_MS = 2 * 60_000
const IDLE_MS = 15 * 60_000
const COOKIE = 'holdfast-agent'

const draw = (): string => randomBytes(32).toString('base64url')
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

interface Session {
  readonly cookie: string
  readonly key: string
}

/**
 * The agent in a browser of this computer. The page itself is for anybody; what it shows is for anyone who was given a token, once,
 * by the socket that only this account can reach. The token becomes a cookie and a key that only this page's origin keeps: a
 * browser shows a cookie to every port of an address, a key to none but ours.
 */
export class LocalPage {
  readonly #server: Server
  readonly #ask: AskAgent
  readonly #window: Window
  readonly #tokens = new Map<string, NodeJS.Timeout>()
  readonly #sessions: Session[] = []
  #idle: NodeJS.Timeout | undefined

  private constructor(ask: AskAgent, window: Window) {
    this.#ask = ask
    this.#window = window
    this.#server = createServer((req, res) => void this.#answer(req, res))
  }

  static async start(ask: AskAgent, window: Window): Promise<LocalPage> {
    const page = new LocalPage(ask, window)
    page.#server.listen(0, '127.0.0.1')
    await once(page.#server, 'listening')
    page.#touch()
    return page
  }

  /** An address that lets in the first one who opens it, within two minutes. */
  open(): string {
    const token = draw()
    this.#tokens.set(token, setTimeout(() => this.#tokens.delete(token), TOKEN_MS).unref())
    this.#touch()
    // Behind the sign it is sent to nobody.
    return `http://${this.#host}/#${token}`
  }

  get isOpen(): boolean {
    return this.#server.listening
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#server.close()
    this.#server.closeAllConnections()
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #touch(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value)
    // Another name would be that of a site that leads here.
    if (req.headers.host !== this.#host) return end(res, 421)
    try {
      if (req.method === 'GET') this.#show(req.url ?? '', res)
      else if (req.method === 'POST') await this.#take(req, res)
      else end(res, 405)
    } catch (error) {
      // In words for the person at this computer, who asked.
      sendJson(res, 400, { error: (error as Error).message })
    }
  }

  #show(address: string, res: ServerResponse): void {
    if (address === '/') send(res, 'text/html', PAGE)
    else if (address === '/window.js') send(res, 'text/javascript', this.#window.script)
    else if (address === '/window.css') send(res, 'text/css', this.#window.style)
    else end(res, 404)
  }

  /** Pages of other sites can neither send JSON here nor an origin that is ours. */
  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.headers.origin !== `http://${this.#host}` || req.headers['content-type'] !== 'application/json')
      return end(res, 403)
    if (req.url === '/session') return this.#exchange((await readJson(req)).token, res)
    if (req.url !== '/ask') return end(res, 404)
    if (!this.#isLetIn(req)) return end(res, 401)
    this.#touch()
    const { method, params } = await readJson(req)
    if (typeof method !== 'string' || !METHODS.includes(method)) return end(res, 403)
    sendJson(res, 200, { result: (await this.#ask(method, params)) ?? null })
  }

  #exchange(token: unknown, res: ServerResponse): void {
    const timer = typeof token === 'string' ? this.#tokens.get(token) : undefined
    if (typeof token !== 'string' || timer === undefined) {
      end(res, 401)
      return
    }
    clearTimeout(timer)
    this.#tokens.delete(token)
    this.#touch()
    const session = { cookie: draw(), key: draw() }
    this.#sessions.push(session)
    res.setHeader('set-cookie', `${COOKIE}=${session.cookie}; HttpOnly; SameSite=Strict; Path=/`)
    sendJson(res, 200, { key: session.key })
  }

  #isLetIn({ headers }: IncomingMessage): boolean {
    const cookies = (headers.cookie ?? '').split('; ')
    const key = headers['x-holdfast-key']
    return this.#sessions.some(
      (session) =>
        typeof key === 'string' &&
        isSame(key, session.key) &&
        cookies.some((cookie) => isSame(cookie, `${COOKIE}=${session.cookie}`)),
    )
  }
}

async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of req as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MAX_QUESTION) throw new Error('The request is too long.')
    pieces.push(piece)
  }
  const said: unknown = JSON.parse(Buffer.concat(pieces).toString())
  return typeof said === 'object' && said !== null ? { ...said } : {}
}

const end = (res: ServerResponse, status: number): void => {
  res.writeHead(status).end()
}
const send = (res: ServerResponse, type: string, text: string): void => {
  res.setHeader('content-type', `${type}; charset=utf-8`).end(text)
}
const sendJson = (res: ServerResponse, status: number, value: unknown): void => {
  res.statusCode = status
  send(res, 'application/json', JSON.stringify(value))
}
