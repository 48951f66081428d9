import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { CONTROL } from '../words/commands.ts'
import type { Answer, Asked, FromThread, ToThread } from './control-frames.ts'
import { CONTROL_WORKER } from './control-worker-file.ts'
import { UserError } from './user-error.ts'

/** What a command asks. It comes from another process: nothing is known of it but that it was JSON. */
export interface Question {
  readonly method: unknown
  readonly params: unknown
}
/** Does what is asked. What it rejects with is reported in words. */
export type Answering = (question: Question, tell: Tell) => Promise<unknown>
/** Says how far something is. */
export type Tell = (news: unknown) => void

/** A thread that breaks down is begun again after this time. */
const AGAIN_MS = 1000

/**
 * Answers commands, one line of JSON each, until it is closed. Only the account that runs the agent can reach it. A thread of
 * its own holds the socket, so that `status` has an answer whatever the agent is busy with: the picture that was last kept.
 */
export class ControlSocket {
  readonly #file: string
  readonly #answering: Answering
  #worker: Worker
  #picture: unknown
  #isClosed = false

  private constructor(file: string, answering: Answering) {
    this.#file = file
    this.#answering = answering
    this.#worker = this.#start()
  }

  /** The caller holds the lock of the home, so a socket that is there is a dead one's. */
  static async listen(file: string, answering: Answering): Promise<ControlSocket> {
    const control = new ControlSocket(file, answering)
    for (;;) {
      const [said] = (await once(control.#worker, 'message')) as [FromThread]
      if (said.t === 'listening') return control
      if (said.t === 'failed') throw new UserError(CONTROL.socket(file, said.why))
    }
  }

  /** What `status` is answered with while the agent has no time for it. */
  keep(picture: unknown): void {
    this.#picture = picture
    this.#say({ t: 'picture', picture })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker.terminate()
    rmSync(this.#file, { force: true })
  }

  #start(): Worker {
    const worker = new Worker(CONTROL_WORKER, { name: 'holdfast-control', workerData: { file: this.#file } })
    worker.on('message', (said: FromThread) => {
      if (said.t === 'asked') void this.#answer(said)
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (this.#isClosed) return
      setTimeout(() => this.#startAgain(), AGAIN_MS)
    })
    return worker
  }

  #startAgain(): void {
    if (this.#isClosed) return
    this.#worker = this.#start()
    if (this.#picture !== undefined) this.keep(this.#picture)
  }

  async #answer({ id, question }: Asked): Promise<void> {
    const say = (answer: Answer) => this.#say({ t: 'answer', id, answer })
    await this.#answering(question, (news) => say({ news })).then(
      (result) => say({ result: result ?? null }),
      (error: unknown) => say(asAnswer(error)),
    )
  }

  #say(message: ToThread): void {
    this.#worker.postMessage(message)
  }
}

const asAnswer = (error: unknown): Answer => ({
  error: error instanceof Error ? error.message : String(error),
  exitCode: error instanceof UserError ? error.exitCode : 1,
})

/** Undefined where no agent runs. */
export async function connectTo(file: string): Promise<Socket | undefined> {
  const socket = createConnection(file)
  try {
    await once(socket, 'connect')
    // Whatever becomes of it later must not end the process of the one who asks.
    socket.on('error', () => socket.destroy())
    return socket
  } catch {
    return undefined
  }
}

/** Asks the agent that runs. A socket carries one question. */
export function askBySocket(socket: Socket, method: string, params: unknown, heard: Tell): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new UserError(CONTROL.stopped)))
    const lines = createInterface({ input: socket })
    // It repeats the errors of the socket.
    lines.on('error', reject)
    lines.on('line', (line) => {
      const said = JSON.parse(line) as Answer
      if ('news' in said) return heard(said.news)
      if ('error' in said) reject(new UserError(said.error, said.exitCode))
      else resolve(said.result)
      socket.end()
    })
    socket.write(`${JSON.stringify({ method, params: params ?? {} })}\n`)
  })
}
