import { createServer, connect as dial, type Socket } from 'node:net'

/** What happens to connections, those that are open as well as new ones. */
export type Fault =
  /** They are ended as soon as they come. */
  | 'down'
  /** Nothing passes in either direction, and nobody is notified: a cable that was pulled. */
  | 'silent'
  /** What the service behind it answers, changed: other bytes, fewer of them (`undefined` cuts the connection), later. */
  | ((bytes: Buffer, answered: number) => Buffer | undefined | Promise<Buffer | undefined>)

export interface FaultyProxy {
  port: number
  /** Undefined ends the fault. Connections that were silent stay so: what was lost on the way does not come again. */
  set(fault: Fault | undefined): void
  /** Breaks what is open now. */
  cut(): void
  readonly open: number
  /** Of those that are open: whose client has gone. */
  readonly left: number
  /** Pieces that clients sent and nobody got, as everything was silent. */
  readonly swallowed: number
  close(): Promise<void>
}

/** Stands between a server of ours and one that it needs (PostgreSQL, S3, SMTP), on a port of its own. */
export async function startFaultyProxy(
  to: { host?: string; port: number } | { path: string },
): Promise<FaultyProxy> {
  const target = { host: '127.0.0.1', ...to, allowHalfOpen: true }
  let fault: Fault | undefined
  let swallowed = 0
  const pairs = new Set<Pair>()
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    if (fault === 'down') return client.destroy()
    const pair = new Pair(client, dial(target))
    pair.silent = fault === 'silent'
    pairs.add(pair)
    client.once('close', () => pairs.delete(pair))
    client.once('end', () => pair.cutIfLeft(fault))
    client.on('data', () => {
      if (pair.silent) swallowed++
    })
    void pair.answer(() => fault)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const pair of pairs) pair.cut()
  }
  return {
    port: (proxy.address() as { port: number }).port,
    set(next) {
      fault = next
      if (next === 'down') cut()
      for (const pair of pairs) {
        pair.silent ||= next === 'silent'
        pair.cutIfLeft(next)
      }
    },
    cut,
    get open() {
      return pairs.size
    },
    get left() {
      return [...pairs].filter((pair) => pair.hasLeft).length
    },
    get swallowed() {
      return swallowed
    },
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve))
      cut()
      await closed
    },
  }
}

class Pair {
  silent = false
  readonly #client: Socket
  readonly #server: Socket

  constructor(client: Socket, server: Socket) {
    this.#client = client
    this.#server = server
    for (const socket of [client, server]) {
      socket.setNoDelay()
      socket.on('error', () => this.cut())
    }
    client.on('data', (bytes) => this.silent || server.write(bytes))
    client.on('end', () => this.silent || server.end())
  }

  /** One piece after another, so that a fault that waits keeps them in order. */
  async answer(fault: () => Fault | undefined): Promise<void> {
    let answered = 0
    try {
      for await (const bytes of this.#server as AsyncIterable<Buffer>) {
        if (this.silent) continue
        const change = fault()
        const answer = typeof change === 'function' ? await change(bytes, answered) : bytes
        if (answer === undefined) return this.cut()
        answered += bytes.length
        this.#client.write(answer)
      }
      if (!this.silent) this.#client.end()
    } catch {
      this.cut()
    }
  }

  get hasLeft(): boolean {
    return this.#client.readableEnded
  }

  /** The service behind would wait for ever for someone who went while nobody was told anything. */
  cutIfLeft(fault: Fault | undefined): void {
    if (this.silent && fault !== 'silent' && this.hasLeft) this.cut()
  }

  cut(): void {
    this.#client.destroy()
    this.#server.destroy()
  }
}
