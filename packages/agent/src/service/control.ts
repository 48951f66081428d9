import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { UserError } from './user-error.ts'

/** What a command asks. It comes from another process: nothing is known of it but that it was JSON. */
export interface Question {
  readonly method: unknown
  readonly params: unknown
}
/** Does what is asked. What it rejects with is told in words. */
export type Answering = (question: Question, tell: Tell) => Promise<unknown>
/** Says how far something is. */
export type Tell = (news: unknown) => void

type Answer = { news: unknown } | { result: unknown } | { error: string; exitCode: number }

/** Answers commands, one line of JSON each, until it is closed. Only the account that runs the agent can reach it. */
export class ControlSocket {
  readonly #server: Server
  readonly #file: string
  readonly #open = new Set<Socket>()

  private constructor(server: Server, file: string) {
    this.#server = server
    this.#file = file
  }

  /** Whoever calls this holds the lock of the home, so a socket that lies there is a dead one's. */
  static async listen(file: string, answering: Answering): Promise<ControlSocket> {
    rmSync(file, { force: true })
    const server = createServer()
    const control = new ControlSocket(server, file)
    server.on('connection', (socket) => control.#serve(socket, answering))
    server.listen(file)
    await once(server, 'listening')
    chmodSync(file, 0o600)
    return control
  }

  #serve(socket: Socket, answering: Answering): void {
    this.#open.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => this.#open.delete(socket))
    const send = (answer: Answer) => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`)
    }
    createInterface({ input: socket }).on('line', (line) => {
      answer(answering, line, (news) => send({ news })).then(
        (result) => send({ result: result ?? null }),
        (error: unknown) => send(asAnswer(error)),
      )
    })
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#open) socket.destroy()
    rmSync(this.#file, { force: true })
  }
}

/** Throws nothing: it rejects, also where the line makes no sense. */
async function answer(answering: Answering, line: string, tell: Tell): Promise<unknown> {
  const said = parsed(line)
  if (typeof said !== 'object' || said === null || !('method' in said))
    throw new UserError('The agent was asked something that it cannot read.')
  return answering({ method: said.method, params: 'params' in said ? said.params : undefined }, tell)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
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
    return socket
  } catch {
    return undefined
  }
}

/** Asks the agent that runs. A socket carries one question. */
export function askBySocket(socket: Socket, method: string, params: unknown, heard: Tell): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new UserError('The agent stopped before it answered.')))
    createInterface({ input: socket }).on('line', (line) => {
      const said = JSON.parse(line) as Answer
      if ('news' in said) return heard(said.news)
      if ('error' in said) reject(new UserError(said.error, said.exitCode))
      else resolve(said.result)
      socket.end()
    })
    socket.write(`${JSON.stringify({ method, params: params ?? {} })}\n`)
  })
}
