import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const SOURCES = ['load.c', 'exchange.c'].map((name) => path.join(import.meta.dirname, name))
const OPTIONS = ['-O2', '-Wall', '-Wextra', '-Werror']
const LIBRARIES = ['-lssl', '-lcrypto', '-lpthread']

/** One kind of request. `{n}` in a path or form name is the running number of the request. */
export interface Request {
  method?: string
  /** Taken in turns. */
  paths: readonly string[]
  headers?: readonly string[]
  /** So many random bytes, other ones for each number; with `formName`, as a multipart file of that name. */
  body?: { size: number; formName?: string }
  /** The status of every answer; any other fails the measurement. */
  status: number
}

export interface Load {
  port: number
  connections: number
  requests: number
  /** The number of the first request: bytes and names are those of other requests where numbers differ. */
  first: number
}

export interface LoadResult {
  requests: number
  errors: number
  seconds: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  sent: number
  received: number
  cipher: string
  statuses: Record<string, number>
}

/** The load client, compiled into `dir`. */
export class LoadClient {
  readonly #program: string
  readonly #signal: AbortSignal

  static async compile(dir: string, signal: AbortSignal): Promise<LoadClient> {
    const program = path.join(dir, 'load')
    await promisify(execFile)('gcc', [...OPTIONS, '-o', program, ...SOURCES, ...LIBRARIES])
    return new LoadClient(program, signal)
  }

  private constructor(program: string, signal: AbortSignal) {
    this.#program = program
    this.#signal = signal
  }

  /**
   * Calls `start` when all connections stand, just before the first request.
   * Throws unless every request was answered as it says.
   */
  async run(load: Load, request: Request, start = () => {}): Promise<LoadResult> {
    const options = Object.entries({ ...load, ...optionsOf(request) })
    const args = [
      ...options.flatMap(([name, value]) => [`--${name}`, String(value)]),
      ...request.paths.flatMap((value) => ['--path', value]),
      ...(request.headers ?? []).flatMap((value) => ['--header', value]),
    ]
    const result = await this.#execute(args, start)
    if (result.errors > 0 || result.statuses[request.status] !== load.requests)
      throw new Error(
        `${request.method ?? 'GET'} ${request.paths[0]}: expected ${load.requests} answers of ${request.status}, ` +
          `got ${JSON.stringify(result.statuses)} and ${result.errors} errors`,
      )
    return result
  }

  async #execute(args: string[], start: () => void): Promise<LoadResult> {
    const child = spawn(this.#program, args, { stdio: ['pipe', 'pipe', 'inherit'], signal: this.#signal })
    const failed = once(child, 'error').then(([error]) => Promise.reject(error))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const ready = await Promise.race([lines.next(), failed])
    if (ready.done) throw new Error('The load client ended before it was ready')
    start()
    child.stdin.end('\n')
    const result = await Promise.race([lines.next(), failed])
    return JSON.parse(result.value ?? '') as LoadResult
  }
}

const optionsOf = ({ method, body }: Request) => ({
  ...(method && { method }),
  ...(body && { random: body.size }),
  ...(body?.formName && { form: body.formName }),
})
