import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { withinTime } from '../basics/within-time.ts'
import { HEAD_BYTES, headOf, NO_SHARP, readHead } from './thumbnail-frames.ts'

/** The limits of each process; tests have others. */
export interface MakerLimits {
  /** How long one picture may take. */
  ms: number
  /** How long it stays without work. */
  idleMs: number
  /** What Node is started with. */
  nodeOptions: readonly string[]
}

/** However busy the machine is. */
const START_MS = 30_000

const LIMITS: MakerLimits = {
  ms: 5000,
  idleMs: 60_000,
  nodeOptions: ['--max-old-space-size=64'],
}

/** sharp is not installed, or has no program for this machine. */
export class NoSharpError extends Error {
  override name = 'NoSharpError'
}

/** A process that makes thumbnails, one after the other: begun when it is needed, and again after one that hung or fell. */
export class ThumbnailMaker {
  readonly #limits: MakerLimits
  #process: MakerProcess | undefined
  #resting: NodeJS.Timeout | undefined

  constructor(limits: Partial<MakerLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Undefined where none can be made of these bytes. Throws what reading them throws. */
  async make(picture: AsyncIterable<Buffer>, length: number, edge: number): Promise<Buffer | undefined> {
    clearTimeout(this.#resting)
    if (!this.#process?.isAlive) this.#process = new MakerProcess(this.#limits)
    const process = this.#process
    try {
      return await process.make(picture, length, edge)
    } finally {
      // One that was not sent all bytes waits for them; one that has grown large is of no more use.
      if (!process.isFree || !process.isAlive) await process.end()
      this.#resting = setTimeout(() => void this.close(), this.#limits.idleMs).unref()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting)
    await this.#process?.end()
  }
}

class MakerProcess {
  readonly #ms: number
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<void>
  #answered = Promise.withResolvers<Buffer | undefined>()
  /** The first thing that it says is that it is there. */
  readonly #ready = this.#answered.promise
  #received: Buffer[] = []
  isFree = true
  isAlive = true

  constructor({ ms, nodeOptions }: MakerLimits) {
    this.#ms = ms
    // Sources run as .ts, the built server as .js; the program stands beside this file in both.
    const file = import.meta.url.endsWith('.ts') ? './thumbnail-process.ts' : './thumbnail-process.js'
    const program = fileURLToPath(new URL(file, import.meta.url))
    this.#child = spawn(process.execPath, [...nodeOptions, program], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Nothing of the service's own: settings have passwords in them.
      env: {},
    })
    const ended = Promise.withResolvers<void>()
    this.#ended = ended.promise
    const fall = (code: number | null) => {
      this.isAlive = false
      // A picture that it fell over has no thumbnail.
      if (code === NO_SHARP) this.#answered.reject(new NoSharpError('sharp cannot be loaded'))
      else this.#answered.resolve(undefined)
      ended.resolve()
    }
    this.#child.once('exit', fall)
    this.#child.once('error', () => fall(null))
    // Its end tells the same.
    this.#child.stdin.on('error', () => {})
    this.#child.stdout.on('data', (piece: Buffer) => this.#hear(piece))
  }

  async make(picture: AsyncIterable<Buffer>, length: number, edge: number): Promise<Buffer | undefined> {
    await this.#inTime(this.#ready, START_MS)
    await this.#ready
    if (!this.isAlive) return undefined
    this.isFree = false
    this.#answered = Promise.withResolvers()
    const { promise } = this.#answered
    await this.#write(headOf(length, edge))
    for await (const piece of picture) await this.#write(piece)
    await this.#inTime(promise)
    return promise
  }

  async end(): Promise<void> {
    this.isAlive = false
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  /** The bytes are the caller's again once this resolves. */
  #write(bytes: Buffer): Promise<void> {
    const { stdin } = this.#child
    const written = new Promise<void>((resolve) => stdin.write(bytes, () => resolve()))
    return this.#inTime(Promise.race([written, this.#ended]))
  }

  /** It ends where something takes too long. */
  async #inTime(work: Promise<unknown>, ms = this.#ms): Promise<void> {
    if (!(await withinTime(ms, work))) await this.end()
  }

  #hear(piece: Buffer): void {
    this.#received.push(piece)
    const bytes = Buffer.concat(this.#received)
    if (bytes.length < HEAD_BYTES) return
    const { length, second: leaves } = readHead(bytes)
    if (bytes.length < HEAD_BYTES + length) return
    this.#received = []
    this.isFree = true
    if (leaves) this.isAlive = false
    this.#answered.resolve(length > 0 ? bytes.subarray(HEAD_BYTES) : undefined)
  }
}
