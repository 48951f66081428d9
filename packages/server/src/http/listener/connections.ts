import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * The connections that speak HTTP and the answers under way on each. Node's own closeIdleConnections knows neither a
 * connection that has not sent a request yet nor an answer that waits in a buffer for its reader: it cuts that off.
 */
export class Connections {
  readonly #answers = new Map<Duplex, Set<ServerResponse>>()
  #closing = false

  add(socket: Socket): void {
    if (this.#closing) {
      socket.destroySoon()
      return
    }
    this.#answers.set(socket, new Set())
    socket.once('close', () => this.#answers.delete(socket))
  }

  begin({ socket }: IncomingMessage, res: ServerResponse): void {
    const answers = this.#answers.get(socket)
    if (!answers) return
    answers.add(res)
    if (this.#closing) res.shouldKeepAlive = false
    res.once('close', () => {
      answers.delete(res)
      if (this.#closing && answers.size === 0) socket.destroySoon()
    })
  }

  /** It is somebody else's from now on, who also ends it. */
  release(socket: Duplex): void {
    this.#answers.delete(socket)
  }

  /** True once a part of some answer is on its way, so that anything else sent would land in the middle of it. */
  isAnswering(socket: Duplex): boolean {
    const answers = this.#answers.get(socket) ?? []
    return [...answers].some((res) => res.headersSent && !res.writableFinished)
  }

  /** Ends each connection as soon as it has answered what it was asked. */
  close(): void {
    this.#closing = true
    for (const [socket, answers] of this.#answers) {
      const last = [...answers].at(-1)
      // Tells the client, where the head of its last answer is not sent yet.
      if (last) last.shouldKeepAlive = false
      else (socket as Socket).destroySoon()
    }
  }
}
