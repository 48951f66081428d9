import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { type WebSocket, WebSocketServer } from 'ws'
import type { DrawnFrames } from './drawn-frames.ts'

/** A service that answers each request, and says on the line, whatever was drawn. */
export class HostileService {
  readonly #http: Server
  readonly #sockets: WebSocketServer
  readonly #frames: DrawnFrames
  #line: WebSocket | undefined
  /** By their ids. */
  readonly answers = new Map<string, { ok: boolean; data?: unknown; error?: string }>()
  lines = 0
  requests = 0
  #asked = 0

  constructor(frames: DrawnFrames) {
    this.#frames = frames
    const [cert, key] = ['TESTKIT_TLS_CERT', 'TESTKIT_TLS_KEY'].map((name) => readFileSync(environment(name)))
    this.#http = createServer({ cert, key }, (request, response) => {
      this.requests++
      request.resume()
      const { status, body } = frames.answer(request.url ?? '')
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    this.#sockets = new WebSocketServer({ server: this.#http })
    this.#sockets.on('connection', (socket) => this.#greet(socket))
  }

  async listen(): Promise<string> {
    this.#http.listen(0, '127.0.0.1')
    await once(this.#http, 'listening')
    return `https://localhost:${(this.#http.address() as AddressInfo).port}`
  }

  #greet(socket: WebSocket): void {
    this.#line = socket
    this.lines++
    socket.on('message', (data) => {
      const { t, id, ...answer } = JSON.parse(data.toString())
      if (t === 'hello') socket.send(JSON.stringify({ t: 'welcome', machine_id: 7, epoch: 'e1' }))
      if (t === 'result') this.answers.set(id, answer)
    })
    socket.on('close', () => {
      if (this.#line === socket) this.#line = undefined
    })
  }

  /** Says some of what was drawn, and returns when the agent has answered something that was asked after it. */
  async say(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.speak(this.#frames.next())
    // What was said on a line that has ended since is not answered any more: it is asked again on the next.
    for (let id = ''; !this.answers.has(id); ) {
      id = `after ${++this.#asked}`
      await this.speak(JSON.stringify({ t: 'command', id, kind: 'status', args: {} }))
      const { lines } = this
      await untilFound(async () => this.answers.has(id) || this.lines > lines || undefined)
    }
  }

  /** Says long configurations, faster than anybody can follow them. */
  async flood(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.speak(this.#frames.longConfig())
    await this.say(1)
  }

  async speak(text: string): Promise<void> {
    const line = await untilFound(async () => this.#line)
    line.send(text)
  }

  async close(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate()
    this.#sockets.close()
    this.#http.closeAllConnections()
    this.#http.close()
  }
}
