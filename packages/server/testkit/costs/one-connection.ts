import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

/** A caller that takes next to nothing: requests whose bytes are ready, one after the other on one connection. */
export class OneConnection {
  readonly #socket: TLSSocket
  #received = ''
  #status = ''
  #done: () => void = () => {}

  static async open(url: string): Promise<OneConnection> {
    const socket = connect({
      host: 'localhost',
      port: Number(new URL(url).port),
      ALPNProtocols: ['http/1.1'],
    })
    await once(socket, 'secureConnect')
    return new OneConnection(socket)
  }

  private constructor(socket: TLSSocket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.#hear(text))
  }

  /** Calls `done` when the answer is there as a whole. */
  send(request: Uint8Array, status: number, done: () => void): void {
    this.#status = `HTTP/1.1 ${status} `
    this.#done = done
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(text: string): void {
    this.#received += text
    if (!this.#isWhole()) return
    const received = this.#received
    this.#received = ''
    if (!received.startsWith(this.#status))
      throw new Error(`Not ${this.#status}but ${received.slice(0, 500)}`)
    this.#done()
  }

  #isWhole(): boolean {
    const received = this.#received
    const end = received.indexOf(HEAD_END)
    if (end < 0) return false
    if (received.startsWith('HTTP/1.1 304')) return true
    const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
    if (length === undefined) return received.endsWith(LAST_CHUNK)
    return received.length >= end + HEAD_END.length + Number(length)
  }
}
