import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CONTROL } from '../words/commands.ts'
import type { Answer, FromThread, ToThread } from './control-frames.ts'

/** So long the agent may take for an answer to `status` before the kept picture is the answer. */
const PATIENCE_MS = 100

/** Holds the socket of an agent, in a thread of its own. */
class SocketThread {
  readonly #agent: MessagePort
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #asked = 0
  #picture: unknown

  constructor(agent: MessagePort) {
    this.#agent = agent
    agent.on('message', (said: ToThread) => {
      if (said.t === 'picture') this.#picture = said.picture
      else this.#waiting.get(said.id)?.(said.answer)
    })
  }

  listen(file: string): void {
    rmSync(file, { force: true })
    const server = createServer((socket) => this.#serve(socket))
    // One that cannot be accepted, as without file descriptors, is not answered; others are.
    server.on('error', ({ message }) => this.#say({ t: 'failed', why: message }))
    server.listen(file, () => {
      chmodSync(file, 0o600)
      this.#say({ t: 'listening' })
    })
  }

  /** Anyone who asks may leave at any time: then the answer is for nobody, and nothing else comes of it. */
  #serve(socket: Socket): void {
    const open = new Set<number>()
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      for (const id of open) this.#waiting.delete(id)
    })
    const lines = createInterface({ input: socket })
    // It repeats the errors of the socket.
    lines.on('error', () => socket.destroy())
    lines.on('line', (line) => this.#ask(line, socket, open))
  }

  #ask(line: string, socket: Socket, open: Set<number>): void {
    const said = parsed(line)
    const send = (answer: Answer) => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`)
    }
    if (typeof said !== 'object' || said === null || !('method' in said)) {
      send({ error: CONTROL.unreadable, exitCode: 1 })
      return
    }
    const question = { method: said.method, params: 'params' in said ? said.params : undefined }
    const id = ++this.#asked
    open.add(id)
    const patience = isStatus(question) ? setTimeout(() => this.#showPicture(id), PATIENCE_MS) : undefined
    this.#waiting.set(id, (answer) => {
      clearTimeout(patience)
      if (!('news' in answer)) {
        open.delete(id)
        this.#waiting.delete(id)
      }
      send(answer)
    })
    this.#say({ t: 'asked', id, question })
  }

  #showPicture(id: number): void {
    if (this.#picture !== undefined) this.#waiting.get(id)?.({ result: this.#picture })
  }

  #say(message: FromThread): void {
    this.#agent.postMessage(message)
  }
}

/** With anything it does not take, the agent says so. */
const isStatus = ({ method, params }: { method: unknown; params: unknown }): boolean =>
  method === 'status' && typeof params === 'object' && params !== null && Object.keys(params).length === 0

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

// In a thread, this serves; elsewhere it does nothing.
if (parentPort) new SocketThread(parentPort).listen((workerData as { file: string }).file)
