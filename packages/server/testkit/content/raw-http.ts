import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Client } from '@holdfast/api/client'

export interface RawRequest {
  method?: string
  path: string
  /** Sent as they stand, after `Host`; a `Content-Length` is added where there is a body and no length is given. */
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface RawResponse {
  /** The whole first line, such as `HTTP/1.1 200 OK`. */
  statusLine: string
  status: number
  /** Names in lower case; of equals the last. */
  headers: Record<string, string>
  body: Buffer
  json: () => Record<string, unknown>
}

/** The bytes of a request. Whatever is not ASCII in the path goes out as UTF-8, escaped by nobody. */
export function encodeRequest({ method = 'GET', path, headers = {}, body }: RawRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  const content = Buffer.from(body ?? '')
  const hasLength = Object.keys(headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name))
  if (body !== undefined && !hasLength) lines.push(`Content-Length: ${content.length}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content])
}

const NO_BODY = new Set([204, 304])

/** An HTTP/1.1 client that helps with nothing: it sends the bytes it is given and reads one answer at a time. */
export class RawConnection {
  readonly socket: Socket
  readonly #transport: Socket
  #pieces: Buffer[] = []
  #length = 0
  #over = false
  #wake: () => void = () => {}

  /** `transport` is what is below TLS, where that is spoken. */
  constructor(socket: Socket, transport = socket) {
    this.socket = socket
    this.#transport = transport
    transport.on('error', () => {})
    // Reported by `closed` and by answers that stay incomplete.
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      this.#pieces.push(bytes)
      this.#length += bytes.length
      this.#wake()
    })
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        this.#over = true
        this.#wake()
      })
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(bytes)
  }

  exchange(request: RawRequest): Promise<RawResponse> {
    this.send(encodeRequest(request))
    return this.receive(request.method)
  }

  /** The next answer, interim ones (100) too. Rejects when the connection ends before the answer does. */
  async receive(method = 'GET'): Promise<RawResponse> {
    const head = (await this.#take(await this.#find('\r\n\r\n'))).toString('latin1')
    const [statusLine = '', ...fields] = head.slice(0, -4).split('\r\n')
    const status = Number(statusLine.split(' ')[1])
    const headers: Record<string, string> = {}
    for (const field of fields) {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(field) ?? []
      headers[name.toLowerCase()] = value
    }
    const bodiless = method === 'HEAD' || status < 200 || NO_BODY.has(status)
    const body = bodiless ? Buffer.alloc(0) : await this.#body(headers)
    return { statusLine, status, headers, body, json: () => JSON.parse(body.toString('utf8')) }
  }

  /** Everything that was sent after the answers read so far, once the server has ended or broken the connection. */
  async closed(): Promise<Buffer> {
    while (!this.#over) await this.#more()
    return this.#take(this.#length)
  }

  /** Breaks the connection without a goodbye, as a crash would. */
  reset(): void {
    this.#transport.resetAndDestroy()
  }

  [Symbol.dispose](): void {
    this.socket.destroy()
  }

  async #body(headers: Record<string, string>): Promise<Buffer> {
    if (headers['transfer-encoding'] === 'chunked') return this.#chunks()
    const length = headers['content-length']
    return length === undefined ? this.closed() : this.#take(Number(length))
  }

  async #chunks(): Promise<Buffer> {
    const chunks: Buffer[] = []
    for (;;) {
      const size = Number.parseInt((await this.#take(await this.#find('\r\n'))).toString('latin1'), 16)
      chunks.push((await this.#take(size + 2)).subarray(0, size))
      if (size === 0) return Buffer.concat(chunks)
    }
  }

  /** How many bytes there are up to the end of `mark`. */
  async #find(mark: string): Promise<number> {
    for (;;) {
      const at = this.#received().indexOf(mark)
      if (at >= 0) return at + mark.length
      await this.#moreOrFail()
    }
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#length < length) await this.#moreOrFail()
    const received = this.#received()
    this.#pieces = [received.subarray(length)]
    this.#length -= length
    return received.subarray(0, length)
  }

  // Joined only when looked at: joining at each arrival would copy a large answer again and again.
  #received(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] as Buffer
  }

  async #moreOrFail(): Promise<void> {
    if (this.#over) {
      const start = this.#received().subarray(0, 200).toString('latin1')
      throw new Error(`The connection ended early, after ${this.#length} bytes: ${JSON.stringify(start)}`)
    }
    await this.#more()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

/** Speaks TLS to a server on this machine, from another address of this machine if one is given. */
export async function openTls(url: string, localAddress = '127.0.0.1'): Promise<RawConnection> {
  const transport = connectTcp({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
  await once(transport, 'connect')
  const socket = connectTls({ socket: transport, servername: 'localhost' })
  await once(socket, 'secureConnect')
  return new RawConnection(socket, transport)
}

/** Speaks without TLS, from another address of this machine if one is given. */
export async function openPlain(url: string, localAddress = '127.0.0.1'): Promise<RawConnection> {
  const socket = connectTcp({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
  await once(socket, 'connect')
  return new RawConnection(socket)
}

export const bearer = (client: Client): Record<string, string> => ({
  Authorization: `Bearer ${client.session?.accessToken}`,
})

/** One request on a connection of its own. */
export async function rawCall(url: string, request: RawRequest): Promise<RawResponse> {
  using connection = await openTls(url)
  return await connection.exchange(request)
}

/** The name in the certificate that a new connection is shown, whether it is trusted or not. */
export async function nameShown(url: string): Promise<string | string[] | undefined> {
  const { hostname, port } = new URL(url)
  const socket = connectTls({
    host: hostname,
    port: Number(port),
    servername: hostname,
    rejectUnauthorized: false,
  })
  await once(socket, 'secureConnect')
  const { subject } = socket.getPeerCertificate()
  socket.destroy()
  return subject.CN
}
