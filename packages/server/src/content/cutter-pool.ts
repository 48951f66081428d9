import { Worker } from 'node:worker_threads'
import type { CutAnswer, CutRequest } from './cutter-worker.ts'

/** Cuts and hashes streams on a thread of their own, so that uploads do not hold up other requests. */
export class CutterPool {
  #worker: Worker | undefined
  #nextStream = 1
  readonly #waiting = new Map<
    number,
    { resolve: (answer: CutAnswer) => void; reject: (error: Error) => void }
  >()

  openStream(): CutterStream {
    const stream = this.#nextStream++
    return {
      cut: (slab, length, last) => this.#ask({ stream, slab, length, last }),
      abandon: () => this.#worker?.postMessage({ stream, abandon: true }),
    }
  }

  #ask(request: CutRequest): Promise<CutAnswer['cuts']> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.stream, { resolve: ({ cuts }) => resolve(cuts), reject })
      this.#running().postMessage(request)
    })
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    // Sources run as .ts, the built server as .js; the worker stands beside this file in both.
    const file = import.meta.url.endsWith('.ts') ? './cutter-worker.ts' : './cutter-worker.js'
    const worker = new Worker(new URL(file, import.meta.url))
    worker.on('message', (answer: CutAnswer) => {
      const waiting = this.#waiting.get(answer.stream)
      this.#waiting.delete(answer.stream)
      waiting?.resolve(answer)
    })
    const failed = (error: Error) => {
      this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    worker.on('error', failed)
    worker.on('exit', () => failed(new Error('The cutter thread ended')))
    worker.unref()
    this.#worker = worker
    return worker
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }
}

/** One stream: a request is answered before the next one is made. */
export interface CutterStream {
  cut(slab: SharedArrayBuffer, length: number, last: boolean): Promise<CutAnswer['cuts']>
  abandon(): void
}
