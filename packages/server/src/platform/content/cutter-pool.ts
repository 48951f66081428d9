import { Worker } from 'node:worker_threads'
import type { CutAnswer, CutRequest } from './cutter-worker.ts'

/** One stream: a request is answered before the next one is made. */
export interface CutterStream {
  cut(slab: SharedArrayBuffer, length: number, last: boolean): Promise<CutAnswer['cuts']>
  abandon(): void
}

/** Cuts and hashes streams on a thread of their own, so that uploads do not hold up other requests. */
export class CutterPool {
  #thread: CutterThread | undefined
  #nextStream = 1

  openStream(): CutterStream {
    // A stream stays with its thread, which knows the chunk it is in the middle of.
    if (!this.#thread?.alive) this.#thread = new CutterThread()
    const thread = this.#thread
    const stream = this.#nextStream++
    return {
      cut: (slab, length, last) => thread.ask({ stream, slab, length, last }),
      abandon: () => thread.tell({ stream, abandon: true }),
    }
  }

  async close(): Promise<void> {
    await this.#thread?.end()
  }
}

interface Waiting {
  resolve: (cuts: CutAnswer['cuts']) => void
  reject: (error: Error) => void
}

class CutterThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #failure: Error | undefined

  constructor() {
    // Sources run as .ts, the built server as .js; the worker stands beside this file in both.
    const file = import.meta.url.endsWith('.ts') ? './cutter-worker.ts' : './cutter-worker.js'
    this.#worker = new Worker(new URL(file, import.meta.url))
    this.#worker.on('message', ({ stream, cuts }: CutAnswer) => {
      this.#waiting.get(stream)?.resolve(cuts)
      this.#waiting.delete(stream)
    })
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The cutter thread ended')))
    this.#worker.unref()
  }

  get alive(): boolean {
    return this.#failure === undefined
  }

  ask(request: CutRequest): Promise<CutAnswer['cuts']> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#waiting.set(request.stream, { resolve, reject })
      this.#worker.postMessage(request)
    })
  }

  tell(message: { stream: number; abandon: true }): void {
    this.#worker.postMessage(message)
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Every stream it had is lost with it: where their chunks began is known nowhere else. */
  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}
