import { Worker } from 'node:worker_threads'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { Part } from './cut.ts'

type Job =
  | { readonly what: 'cut'; readonly fd: number; readonly old: readonly ChunkRef[] | undefined }
  | { readonly what: 'find'; readonly fd: number; readonly parts: readonly Part[] }
export type Asked = { readonly number: number; readonly job: Job }
export type Answer =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly failed: { message: string; code: string | undefined } }

type Waiting = { resolve(result: unknown): void; reject(error: unknown): void }

const IDLE_MS = 30_000

/** One thread that cuts and hashes large files. It is there while there is work, and ends soon after. */
export class CuttingThread {
  readonly #entry: URL
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #asked = 0
  readonly #waiting = new Map<number, Waiting>()

  /** `entry` is a program that calls `serveCuts`. */
  constructor(entry = new URL('./cut-worker.ts', import.meta.url)) {
    this.#entry = entry
  }

  /** The chunks of an open file; `old` are those that it had once. */
  cut = (fd: number, old?: readonly ChunkRef[]): Promise<ChunkRef[]> => this.#ask({ what: 'cut', fd, old })
  /** Which parts an open file has in their places, by number. */
  find = (fd: number, parts: readonly Part[]): Promise<number[]> => this.#ask({ what: 'find', fd, parts })

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  #ask<T>(job: Job): Promise<T> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    this.#worker.ref()
    const number = ++this.#asked
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(number, { resolve, reject })
    this.#worker.postMessage({ number, job } satisfies Asked)
    return promise as Promise<T>
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { name: 'holdfast-cut' })
    worker.on('message', (answer: Answer) => {
      this.#settle(answer)
      if (this.#waiting.size > 0) return
      worker.unref()
      this.#idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref()
    })
    worker.on('error', (error) => this.#end(worker, error))
    worker.on('exit', () => this.#end(worker, new Error('The thread that cuts files has ended')))
    return worker
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if ('result' in answer) waiting?.resolve(answer.result)
    else waiting?.reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }))
  }

  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
