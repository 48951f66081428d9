import { MINUTE_MS } from '@holdfast/api/time'
import WebSocket from 'ws'
import { CLOSED } from './retry-delay.ts'
import type { ServiceLine } from './service-line.ts'
import { THIS_COMPUTER } from './this-computer.ts'

const PROTOCOL = 1
const MAX_FRAME_BYTES = 4 * 1024 * 1024
/** The service speaks every 30 seconds at least. */
const DEAD_MS = 75_000
const CONNECT_MS = 30_000
const GOODBYE_MS = 1000
/** So often it is seen to it that the service knows the newest token. */
const TOKEN_MS = MINUTE_MS / 2

/** What a line came to its end with; 0 where there never was one. */
export interface Ended {
  readonly code: number
}

/** One WebSocket to the service. */
export class SocketLine {
  readonly #service: ServiceLine
  readonly #socket: WebSocket
  readonly #hear: (text: string) => void
  #shownToken: string

  constructor(service: ServiceLine, token: string, hear: (text: string) => void) {
    this.#service = service
    this.#shownToken = token
    this.#hear = hear
    this.#socket = new WebSocket(`${service.url.replace(/^http/, 'ws')}/agent/1`, {
      ...service.identification,
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: CONNECT_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    })
  }

  /** From the hello to the end. Rejects with `SignedOut` where there is no token to go on with. */
  async hold(hello: Record<string, string | undefined>): Promise<Ended> {
    const socket = this.#socket
    const { promise: ended, resolve, reject } = Promise.withResolvers<Ended>()
    const dead = setTimeout(() => socket.terminate(), DEAD_MS)
    const tokens = setInterval(() => this.#showToken().catch(reject), TOKEN_MS)
    const { os_type, os_version } = THIS_COMPUTER
    socket.on('open', () => this.say('hello', { protocol: PROTOCOL, os_type, os_version, ...hello }))
    socket.on('ping', () => dead.refresh())
    socket.on('message', (data) => {
      dead.refresh()
      this.#hear(data.toString())
    })
    socket.on('unexpected-response', (_request, response) => {
      socket.terminate()
      resolve({ code: response.statusCode === 401 ? CLOSED.tokenEnded : 0 })
    })
    socket.on('error', () => resolve({ code: 0 }))
    socket.on('close', (code) => resolve({ code }))
    try {
      const end = await ended
      // What was shown is not taken any more, whatever the clock says.
      if (end.code === CLOSED.tokenEnded) await this.#service.tokens.accessToken(this.#shownToken)
      return end
    } finally {
      clearTimeout(dead)
      clearInterval(tokens)
      this.close()
    }
  }

  say(t: string, fields: object): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify({ t, ...fields }))
    return true
  }

  close(): void {
    this.#socket.close(1000)
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref()
  }

  async #showToken(): Promise<void> {
    const token = await this.#service.tokens.accessToken().catch(() => this.#shownToken)
    if (token !== this.#shownToken && this.say('token', { access_token: token })) this.#shownToken = token
  }
}
